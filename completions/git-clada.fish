# fish completion for git clada, both as `git clada` and as `git-clada`.
#
# Install it as ~/.config/fish/conf.d/git-clada.fish: there it serves both.

# The words after the command, before the one that is completed; what git was told with -C first.
function __git_clada_words
    set -l words (commandline -opc)
    if string match -q -r '(^|/)git-clada$' -- $words[1]
        set -e words[1]
        printf '%s\n' $words
        return
    end
    set -l at (contains -i -- clada $words)
    or return
    set -l own
    for i in (seq 2 $at)
        if test "$words[$i]" = -C
            set -a own -C $words[(math $i + 1)]
        end
    end
    set -e words[1..$at]
    set own $own $words
    test (count $own) -eq 0
    or printf '%s\n' $own
end

function __git_clada_offer
    set -l current (commandline -ct)
    set -l found (command git-clada complete -- (__git_clada_words) $current 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path $current
    end
end

complete -c git-clada -f -a '(__git_clada_offer)'
complete -c git -n __fish_git_needs_command -a clada -d 'Apply what a language model wrote'
complete -c git -n '__fish_git_using_command clada' -f -a '(__git_clada_offer)'
