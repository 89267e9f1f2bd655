//! What the commit of a revert says.

use crate::base::TransactionId;
use crate::git::ObjectId;

use super::super::Operation;

/// The first line, in git's words: a revert that is reverted is applied again.
pub fn subject(reverted: &str) -> String {
    let inner = |start: &str| reverted.strip_prefix(start)?.strip_suffix('"');
    match (inner("Revert \""), inner("Reapply \"")) {
        (Some(subject), _) => format!("Reapply \"{subject}\""),
        (_, Some(subject)) => format!("Revert \"{subject}\""),
        _ => format!("Revert \"{reverted}\""),
    }
}

/// The whole message.
pub fn message(
    subject: &str,
    (operation, commit): (&Operation, ObjectId),
    id: &TransactionId,
) -> String {
    let Operation { id: reverted, kind, .. } = operation;
    let kind = kind.as_str();
    format!(
        "{subject}\n\nThis takes back what the {kind} {reverted} changed in commit\n{commit}.\n\n\
         Clada-Transaction: {id}\nClada-Reverts: {reverted}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revert_of_a_revert_is_named_as_git_names_it() {
        assert_eq!(subject("AI: edit a"), "Revert \"AI: edit a\"");
        assert_eq!(subject("Revert \"AI: edit a\""), "Reapply \"AI: edit a\"");
        assert_eq!(subject("Reapply \"AI: edit a\""), "Revert \"AI: edit a\"");
        assert_eq!(subject("Revert \"AI"), "Revert \"Revert \"AI\"");
    }
}
