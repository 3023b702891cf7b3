//! One of two servers on a database vanishes during a confirmation, while forty travellers wait for theirs.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::books::Books;
use crate::journey::{GOOD_CARD, Opened, offers, request};
use crate::program::Site;
use crate::proxy::Proxy;
use crate::traveller::{Traveller, get, post};

const TRAVELLERS: usize = 40;
/// PostgreSQL ends an idle transaction after 10 seconds; the rest is for a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

// PAY-08: a vanished server once held the counter of the invoice numbers, and for two hours no booking was confirmed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forty_travellers_are_confirmed_after_a_server_vanished_during_a_confirmation() {
    let site = Site::new().await;
    if site.database() == "SQLite" {
        // The lock ends with the process.
        return;
    }
    let here = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let offers = offers(&visitor).await;
    let who = visitor.clone().sign_up(0, &site.outbox()).await;
    let ask = request(&who, &offers[0], 1).await;
    let mut paid = Vec::new();
    for number in 0..TRAVELLERS {
        let key = format!("traveller-{number}");
        let question = post("/api/bookings", &ask);
        let opened = who.insist(&question.with_key(&key)).await.expect(201);
        let opened = Opened::of(&opened["data"]);
        assert_eq!(opened.card(&who, GOOD_CARD).await, Some(200));
        paid.push(opened);
    }

    let (proxy, through) = Proxy::start(&site.database_url).await;
    proxy.hide_closed_clients();
    let dying = [
        ("CHAUTARI_DATABASE_URL", through.as_str()),
        ("CHAUTARI_KILL_AT", "confirmation-written"),
    ];
    let alive = site.address().borrow().clone();
    let vanishes = site.start(&["serve"], &dying).await;
    // Its first confirmation is its last act; the traveller goes on at the other server.
    let first = paid.remove(0);
    let confirming = tokio::spawn({
        let who = who.clone();
        async move { first.verify(&who).await }
    });
    let status = vanishes.ended().await.expect("it dies");
    assert!(!status.success(), "{status}");
    site.publisher().send_replace(alive);

    let since = Instant::now();
    let mut verifying = JoinSet::new();
    for opened in paid {
        let who = who.clone();
        verifying.spawn(async move {
            // 503 with `Retry-After` is retried.
            while opened.verify(&who).await != 200 {
                assert!(since.elapsed() < PATIENCE, "still waiting");
                who.breathe().await;
            }
            since.elapsed()
        });
    }
    // All other requests succeed in the meantime.
    for path in ["/api/treks/getall", "/readyz"] {
        visitor.insist(&get(path)).await.expect(200);
        assert!(since.elapsed() < PATIENCE, "{path}");
    }
    let waited = verifying.join_all().await;
    let longest = waited.iter().max().expect("the others");
    assert_eq!(confirming.await.expect("it ends"), 200);
    println!("{TRAVELLERS} travellers were confirmed within {longest:?}");
    assert!(*longest < PATIENCE, "{longest:?}");
    site.kill(here).await;

    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    let books = Books::read(&db).await;
    let numbers = books.bookings.iter().filter_map(|booking| {
        let number = booking.invoice_number.as_deref()?;
        number.rsplit_once('-')?.1.parse::<usize>().ok()
    });
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_unstable();
    assert!(numbers.len() > TRAVELLERS, "with those of the demo");
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
    assert_eq!(crate::audit_money::breaches(&books), [""; 0]);
    db.close().await.expect("closed");
}
