#!/bin/sh
# Times a command that writes thousands of ignored files, as `npm install` does, under `git clada
# apply` beside the same command in a plain shell, and measures how much memory clada takes.
#
#     benches/carry.sh                    # 2,000 and 20,000 files, 5 rounds
#     FILES="500 5000" ROUNDS=9 benches/carry.sh
#     CLADA=target/debug/git-clada benches/carry.sh
#
# The rounds are interleaved. A file has 1,000 bytes; a directory holds 50. Fails where a file lacks,
# or where undo does not take all of them away.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
clada=${CLADA:-$here/target/release/git-clada}
case $clada in /*) ;; *) clada=$PWD/$clada ;; esac
files=${FILES:-2000 20000}
rounds=${ROUNDS:-5}
place=$(mktemp -d "${TMPDIR:-/tmp}/clada-carry-XXXXXX")
trap 'rm -rf "$place"' EXIT
export HOME="$place" GIT_CONFIG_NOSYSTEM=1
git config --global user.name bench
git config --global user.email bench@example.com

# Writes files into node_modules, $1 of them.
code() {
    cat <<END
python3 - <<'PY'
import os
text = b"x" * 999 + b"\\\\n"
for d in range($1 // 50):
    os.makedirs(f"node_modules/p{d}")
    for f in range(50):
        with open(f"node_modules/p{d}/{f}.js", "wb") as file:
            file.write(text)
PY
END
}

response() {
    printf '%s\n' '#!SHAM [@three-char-SHA-256: b3n]' 'action = "exec"' 'lang = "bash"' \
        "code = <<'EOT_SHAM_b3n'"
    code "$1"
    printf '%s\n' 'EOT_SHAM_b3n' '#!END_SHAM_b3n'
}

# Runs the rest and prints seconds and the most memory that one process had, in KiB.
measured() {
    python3 - "$@" <<'PY'
import resource, subprocess, sys, time
begin = time.monotonic()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
took = time.monotonic() - begin
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
if done.returncode:
    sys.exit(f"{sys.argv[1:]} ended with {done.returncode}")
print(f"{took:.3f} {most}")
PY
}

median() {
    sort -n | awk '{ line[NR] = $1 } END { print line[int((NR + 1) / 2)] }'
}

printf '%-8s %10s %10s %8s %12s %10s\n' files 'sh, s' 'apply, s' ratio 'apply, KiB' 'undo, s'
for count in $files; do
    repo="$place/$count"
    git init -q "$repo"
    cd "$repo"
    echo node_modules/ > .gitignore
    git add -A
    git commit -q -m before
    response "$count" > "$place/response"
    code "$count" > "$place/code"
    : > "$place/plain"; : > "$place/apply"; : > "$place/undo"
    for _ in $(seq "$rounds"); do
        measured sh "$place/code" >> "$place/plain"
        rm -rf node_modules
        measured "$clada" apply --yes --timeout 300s "$place/response" >> "$place/apply"
        test "$(find node_modules -type f | wc -l)" -eq "$count"
        measured "$clada" undo >> "$place/undo"
        test ! -e node_modules
    done
    plain=$(cut -d' ' -f1 "$place/plain" | median)
    apply=$(cut -d' ' -f1 "$place/apply" | median)
    undo=$(cut -d' ' -f1 "$place/undo" | median)
    most=$(cut -d' ' -f2 "$place/apply" | sort -n | tail -1)
    ratio=$(echo "$apply $plain" | awk '{ printf "%.2f", $1 / $2 }')
    printf '%-8s %10s %10s %8s %12s %10s\n' "$count" "$plain" "$apply" "$ratio" "$most" "$undo"
    cd "$place"
done
