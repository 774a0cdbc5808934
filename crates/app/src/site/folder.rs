//! The folder: whole or as it was before, each file with its gzip and its brotli
//! beside it, for hosts that send what lies there.

use super::{Files, INDEX, SERVICE_WORKER};
use crate::failure::{Failure, Outcome};
use crate::machine;
use flate2::Compression;
use flate2::write::GzEncoder;
use plyground_engine::algorithm::Stop;
use plyground_engine::parts;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Refuses a folder with something else in it, before minutes of work for it are lost.
pub(crate) fn check(folder: &Path) -> Outcome {
    let cannot = |why: &str| {
        let folder = folder.display();
        Failure::input(format!("cannot write a site to {folder}: {why}"))
    };
    let mut there = match fs::read_dir(folder) {
        Ok(there) => there,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(cannot(&error.to_string())),
    };
    let is_site = [INDEX, SERVICE_WORKER]
        .iter()
        .all(|name| folder.join(name).is_file());
    match there.next().is_none() || is_site {
        true => Ok(()),
        false => Err(cannot(
            "expected a new or empty folder, or an older site, found other files",
        )),
    }
}

/// Writes all files beside the folder, then takes its place.
pub(crate) fn write(folder: &Path, files: &Files) -> Outcome {
    let beside = |ending: &str| {
        let mut name = folder.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.{ending}", std::process::id()));
        folder.with_file_name(name)
    };
    let (new, old) = (beside("new"), beside("old"));
    let written = write_all(&new, files).and_then(|()| {
        let has_old = folder.exists();
        if has_old {
            fs::rename(folder, &old)?;
        }
        fs::rename(&new, folder).inspect_err(|_| {
            if has_old {
                let _ = fs::rename(&old, folder);
            }
        })
    });
    let _ = fs::remove_dir_all(&new);
    let _ = fs::remove_dir_all(&old);
    written.map_err(|error| {
        let folder = folder.display();
        Failure::input(format!("cannot write a site to {folder}: {error}"))
    })
}

/// The largest files take longest, so they come first.
fn write_all(folder: &Path, files: &Files) -> io::Result<()> {
    let mut in_order: Vec<(&String, &Vec<u8>)> = files.iter().collect();
    in_order.sort_by_key(|(_, content)| std::cmp::Reverse(content.len()));
    let states = parts::in_parts(
        machine::cores(),
        in_order.len() as u64,
        &Stop::new(),
        || Ok(()),
        |done: &mut io::Result<()>, part| {
            if done.is_ok() {
                let (name, content) = in_order[part as usize];
                *done = write_file(&folder.join(name), content);
            }
        },
    );
    states.into_iter().collect()
}

fn write_file(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let with_ending = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    fs::write(path, content)?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(content)?;
    fs::write(with_ending(".gz"), gzip.finish()?)?;
    let mut brotli = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut brotli, &Default::default())?;
    fs::write(with_ending(".br"), brotli)
}
