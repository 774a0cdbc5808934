//! The only place that knows the processor: the search is compiled twice from
//! the same source, once for any processor and once for one with vector and bit
//! instructions, and the better one is chosen when the program runs.
//!
//! Both forms enter the same nodes and give the same scores, as there is but one
//! source. The vector instructions come from the compiler, which puts the four
//! directions of [`super::lines`] into one register.
#![allow(unsafe_code)]

use super::chain::Moment;
use super::search::{self, Searcher};

/// Which of the two compilations is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Plain,
    Vector,
}

impl Form {
    /// The fastest form that this processor can run.
    pub fn best() -> Form {
        if Form::Vector.is_available() {
            Form::Vector
        } else {
            Form::Plain
        }
    }

    pub fn is_available(self) -> bool {
        match self {
            Form::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Form::Vector => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Form::Vector => false,
        }
    }
}

/// A compilation of the search, for the search to call itself by.
pub(super) trait Compilation {
    fn search<const W: usize, const H: usize>(
        searcher: &mut Searcher<'_, W, H>,
        quiet: &Moment,
        key: u64,
        asked: i32,
    ) -> i32;
}

/// Runs the search in the form asked for, or in the plain one where this
/// processor lacks it.
pub(super) fn search<const W: usize, const H: usize>(
    form: Form,
    searcher: &mut Searcher<'_, W, H>,
    quiet: &Moment,
    key: u64,
    asked: i32,
) -> i32 {
    match form {
        #[cfg(target_arch = "x86_64")]
        Form::Vector if form.is_available() => Vector::search(searcher, quiet, key, asked),
        _ => Plain::search(searcher, quiet, key, asked),
    }
}

struct Plain;

impl Compilation for Plain {
    fn search<const W: usize, const H: usize>(
        searcher: &mut Searcher<'_, W, H>,
        quiet: &Moment,
        key: u64,
        asked: i32,
    ) -> i32 {
        search::search::<W, H, Plain>(searcher, quiet, key, asked)
    }
}

#[cfg(target_arch = "x86_64")]
struct Vector;

#[cfg(target_arch = "x86_64")]
impl Compilation for Vector {
    #[inline(always)]
    fn search<const W: usize, const H: usize>(
        searcher: &mut Searcher<'_, W, H>,
        quiet: &Moment,
        key: u64,
        asked: i32,
    ) -> i32 {
        // SAFETY: called by `search` above, which has asked the processor, and by
        // `vector_search`, which is only reached from here.
        unsafe { vector_search(searcher, quiet, key, asked) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn vector_search<const W: usize, const H: usize>(
    searcher: &mut Searcher<'_, W, H>,
    quiet: &Moment,
    key: u64,
    asked: i32,
) -> i32 {
    search::search::<W, H, Vector>(searcher, quiet, key, asked)
}
