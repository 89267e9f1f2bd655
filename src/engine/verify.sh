# Runs the repository's own pre-commit and commit-msg hooks on an index that holds the tree to be
# committed. $1: the tree. $2: where the index is. $3: the message. Says on standard output what came
# of it, a word and a line break, then the message; hooks print on standard error alone.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
printf '%s' "$3" >"$dir/COMMIT_EDITMSG" || exit 1
if test -e "$2"; then cp "$2" "$dir/index" || exit 1; fi
GIT_INDEX_FILE=$dir/index
export GIT_INDEX_FILE
# What is staged besides is not committed, and not looked at.
git read-tree --reset "$1" >&2 || exit 1
git hook run --ignore-missing pre-commit >&2 || { echo pre-commit; exit 1; }
git diff-index --cached --quiet "$1" -- || { echo staged; exit 1; }
git hook run --ignore-missing commit-msg -- "$dir/COMMIT_EDITMSG" >&2 || { echo commit-msg; exit 1; }
echo message
cat "$dir/COMMIT_EDITMSG"
