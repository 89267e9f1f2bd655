//! Granting what stands in a directory that was granted, where the disk is not to be asked.

use bstr::BStr;

use super::{
    forbidden,
    gate::{Access, judge},
    granted::GrantedPath,
    refusal::{Refusal, check_form},
};

impl GrantedPath {
    /// Grants the name itself of what stands in this directory, which is not on the disk yet, or not
    /// as it is by now: no link is followed, and the disk not looked at.
    pub fn inside(&self, name: &BStr) -> Result<Self, Refusal> {
        if let Some(why) = forbidden::reason(name) {
            return Err(Refusal::forbidden(&self.rel().join(name).to_string(), why));
        }
        let path = self.named(name);
        check_form(path.shown())?;
        judge(&path, (Access::Entry, None))?;
        Ok(path)
    }
}
