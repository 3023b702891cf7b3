//! PostgreSQL stores a transaction and its answer is lost, which leaves the server in doubt. It never repeats such a
//! transaction by itself: the client gets 503 and repeats the request, which finds what was stored.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use crate::audit_money::breaches;
use crate::books::Books;
use crate::call::{Answer, Call};
use crate::database_away::app_behind_proxy;
use crate::proxy::Proxy;
use crate::stage::{
    GOOD_CARD, booking_id, pay, read_booking, request, stored_bookings, stored_trek, verify,
};
use crate::support::TestApp;

/// No request below has as many transactions.
const MAX_COMMITS: u32 = 20;

/// Sends the request once with the answer to each of its commits lost in turn, and repeats it each time as a client does.
/// `call` gets the number of the round.
async fn lose_each_commit(proxy: &Proxy, call: impl AsyncFn(u32) -> Answer) -> Vec<Answer> {
    let mut answers = Vec::new();
    for nth in 1..=MAX_COMMITS {
        proxy.lose_answer_to_commit(nth);
        let first = call(nth).await;
        let is_lost = proxy.has_lost_answer();
        if first.status == 503 {
            assert!(is_lost, "round {nth}: unavailable without a reason");
            assert!(first.header("retry-after").is_some(), "round {nth}");
        } else {
            assert!(first.status.is_success(), "round {nth}: {}", first.status);
        }
        answers.push(repeated(async || call(nth).await).await);
        if !is_lost {
            return answers;
        }
    }
    panic!("the request has more than {MAX_COMMITS} commits");
}

/// The first answer that is not 503. While connections are replaced, some more requests may get that.
async fn repeated(call: impl AsyncFn() -> Answer) -> Answer {
    for _ in 0..50 {
        let answer = call().await;
        if answer.status != 503 {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the database did not come back");
}

fn with_key(test: &TestApp, token: &str, ask: &Value, key: &str) -> Call {
    let call = test.post("/api/bookings", ask).bearer(token);
    call.header("idempotency-key", key)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_booking_whose_commit_is_in_doubt_is_found_by_the_repeated_request() {
    let Some((test, proxy, _folder)) = app_behind_proxy().await else {
        return;
    };
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let answers = lose_each_commit(&proxy, async |round| {
        with_key(&test, &me.access, &ask, &format!("key-{round}"))
            .send()
            .await
    })
    .await;
    let rounds = answers.len();
    assert!(rounds > 1, "no commit was in doubt");
    let mut ids = BTreeSet::new();
    for answer in answers {
        ids.insert(booking_id(&answer.expect(201)["data"]));
    }
    assert_eq!(ids.len(), rounds, "each key has a booking of its own");
    assert_eq!(stored_bookings(&test).await, rounds as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payment_whose_commit_is_in_doubt_confirms_its_booking_once() {
    let Some((test, proxy, _folder)) = app_behind_proxy().await else {
        return;
    };
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let mut paid = Vec::new();
    for nth in 1..=MAX_COMMITS {
        let ask = request(&test, &trek, 2).await;
        let opened = with_key(&test, &me.access, &ask, &format!("key-{nth}"))
            .send()
            .await
            .expect(201)["data"]
            .clone();
        pay(&test, &opened, GOOD_CARD).await.expect(200);
        proxy.lose_answer_to_commit(nth);
        let first = verify(&test, &me, &opened).await;
        let is_lost = proxy.has_lost_answer();
        assert!(first.status.is_success() || first.status == 503);
        repeated(async || verify(&test, &me, &opened).await)
            .await
            .expect(200);
        paid.push(opened);
        if !is_lost {
            break;
        }
    }
    assert!(paid.len() > 1, "no commit was in doubt");
    for opened in &paid {
        let id = booking_id(opened);
        let booking = read_booking(&test, &me, &id).await.expect(200);
        assert_eq!(booking["data"]["booking"]["status"], "Confirmed", "{id}");
    }
    let books = Books::read(&test.app.db).await;
    assert_eq!(breaches(&books), Vec::<String>::new());
}
