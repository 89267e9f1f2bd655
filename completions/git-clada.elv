# elvish completion for git clada, both as `git clada` and as `git-clada`.
#
# Put its lines into rc.elv, below what you may have there for the completion of git.

var git-clada-offer~ = {|@words|
    var found = [(try { e:git-clada complete -- $@words 2>/dev/null } catch { } | from-lines)]
    if (== 0 (count $found)) {
        edit:complete-filename $words[-1]
    } else {
        use str
        for line $found {
            var word about = (str:split &max=2 "\t" $line"\t")
            edit:complex-candidate $word &code-suffix=' ' &display=$word' '(str:trim-space $about)
        }
    }
}

set edit:completion:arg-completer[git-clada] = {|@words| git-clada-offer (all $words[1..]) }

var git-completer-before~ = {|@words| edit:complete-filename $words[-1] }
if (has-key $edit:completion:arg-completer git) {
    set git-completer-before~ = $edit:completion:arg-completer[git]
}
set edit:completion:arg-completer[git] = {|@words|
    if (and (> (count $words) 2) (eq $words[1] clada)) {
        git-clada-offer (all $words[2..])
    } else {
        git-completer-before $@words
    }
}
