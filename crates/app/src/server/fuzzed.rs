//! What any bytes do to the readers of requests and of the database's rows.

use super::store::Store;
use super::{App, Settings, Shutdown};
use plyground_api::analysis::{AnalysisRequest, LONGEST_ANALYSIS};
use plyground_api::import::{self, Import};
use plyground_api::lab::LabRequest;
use plyground_api::library::{Arrangement, text_of};
use plyground_api::record::{WriteRequest, written};
use plyground_api::refusal::parse;
use plyground_api::saved::{Changes, Desk, NewGame, added};
use plyground_api::shelf::{Shelf, Wanted};
use plyground_api::state::{State, describe};
use plyground_games::Games;
use std::cell::RefCell;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use tokio::sync::watch;

fn app() -> App {
    let settings = Settings {
        games: Games::new(plyground_games::REGISTRY).expect("our own list"),
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: None,
        database: Some(PathBuf::from(":memory:")),
        tables: Some(PathBuf::from("/no/such/tables")),
        page_folder: None,
        memory: 0,
        opens_browser: false,
        hosts: Vec::new(),
        queue: None,
        token: None,
    };
    let (_, is_over) = watch::channel(false);
    App::new(&settings, Shutdown(is_over)).expect("a server in memory")
}

thread_local! {
    static APP: RefCell<Option<App>> = const { RefCell::new(None) };
}

fn with_app(work: impl FnOnce(&App)) {
    APP.with_borrow_mut(|kept| work(kept.get_or_insert_with(app)));
}

/// The same bytes as the body of every kind of request.
pub(crate) fn bodies(bytes: &[u8]) {
    with_app(|app| {
        let state = parse::<State>(bytes);
        if let Ok(opened) = state.and_then(|state| state.opened(&app.catalogue)) {
            let _ = serde_json::to_string(&describe(&opened, None));
        }
        let _ = parse::<AnalysisRequest>(bytes).and_then(|asked| {
            let opened = asked.state.opened(&app.catalogue)?;
            asked.asked(opened.session.as_ref(), LONGEST_ANALYSIS)
        });
        let _ = parse::<LabRequest>(bytes).and_then(|asked| asked.prepared(&app.catalogue));
        if let Ok(asked) = parse::<WriteRequest>(bytes) {
            let _ = written(&app.catalogue, asked);
        }
        if let Ok(asked) = parse::<Arrangement>(bytes) {
            let _ = text_of(&app.catalogue, &asked);
        }
        if let Ok(asked) = parse::<Import>(bytes) {
            let ready = import::ready(&app.catalogue, &asked);
            let _ =
                ready.and_then(|ready| app.store.change(|shelf| ready.kept(&app.catalogue, shelf)));
        }
        if let Ok(new) = parse::<NewGame>(bytes) {
            let _ = app.store.change(|shelf| added(&app.catalogue, shelf, new));
        }
        let _ = parse::<Changes>(bytes);
    });
}

/// A row whose columns are these bytes, one after the other, as text, numbers or
/// neither; it is listed and opened.
pub(crate) fn rows(bytes: &[u8]) {
    let Ok(store) = Store::open(Some(std::path::Path::new(":memory:"))) else {
        return;
    };
    let _ = store.change(|shelf| shelf.add_any(bytes));
    with_app(|app| {
        let listed = store.read(|shelf| shelf.list(&Wanted::default()));
        assert!(listed.is_ok(), "a row hides the list");
        let _ = store.read(|shelf| Desk::open(&app.catalogue, shelf, 1, None).map(drop));
    });
}
