# bash completion for git clada, both as `git clada` and as `git-clada`.
#
# Install it as ~/.local/share/bash-completion/completions/git-clada (bash-completion finds it there,
# and git's own completion through it), or source it from ~/.bashrc.

# Offers what may stand in place of the last of its arguments: the words after the command.
__git_clada_offer ()
{
	local cur="" trim="" word about quoted
	local tab=$'\t'
	[ $# -eq 0 ] || cur="${!#}"
	# readline replaces only what stands behind the last of these.
	case "$cur" in
	*[=:]*)
		case "$COMP_WORDBREAKS" in
		*[=:]*) trim="${cur%"${cur##*[=:]}"}" ;;
		esac ;;
	esac
	COMPREPLY=()
	while IFS="$tab" read -r word about; do
		word="${word#"$trim"}"
		# `%q` quotes commas too, which mean nothing here: the next TAB would not know the word.
		case "$word" in
		'' | *[![:alnum:]_,./:=@%+-]*) printf -v quoted '%q' "$word" ;;
		*) quoted="$word" ;;
		esac
		COMPREPLY+=("$quoted ")
	done < <(command git-clada complete -- "$@" 2>/dev/null)
}

# What git's own completion calls for `git clada`.
_git_clada ()
{
	local at="$__git_cmd_idx"
	__git_clada_offer ${__git_C_args:+"${__git_C_args[@]}"} \
		"${words[@]:at + 1:cword - at - 1}" "$cur"
}

# For `git-clada`. bash divides words at `=` and `:`, so they are joined again.
__git_clada_main ()
{
	local -a joined=()
	local part glue="" i
	for ((i = 1; i <= COMP_CWORD; i++)); do
		part="${COMP_WORDS[i]}"
		case "$part" in [=:]*) glue=yes ;; esac
		if [ -n "$glue" ] && [ ${#joined[@]} -gt 0 ]; then
			joined[${#joined[@]} - 1]+="$part"
		else
			joined+=("$part")
		fi
		glue=""
		case "$part" in *[=:]) glue=yes ;; esac
	done
	__git_clada_offer "${joined[@]}"
}

complete -o bashdefault -o default -o nospace -F __git_clada_main git-clada
