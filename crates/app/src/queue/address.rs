//! Where a queue is, and how one is let in. A password never stands on a command line,
//! where everybody on the machine can read it: it comes from the environment or from
//! the password file that Postgres' own programs read.

use crate::failure::{Failure, Outcome};
use std::path::PathBuf;
use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// Names the queue where no argument does.
pub(crate) const VARIABLE: &str = "PLYGROUND_QUEUE";

#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub(crate) config: Config,
}

impl Address {
    /// What an argument says.
    pub(crate) fn given(text: &str) -> Outcome<Address> {
        let config = read(text)?;
        if config.get_password().is_some() {
            return Err(Failure::input(
                "--queue: a password on the command line is read by everybody on this machine: \
                 expected none; PGPASSWORD or the file ~/.pgpass may hold it",
            ));
        }
        Ok(Address::complete(config))
    }

    /// What an argument says, or else the environment.
    pub(crate) fn given_or_usual(text: Option<&str>) -> Outcome<Address> {
        match (text, std::env::var(VARIABLE)) {
            (Some(text), _) => Address::given(text),
            (None, Ok(text)) => Ok(Address::complete(read(&text)?)),
            (None, Err(_)) => Err(Failure::input(format!(
                "expected --queue postgres://USER@HOST/DATABASE, or the same in {VARIABLE}"
            ))),
        }
    }

    fn complete(mut config: Config) -> Address {
        if config.get_password().is_none()
            && let Some(password) = password(&config)
        {
            config.password(password);
        }
        config.application_name("plyground");
        Address { config }
    }

    /// For people, without secrets.
    pub(crate) fn shown(&self) -> String {
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            #[cfg(unix)]
            Some(Host::Unix(path)) => path.display().to_string(),
            None => "localhost".to_owned(),
        };
        let port = self.config.get_ports().first().copied().unwrap_or(5432);
        let database = self.config.get_dbname().unwrap_or_default();
        format!("{host}:{port}/{database}")
    }
}

fn read(text: &str) -> Outcome<Config> {
    let wrong = || {
        Failure::input("--queue: expected an address such as postgres://USER@HOST:5432/DATABASE")
    };
    let is_address = text.starts_with("postgres://") || text.starts_with("postgresql://");
    let config: Config = text.parse().map_err(|_| wrong())?;
    match is_address && !config.get_hosts().is_empty() {
        true => Ok(config),
        false => Err(wrong()),
    }
}

fn password(config: &Config) -> Option<String> {
    if let Ok(password) = std::env::var("PGPASSWORD") {
        return Some(password);
    }
    let file = match std::env::var_os("PGPASSFILE") {
        Some(path) => PathBuf::from(path),
        None => PathBuf::from(std::env::var_os("HOME")?).join(".pgpass"),
    };
    in_password_file(&std::fs::read_to_string(file).ok()?, config)
}

/// The password of the first line that fits: `host:port:database:user:password`, where
/// `*` fits everything and `\` takes a letter literally.
fn in_password_file(text: &str, config: &Config) -> Option<String> {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        _ => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    let wanted = [&host, &port.to_string(), database, user];
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.find_map(|line| {
        let fields = fields(line);
        let fits = |(wanted, field): (&&str, &String)| field == "*" || field == wanted;
        let is_it = fields.len() == 5 && wanted.iter().zip(&fields).all(fits);
        is_it.then(|| fields[4].clone())
    })
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        let last = fields.len() - 1;
        match letter {
            '\\' => fields[last].extend(letters.next()),
            ':' if fields.len() < 5 => fields.push(String::new()),
            letter => fields[last].push(letter),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let config = read("postgres://w@db:5433/ply").unwrap();
        let file = "# a remark\nother:*:*:*:no\ndb:5432:*:w:no\n*:5433:ply:w:a\\:b:c\n*:*:*:*:no\n";
        assert_eq!(in_password_file(file, &config).as_deref(), Some("a:b:c"));
        assert_eq!(in_password_file("db:5433:ply:w\n", &config), None);
        assert_eq!(in_password_file("", &config), None);
    }

    #[test]
    fn a_password_on_the_command_line_is_refused() {
        for text in [
            "postgres://w:secret@db/ply",
            "",
            "db",
            "mysql://w@db/ply",
            "postgres://",
        ] {
            assert!(
                matches!(Address::given(text), Err(Failure::Input(_))),
                "{text}"
            );
        }
        assert_eq!(
            Address::given("postgres://w@db/ply").unwrap().shown(),
            "db:5432/ply"
        );
    }
}
