//! Who may come in. A page of another site may not use this server: not by a name
//! that it makes point here, and not by sending requests across. Where the server
//! listens to other machines, saved games are for those who have its token: it comes
//! in the address that the server prints, and stays in the browser as a cookie.

use super::refusal::{Refused, refused};
use super::{App, Settings};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyground_api::Refusal;
use plyground_engine::message;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;

const COOKIE: &str = "plyground-token";

#[derive(Debug)]
pub(crate) struct Door {
    /// Names that may stand in `Host`.
    hosts: Vec<String>,
    /// On the loopback only loopback addresses are meant.
    is_loopback: bool,
    token: Option<String>,
}

impl Door {
    pub(crate) fn new(settings: &Settings) -> Door {
        let is_loopback = settings.host.is_loopback();
        let made = || (!is_loopback).then(made_up);
        Door {
            hosts: settings.hosts.clone(),
            is_loopback,
            token: settings.token.clone().or_else(made),
        }
    }

    /// The page's address with what opens it.
    pub(crate) fn entrance(&self, page: &str) -> String {
        match &self.token {
            Some(token) => format!("{page}?token={token}"),
            None => page.to_owned(),
        }
    }

    /// Whether a browser may have come to us under this name. A name is somebody's to
    /// point anywhere; an address is what it is.
    fn knows(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        if let Ok(address) = bare.parse::<IpAddr>() {
            return address.is_loopback() || !self.is_loopback;
        }
        let mut names = self.hosts.iter().map(String::as_str).chain(["localhost"]);
        names.any(|known| name.eq_ignore_ascii_case(known))
    }

    fn opens(&self, request: &Request) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let headers = request.headers();
        let bearer = headers.get(header::AUTHORIZATION);
        let bearer = bearer
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        let cookies = headers.get_all(header::COOKIE).iter();
        let cookies = cookies.filter_map(|value| value.to_str().ok());
        let mut shown = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
            .chain(bearer);
        shown.any(|shown| is_same(shown, token))
    }

    /// Who brings the token in the address gets it as a cookie, and the plain address.
    fn welcome(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_deref()?;
        let shown = request.uri().query()?.strip_prefix("token=")?;
        if request.uri().path() != "/" || !is_same(shown, token) {
            return None;
        }
        let cookie =
            format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
        let headers = [
            (header::SET_COOKIE, HeaderValue::from_str(&cookie).ok()?),
            (header::LOCATION, HeaderValue::from_static("/")),
        ];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Sixteen bytes that nobody guesses: the system's randomness is the hashers' key.
fn made_up() -> String {
    let word = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", word(), word())
}

/// Takes as long whatever is right of it.
fn is_same(shown: &str, token: &str) -> bool {
    let pairs = shown.bytes().zip(token.bytes());
    shown.len() == token.len() && pairs.fold(0, |all, (one, other)| all | one ^ other) == 0
}

/// What is answered at the door; `None` where a request may come in.
pub(crate) fn answered(app: &App, request: &Request) -> Option<Response> {
    let refusal = stranger(&app.door, request).or_else(|| locked(&app.door, request));
    match refusal {
        Some(refusal) => Some(Refused(refusal).into_response()),
        None => app.door.welcome(request),
    }
}

fn stranger(door: &Door, request: &Request) -> Option<Refusal> {
    let text = |name: HeaderName| request.headers().get(name)?.to_str().ok();
    let host = text(header::HOST).unwrap_or_default();
    if !door.knows(host) {
        let message = match door.is_loopback {
            true => format!("this server answers to localhost only, not to '{host}'"),
            false => format!(
                "this server does not answer to '{host}': --allow-host lets it, an address always works"
            ),
        };
        return Some(refused(
            StatusCode::MISDIRECTED_REQUEST,
            "wrong-host",
            message,
        ));
    }
    let is_api = request.uri().path().starts_with("/api/");
    let site = text(HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
    let origin = text(header::ORIGIN);
    let is_own = |origin: &str| {
        let name = origin
            .strip_prefix("http://")
            .or(origin.strip_prefix("https://"));
        name.is_some_and(|name| name.eq_ignore_ascii_case(host))
    };
    if is_api && (!["none", "same-origin"].contains(&site) || origin.is_some_and(|it| !is_own(it)))
    {
        let message = "another site may not use this server";
        return Some(refused(StatusCode::FORBIDDEN, "cross-site", message));
    }
    None
}

/// Saved games, and what is told of the machine, want the token.
fn locked(door: &Door, request: &Request) -> Option<Refusal> {
    let path = request.uri().path();
    let is_private = [
        "/api/saved",
        "/api/explorer",
        "/api/queue",
        "/queue",
        "/metrics",
    ]
    .iter()
    .any(|private| path.starts_with(private));
    if !is_private || door.opens(request) {
        return None;
    }
    let message = message!(
        "server.token",
        "saved games want this server's token: open the address that it has printed"
    );
    Some(refused(StatusCode::UNAUTHORIZED, "token", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(is_loopback: bool) -> Door {
        Door {
            hosts: vec!["games.example".to_owned()],
            is_loopback,
            token: None,
        }
    }

    #[test]
    fn a_name_that_was_not_allowed_is_a_strangers() {
        for (host, on_loopback, beyond) in [
            ("localhost:4747", true, true),
            ("127.0.0.1", true, true),
            ("[::1]:80", true, true),
            ("Games.Example:80", true, true),
            ("192.168.1.7:4747", false, true),
            ("evil.example:4747", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("", false, false),
        ] {
            assert_eq!(door(true).knows(host), on_loopback, "{host}");
            assert_eq!(door(false).knows(host), beyond, "{host}");
        }
    }

    #[test]
    fn two_tokens_differ_and_half_a_token_opens_nothing() {
        let (one, other) = (made_up(), made_up());
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
        assert!(is_same(&one, &one) && !is_same(&one[..31], &one) && !is_same("", &one));
    }
}
