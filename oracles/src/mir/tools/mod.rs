//! Programs of the family `llc`, each run on all functions of a case at once.

mod accepts;
mod again;
mod answers;
mod assembly;
mod batch;
mod changes;
mod difference;
mod expected;
mod features;
mod float_text;
mod foreign;
mod keeps;
mod llc;
mod pass_list;
mod passes;
mod prints;
mod setting;
mod settled;
mod stage;
mod stops;
mod stubs;
mod verified;
mod versions;

pub use accepts::{LLC_ACCEPTS, llc_verdicts};
pub use again::LLC_AGAIN;
pub(super) use answers::LlcAnswers;
pub use keeps::LLC_KEEPS;
pub(super) use llc::Llc;
pub(super) use pass_list::{has_pass, of_any_level, pass_names};
pub use passes::{LLC_PASSES, pinned};
pub(super) use passes::{NO_PASS_OF_NAME, UNKNOWN_PASS};
pub use prints::LLC_PRINTS;
use setting::Setting;
pub use verified::accepted_by_llc;
pub use versions::LLC_VERSIONS;

/// Skip reason: llc accepts no function of the case.
const TEXT_REFUSED: &str = "llc-refuses";
