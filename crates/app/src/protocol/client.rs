//! Another program that speaks the protocol, seen from here. It is never waited
//! for without a limit, and never outlives its owner: it has a process group of
//! its own, so that whatever it has started goes with it, and so that Ctrl-C comes
//! to us alone.

use super::keeper;
use anyhow::{Context, bail};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// So many lines wait to be read; a program that says more must wait itself.
const LINES_KEPT: usize = 1000;
const LONGEST_LINE: u64 = 1 << 16;
/// So many lines wait for a program that does not read.
const LINES_UNREAD: usize = 1000;

#[derive(Debug)]
pub(crate) struct Client {
    child: Child,
    input: Option<SyncSender<String>>,
    lines: Receiver<String>,
    has_ended: bool,
}

impl Client {
    /// Starts a program, given with its arguments as on a command line.
    pub(crate) fn start(command: &str) -> anyhow::Result<Client> {
        let words = words(command);
        let (program, arguments) = words
            .split_first()
            .context("expected the name of a program, found nothing")?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start '{program}'"))?;
        keeper::started(child.id());
        let (heard, lines) = sync_channel(LINES_KEPT);
        let (input, unread) = sync_channel(LINES_UNREAD);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let client = Client {
            child,
            input: Some(input),
            lines,
            has_ended: false,
        };
        let stdin = stdin.context("the program has no input")?;
        let stdout = stdout.context("the program has no output")?;
        std::thread::spawn(move || speak(stdin, &unread));
        std::thread::spawn(move || listen(stdout, &heard));
        Ok(client)
    }

    /// Gives the program a line to read; whether it does shows in what it answers.
    pub(crate) fn send(&mut self, line: &str) -> anyhow::Result<()> {
        let input = self.input.as_ref().context("its input is closed")?;
        input
            .try_send(format!("{line}\n"))
            .with_context(|| format!("it does not take '{line}'"))
    }

    /// Forgets what was said and not read yet.
    pub(crate) fn skip_lines(&self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// The next line, or `None` when none comes in time.
    pub(crate) fn next_line(&self, patience: Duration) -> anyhow::Result<Option<String>> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => bail!("it has ended"),
        }
    }

    /// All lines up to the one that `is_last` says is the last.
    pub(crate) fn lines_until(
        &self,
        patience: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Vec<String>> {
        let ends = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let left = ends.saturating_duration_since(Instant::now());
            let Some(line) = self.next_line(left)? else {
                bail!("no answer within {:.1} s", patience.as_secs_f64());
            };
            let is_over = is_last(&line);
            lines.push(line);
            if is_over {
                return Ok(lines);
            }
        }
    }

    /// The line that begins with this word; others before it are skipped.
    pub(crate) fn answer(&self, word: &str, patience: Duration) -> anyhow::Result<String> {
        let is_it = |line: &str| line.split_whitespace().next() == Some(word);
        let lines = self.lines_until(patience, is_it);
        let mut lines = lines.with_context(|| format!("expected '{word}'"))?;
        Ok(lines.pop().unwrap_or_default())
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether the program ends by itself in time.
    pub(crate) fn ends_within(&mut self, patience: Duration) -> bool {
        let ends = Instant::now() + patience;
        while Instant::now() < ends {
            // What it still says must not keep it from ending.
            self.skip_lines();
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                self.has_ended = true;
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        // A number that was given back may be another program's by now.
        if !self.has_ended {
            keeper::kill_group(self.child.id());
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        keeper::ended(self.child.id());
    }
}

/// Hands lines on until there are no more, or until nobody reads them.
fn speak(mut input: impl Write, unread: &Receiver<String>) {
    while let Ok(line) = unread.recv() {
        let said = input.write_all(line.as_bytes());
        if said.and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn listen(output: impl std::io::Read, heard: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let mut limited = std::io::Read::take(&mut output, LONGEST_LINE);
        match limited.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if heard.send(line).is_err() {
                    return;
                }
            }
        }
    }
}

/// The words of a command; quotes hold words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in command.chars() {
        match letter {
            '"' | '\'' if quote.is_none() => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            letter if quote == Some(letter) => quote = None,
            letter if letter.is_whitespace() && quote.is_none() => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(words("a  'b c' \"d'e\""), ["a", "b c", "d'e"]);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Client::start("/no/such/program x").unwrap_err();
        assert!(format!("{error:#}").contains("cannot start '/no/such/program'"));
    }
}
