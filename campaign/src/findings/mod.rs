//! Recorded findings after the campaign: what they are, whether they still fail, in which versions, and how to report them.
//!
//! | part | does |
//! |---|---|
//! | `folder` | finds the folders of findings, and reads them or says what is wrong with them |
//! | `replay` | runs a finding's target on its case again |
//! | `bisect` | replays a finding with each installed version of a program that took part |
//! | `report` | writes a page that can be filed with the program's maintainers |

mod bisect;
mod folder;
mod replay;
mod report;

pub use bisect::{Bisected, VersionVerdict, bisect};
pub use folder::{FindingFolder, FolderError, finding_folders};
pub use replay::{Replayed, Replayer};
pub use report::{Report, report};
