# sourced by the others
say() { printf '%s\n' "$*" >&2; }
