//! The cache of public reads: current after every save of any server, the same in every coding, and bounded.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::Method;
use chautari::http::prepared::Prepared;
use chautari::http::public_cache::{Key, read};
use chautari::platform::adapters::clock::Clock;
use chautari::platform::app::App;
use chautari::platform::other_servers;
use chautari::router;
use chrono::TimeDelta;
use tokio::sync::{Notify, watch};

use crate::call::{Answer, Call};
use crate::departures::{book, departure_with, seats};
use crate::page::text;
use crate::stage::{change_trek, keep, stored_trek, trek_named};
use crate::support::TestApp;

/// A second, and the time of a busy machine to answer.
const SEEN_WITHIN: Duration = Duration::from_millis(1500);

async fn other_server(test: &TestApp) -> App {
    let other = App::start((*test.app.config).clone(), Clock::Fixed(test.clock.clone()));
    other.await.expect("another server")
}

async fn get(router: &Router, path: &str) -> Answer {
    Call::new(router.clone(), Method::GET, path).send().await
}

#[tokio::test]
async fn a_save_shows_in_every_read_at_once_and_at_another_server_within_a_second() {
    let test = TestApp::start().await;
    let mut trek = stored_trek(&test).await;
    let other = other_server(&test).await;
    let (stop, stopped) = watch::channel(false);
    let following = tokio::spawn(other_servers::follow(other.clone(), stopped));
    let other = router::router(other);
    let paths = [
        format!("/api/treks/{}", trek.id),
        format!("/package/{}", trek.id),
        "/api/treks/getall".to_owned(),
        "/packages".to_owned(),
        "/".to_owned(),
    ];
    for path in &paths {
        let read = text(&get(&other, path).await).to_owned();
        assert!(read.contains("Namche Bazaar"), "{path}");
        test.get(path).send().await;
    }
    change_trek(&test, &mut trek, |trek| trek.name = "Renamed".to_owned()).await;
    let begun = Instant::now();
    for path in &paths {
        let answer = test.get(path).send().await;
        assert!(text(&answer).contains("Renamed"), "{path}");
    }
    for path in &paths {
        while !text(&get(&other, path).await).contains("Renamed") {
            assert!(begun.elapsed() < SEEN_WITHIN, "{path}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    stop.send(true).expect("it follows");
    following.await.expect("it ends");
}

#[tokio::test]
async fn seats_that_another_server_sells_are_gone_within_a_second() {
    let test = TestApp::start().await;
    let (trek, departure) = departure_with(&test, 5).await;
    let other = router::router(other_server(&test).await);
    let path = format!("/api/treks/{}/departures", trek.id);
    let left = async |router: &Router| {
        let list = get(router, &path).await.expect(200);
        list["data"]["departures"][0]["seatsLeft"].clone()
    };
    assert_eq!(left(&other).await, 5);
    assert_eq!(left(&test.router).await, 5);
    let me = test.traveller().await;
    book(&test, &me, &seats(&test, &trek, &departure, 2).await).await;
    assert_eq!(left(&test.router).await, 3);
    test.clock.advance(TimeDelta::seconds(1));
    assert_eq!(left(&other).await, 3);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_trek_that_is_hidden_is_not_found_at_once() {
    let test = TestApp::start().await;
    let mut trek = stored_trek(&test).await;
    let paths = ["/api/treks", "/package"].map(|root| format!("{root}/{}", trek.id));
    for path in &paths {
        assert_eq!(test.get(path).send().await.status, 200, "{path}");
    }
    let archived = test.app.clock.now();
    change_trek(&test, &mut trek, |trek| trek.archived_at = Some(archived)).await;
    for path in &paths {
        assert_eq!(test.get(path).send().await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn compressed_copies_have_the_content_of_the_plain_response() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    for path in [
        format!("/api/treks/{}", trek.id),
        format!("/package/{}", trek.id),
    ] {
        let read = async |coding: &str| {
            let answer = test.get(&path).header("accept-encoding", coding);
            answer.send().await
        };
        let plain = read("identity").await;
        for _ in 0..2 {
            let (brotli, gzip) = (read("br").await, read("gzip").await);
            assert_eq!(brotli.header("content-encoding"), Some("br"), "{path}");
            assert_eq!(gzip.header("content-encoding"), Some("gzip"), "{path}");
            let mut unpacked = Vec::new();
            brotli::BrotliDecompress(&mut &brotli.body[..], &mut unpacked).expect("brotli");
            assert!(unpacked == plain.body, "{path}");
            unpacked.clear();
            let mut gzip = flate2::read::GzDecoder::new(&gzip.body[..]);
            std::io::Read::read_to_end(&mut gzip, &mut unpacked).expect("gzip");
            assert!(unpacked == plain.body, "{path}");
        }
    }
    let small = test.get("/api/treks/map").header("accept-encoding", "br");
    assert_eq!(small.send().await.header("content-encoding"), None);
}

const NAMES: Key = Key::content("names of a test");

async fn names(app: &App) -> Prepared {
    let treks = store::treks::list(&app.db).await.expect("treks");
    let names: Vec<_> = treks.into_iter().map(|trek| trek.name).collect();
    Prepared::json(&names).expect("JSON")
}

fn shown(prepared: &Prepared) -> &str {
    std::str::from_utf8(prepared.plain()).expect("text")
}

// The first request has read the database before the save, and responds after it.
#[tokio::test]
async fn a_save_while_a_response_is_prepared_is_not_lost() {
    let test = TestApp::start().await;
    keep(&test.app, &trek_named(&test.app, "Before")).await;
    let (has_read, may_respond) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (app, told, waits) = (test.app.clone(), has_read.clone(), may_respond.clone());
    let slow = tokio::spawn(async move {
        let slow = async || {
            let names = names(&app).await;
            told.notify_one();
            waits.notified().await;
            Ok(names)
        };
        read(&app, NAMES, slow).await.expect("read")
    });
    has_read.notified().await;
    keep(&test.app, &trek_named(&test.app, "After")).await;
    // It waits for the first one, whose response is too old for it.
    let app = test.app.clone();
    let next = tokio::spawn(async move {
        let names = async || Ok(names(&app).await);
        read(&app, NAMES, names).await.expect("read")
    });
    tokio::task::yield_now().await;
    may_respond.notify_one();
    assert_eq!(shown(&slow.await.expect("read")), r#"["Before"]"#);
    assert_eq!(shown(&next.await.expect("read")), r#"["After","Before"]"#);
    let names = async || Ok(names(&test.app).await);
    let later = read(&test.app, NAMES, names).await.expect("read");
    assert_eq!(shown(&later), r#"["After","Before"]"#);
}

#[tokio::test]
async fn many_requests_prepare_a_response_once_until_a_save_a_minute_or_the_next_day() {
    let test = TestApp::start().await;
    let made = AtomicUsize::new(0);
    let read_all = async || {
        let prepare = || async {
            made.fetch_add(1, Ordering::Relaxed);
            tokio::task::yield_now().await;
            Ok(names(&test.app).await)
        };
        let reads = (0..20).map(|_| read(&test.app, NAMES, prepare));
        for read in futures_util::future::join_all(reads).await {
            read.expect("read");
        }
        made.load(Ordering::Relaxed)
    };
    assert_eq!(read_all().await, 1);
    test.clock.advance(TimeDelta::seconds(59));
    assert_eq!(read_all().await, 1);
    test.clock.advance(TimeDelta::seconds(1));
    assert_eq!(read_all().await, 2);
    stored_trek(&test).await;
    assert_eq!(read_all().await, 3);
    // Half a minute before midnight in Kathmandu.
    test.clock
        .set("2026-11-20T18:14:30Z".parse().expect("a moment"));
    assert_eq!(read_all().await, 4);
    test.clock.advance(TimeDelta::seconds(30));
    assert_eq!(read_all().await, 5);
}

// 32 MB, of which a response takes twice the size of its plain body at most.
#[tokio::test]
async fn the_cache_takes_a_bounded_memory() {
    const RESPONSES: u32 = 40;
    let test = TestApp::start().await;
    let made = AtomicUsize::new(0);
    for round in 0..2 {
        for number in 1..=RESPONSES {
            // The second time from the end, because the first ones have made room for the last.
            let number = if round == 0 {
                number
            } else {
                RESPONSES + 1 - number
            };
            let large = async || {
                made.fetch_add(1, Ordering::Relaxed);
                Ok(Prepared::new("text/plain", vec![b'x'; 1 << 20]))
            };
            let key = Key::content("large").part((number.into(), 0));
            read(&test.app, key, large).await.expect("read");
        }
    }
    let kept = 2 * RESPONSES as usize - made.into_inner();
    assert!((1..16).contains(&kept), "{kept}");
}

// A proxy must not give the token of one reader to another.
#[tokio::test]
async fn a_public_response_with_a_fresh_token_is_not_stored() {
    let test = TestApp::start().await;
    let trek = stored_trek(&test).await;
    let me = test.traveller().await;
    let read = || {
        test.get(&format!("/api/treks/{}", trek.id))
            .bearer(&me.access)
            .header("x-refresh-token", &me.refresh)
            .send()
    };
    let answer = read().await;
    assert_eq!(answer.header("x-access-token"), None);
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    test.clock.advance(TimeDelta::hours(1));
    let answer = read().await;
    assert!(answer.header("x-access-token").is_some());
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.status, 200);
}
