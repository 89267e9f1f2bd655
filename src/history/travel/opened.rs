//! Files that their owner may not read: opened as long as an undo or redo is about them.

use crate::base::FileStat;
use crate::policy::GrantedPath;
use crate::workspace::census::{self, Stands};
use crate::workspace::{FileState, FsCode, FsError, Overlay};

/// What an owner needs to read a file.
const READ: u32 = 0o400;

/// Files that were opened for their owner, and what they were. Those that still stand there are closed
/// again when this is dropped.
#[derive(Debug, Default)]
pub struct Opened(Vec<(GrantedPath, FileStat)>);

impl Opened {
    /// What stands at a path. `None`: it is another user's, or stands where nobody may look.
    pub fn state(
        &mut self,
        overlay: &mut Overlay,
        path: &GrantedPath,
    ) -> Result<Option<FileState>, FsError> {
        match overlay.state(path) {
            Err(FsError { code: FsCode::Eacces, .. }) => {}
            state => return state.map(Some),
        }
        let Some(Stands::File { stat }) = census::look(path)? else { return Ok(None) };
        if stat.mode & READ != 0 || census::open_for_owner(path, READ).is_err() {
            return Ok(None);
        }
        self.0.push((path.clone(), stat));
        overlay.state(path).map(Some)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        for (path, was) in &self.0 {
            // What was replaced since is nobody's any more.
            let _ = census::close_again(path, was);
        }
    }
}
