//! The program with our own games.

fn main() -> std::process::ExitCode {
    plyground::run(plyground::games::REGISTRY)
}
