//! `plyground completions`: for the shells.

use crate::arguments::Arguments;
use crate::failure::Outcome;
use clap::CommandFactory;

pub(crate) fn run(shell: clap_complete::Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "plyground", &mut script);
    std::io::Write::write_all(&mut std::io::stdout().lock(), &script)?;
    Ok(())
}
