//! Opens the page in the user's browser, where there is a desktop.

use std::process::{Command, Stdio};

/// Whether there is a screen to show a browser on.
pub(crate) fn has_desktop() -> bool {
    let is_remote = std::env::var_os("SSH_CONNECTION").is_some();
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    !is_remote && (cfg!(any(target_os = "macos", target_os = "windows")) || has_display)
}

/// A browser that does not come is no failure: the address is printed anyway.
pub(crate) fn open(address: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let opened = Command::new(program)
        .args(first)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match opened {
        Ok(mut child) => {
            // Somebody must wait for it, or it stays in the list of processes.
            std::thread::spawn(move || child.wait());
        }
        Err(error) => tracing::debug!(%error, program, "no browser"),
    }
}
