//! The whole of plyground with Breakthrough, and one of its own games beside it.

fn main() -> std::process::ExitCode {
    plyground::run(breakthrough::GAMES)
}
