# PowerShell completion for git-clada. (`git clada` belongs to what completes git.)
#
# Source it from $PROFILE.

Register-ArgumentCompleter -Native -CommandName 'git-clada' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        Select-Object -Skip 1 |
        ForEach-Object { $_.ToString() })
    $words += if ($wordToComplete) { $wordToComplete } else { '""' }
    & git-clada complete -- @words 2>$null | ForEach-Object {
        $word, $about = $_ -split "`t", 2
        if (-not $about) { $about = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
    }
}
