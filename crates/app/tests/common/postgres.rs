//! A private Postgres cluster for the tests: on a port of the loopback of its own, in a
//! directory of its own, gone at the end.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct Cluster {
    binaries: PathBuf,
    directory: PathBuf,
    port: u16,
}

/// Where the server's own programs lie: on the path, or where Debian puts them.
fn binaries() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    let mut folders = folders.into_iter();
    folders
        .find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
        .expect("Postgres is missing: apt-get install postgresql")
}

impl Cluster {
    /// The user `owner` may do everything, and everybody is let in.
    pub(crate) fn start(name: &str) -> Cluster {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        // The server's user must be able to go there, so it is not below a home.
        let folder = format!("plyground-{name}-{}", std::process::id());
        let cluster = Cluster {
            binaries: binaries(),
            directory: std::env::temp_dir().join(folder),
            port: free.local_addr().unwrap().port(),
        };
        drop(free);
        let _ = std::fs::remove_dir_all(&cluster.directory);
        std::fs::create_dir_all(&cluster.directory).unwrap();
        if is_root() {
            let done = Command::new("chown")
                .arg("postgres")
                .arg(&cluster.directory)
                .status();
            assert!(done.unwrap().success());
        }
        let data = cluster.directory.join("data");
        let data = data.to_str().unwrap();
        cluster.call("initdb", &["-D", data, "-A", "trust", "-U", "owner", "-N"]);
        cluster.control("start");
        cluster
    }

    fn call(&self, program: &str, arguments: &[&str]) {
        let program = self.binaries.join(program);
        // It refuses to run as root.
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(&program);
                command
            }
            false => Command::new(&program),
        };
        let done = command
            .args(arguments)
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(done.success(), "{} {arguments:?}", program.display());
    }

    /// `start`, `stop` or `restart`.
    pub(crate) fn control(&self, what: &str) {
        let path = |name: &str| self.directory.join(name).to_str().unwrap().to_owned();
        let settings = format!(
            "-c listen_addresses=127.0.0.1 -c port={} -c unix_socket_directories={} -c fsync=off",
            self.port,
            path("")
        );
        let (data, log) = (path("data"), path("log"));
        self.call(
            "pg_ctl",
            &[
                "-D", &data, "-l", &log, "-o", &settings, "-m", "fast", "-w", what,
            ],
        );
    }

    pub(crate) fn address_of(&self, user: &str, database: &str) -> String {
        format!("postgres://{user}@127.0.0.1:{}/{database}", self.port)
    }

    /// What the server says to a statement, a row a line.
    pub(crate) fn ask(&self, sql: &str) -> String {
        let program = self.binaries.join("psql");
        let program = if program.exists() {
            program
        } else {
            Path::new("psql").to_owned()
        };
        let told = Command::new(program)
            .args(["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql])
            .arg(self.address_of("owner", "postgres"))
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(told.status.success(), "{sql}: {err}");
        String::from_utf8(told.stdout).unwrap().trim().to_owned()
    }
}

fn is_root() -> bool {
    let told = Command::new("id").arg("-u").output().unwrap();
    told.stdout.trim_ascii() == b"0"
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.control("stop");
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
