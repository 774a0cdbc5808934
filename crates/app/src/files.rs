//! Files that outlive the run that wrote them: books, tables, journals, games for
//! learning, what a command was asked to write. A new one takes the old one's place
//! when it is whole and on disk ([`whole`]); what may grow for hours has one writer
//! ([`lock`]); what is too large for memory is read block by block, each checked
//! ([`blocks`]). What the bytes must look like is `plyground_engine::checked`.

pub(crate) mod blocks;
pub(crate) mod lock;
pub(crate) mod scratch;
pub(crate) mod whole;
