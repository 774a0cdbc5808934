//! Endings: positions with few pieces, solved from the end.
//!
//! What is draughts in this is the numbering and the moves; the solver is the engine's.

mod all;
mod inside;
mod numbering;
mod oracle;
mod slice;
mod small;
mod timing;

pub use all::AllSlices;
pub use inside::{Ending, Endings};
pub use numbering::{MOST_PIECES, Material, Numbering, Place, Slice, State};
pub use oracle::{Exact, Verdict};
pub use slice::{SliceStates, Solved};
pub use timing::Timing;
