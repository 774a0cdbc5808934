//! The page's files: embedded in the program, or read from a folder while they
//! are being written.

use super::App;
use super::refusal::{Refused, refused};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyground_api::Refusal;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::io;
use std::path::{Component, Path};

#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

const INDEX: &str = "index.html";

struct File {
    content: Cow<'static, [u8]>,
    tag: String,
}

/// Every path that is no other route: a file, or the page itself for an address
/// that the page understands.
pub(crate) async fn page(State(app): State<App>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/').to_owned();
    let missing = || {
        let message = format!("there is nothing at /{path}");
        Refused(Refusal::not_found(message)).into_response()
    };
    if path == "api" || path.starts_with("api/") {
        return missing();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let message = format!("{} does not fit here", request.method());
        let refusal = refused(StatusCode::METHOD_NOT_ALLOWED, "bad-method", message);
        return Refused(refusal).into_response();
    }
    let is_address = path.is_empty() || !path.rsplit('/').next().unwrap_or_default().contains('.');
    let name = if is_address { INDEX } else { path.as_str() };
    let file = match &app.page_folder {
        Some(folder) => from_folder(folder, name),
        None => embedded(name),
    };
    file.map_or_else(missing, |file| respond(name, file, request.headers()))
}

/// A file of the page as it lies in the program.
pub(crate) fn page_file(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(name).map(|file| file.data)
}

/// All files of the page by their names, as they lie in the program or in a folder.
pub(crate) fn page_files(folder: Option<&Path>) -> io::Result<Vec<(String, Vec<u8>)>> {
    let Some(folder) = folder else {
        let files = Files::iter().filter_map(|name| {
            let content = page_file(&name)?;
            Some((name.to_string(), content.into_owned()))
        });
        return Ok(files.collect());
    };
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(inner)? {
            let path = entry?.path();
            match path.strip_prefix(folder) {
                Ok(_) if path.is_dir() => folders.push(path),
                Ok(name) => {
                    files.push((name.to_string_lossy().into_owned(), std::fs::read(&path)?))
                }
                Err(_) => {}
            }
        }
    }
    Ok(files)
}

fn embedded(name: &str) -> Option<File> {
    let file = Files::get(name)?;
    let hash = file.metadata.sha256_hash();
    Some(File {
        tag: hash[..8].iter().map(|byte| format!("{byte:02x}")).collect(),
        content: file.data,
    })
}

/// Reads nothing outside of the folder.
fn from_folder(folder: &Path, name: &str) -> Option<File> {
    let relative = Path::new(name);
    let is_inside = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(relative);
    let modified = path.metadata().ok()?.modified().ok()?;
    let content = is_inside.then(|| std::fs::read(&path).ok())??;
    let since = modified.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(File {
        tag: format!("{}-{}", since.as_nanos(), content.len()),
        content: content.into(),
    })
}

fn respond(name: &str, file: File, asked: &HeaderMap) -> Response {
    let tag = format!("W/\"{}\"", file.tag);
    let known = asked
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag));
    let headers = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::CACHE_CONTROL, "no-cache"),
        (header::ETAG, tag.as_str()),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Body::from(file.content)).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
