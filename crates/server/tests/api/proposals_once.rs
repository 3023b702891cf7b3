//! A proposal is accepted once, whatever happens at once, and again only after its booking ended unpaid (operations §6).

use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::reconcile::expire_unpaid;
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::custom_trek::{asked, wish};
use crate::money::stored;
use crate::proposals::{acceptance, book, content, create, read, sent, sent_for, step, token};
use crate::stage::{GOOD_CARD, booking_id, pay, stored_bookings, text, verify, with};
use crate::support::{Login, TestApp};
use crate::waitlist::{admin_again, again, person};

const ACCEPTED: &str = "This proposal was accepted already.";

#[tokio::test(flavor = "multi_thread")]
async fn of_several_travellers_at_once_one_accepts() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let kept = sent(&test, &admin).await;
    test.do_jobs().await;
    let people = [person(&test, "Maya").await, person(&test, "Pemba").await];
    let ask = acceptance(token(&kept));
    let answers = join_all((0..8).map(|number| book(&test, &people[number % 2], &ask))).await;
    let accepted = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(accepted, 1);
    for answer in answers {
        if answer.status != 201 {
            answer.expect_failure(409, ACCEPTED);
        }
    }
    assert_eq!(stored_bookings(&test).await, 1);
}

#[tokio::test]
async fn the_same_request_again_is_the_same_booking() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let kept = sent(&test, &admin).await;
    test.do_jobs().await;
    let ask = acceptance(token(&kept));
    let call = || {
        let call = test.post("/api/bookings", &ask).bearer(&me.access);
        call.header("idempotency-key", "one").send()
    };
    let (first, second) = tokio::join!(call(), call());
    let first = booking_id(&first.expect(201)["data"]);
    assert_eq!(booking_id(&second.expect(201)["data"]), first);
    // Without the key the traveller is led to the booking.
    let own = book(&test, &me, &ask).await.expect_failure(409, ACCEPTED);
    assert_eq!(own["data"]["bookingId"], json!(first));
    let other = person(&test, "Pemba").await;
    let other = book(&test, &other, &ask)
        .await
        .expect_failure(409, ACCEPTED);
    assert_eq!(other["data"], Value::Null);
    assert_eq!(stored_bookings(&test).await, 1);
}

#[tokio::test]
async fn a_booking_that_ended_unpaid_leaves_the_proposal_open() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let maya = person(&test, "Maya").await;
    let kept = sent(&test, &admin).await;
    test.do_jobs().await;
    let ask = acceptance(token(&kept));
    let first = booking_id(&book(&test, &maya, &ask).await.expect(201)["data"]);
    // The traveller goes back and corrects a name: the booking before is closed.
    let named = with(&ask, "guestDetails.primaryGuest.name", json!("Maya G."));
    let second = with(&named, "replaces", json!(first));
    let second = booking_id(&book(&test, &maya, &second).await.expect(201)["data"]);
    assert!(stored(&test, &first).await.ended_unpaid());
    assert!(stored(&test, &second).await.is_payable());
    // Another traveller cannot replace it.
    let other = person(&test, "Pemba").await;
    let theirs = with(&ask, "replaces", json!(second));
    book(&test, &other, &theirs)
        .await
        .expect_failure(409, ACCEPTED);
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.expect("expired");
    let shown = read(&test, token(&kept), None).await.expect(200);
    assert_eq!(shown["data"]["proposal"]["canBeAccepted"], true);
    let other = again(&test, "Pemba").await;
    let opened = book(&test, &other, &ask).await.expect(201)["data"].clone();
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &other, &opened).await.expect(200);
    let maya = again(&test, "Maya").await;
    book(&test, &maya, &ask).await.expect_failure(409, ACCEPTED);
    test.do_jobs().await;
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_accepting_and_replacing_at_once_one_succeeds() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let request = asked(&test, &wish()).await;
    let kept = sent_for(&test, &admin, &request, &content()).await;
    let ask = json!({"customTrekId": request["_id"]});
    let draft = create(&test, &admin, &ask).await.expect(201)["data"]["proposal"].clone();
    let ask = acceptance(token(&kept));
    let (booked, replaced) =
        tokio::join!(book(&test, &me, &ask), step(&test, &admin, &draft, "send"));
    let statuses = (booked.status.as_u16(), replaced.status.as_u16());
    assert!(matches!(statuses, (201, 409) | (410, 200)), "{statuses:?}");
    test.do_jobs().await;
}

#[tokio::test]
async fn an_accepted_version_whose_booking_ended_is_replaced_or_withdrawn() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let maya = person(&test, "Maya").await;
    let request = asked(&test, &wish()).await;
    let first = sent_for(&test, &admin, &request, &content()).await;
    let ask = acceptance(token(&first));
    book(&test, &maya, &ask).await.expect(201);
    // The booking is a step that staff have not seen, and it can still be paid.
    step(&test, &admin, &first, "withdraw").await.expect(409);
    let accepted = desk_read(&test, &admin, &first).await;
    step(&test, &admin, &accepted, "withdraw").await.expect(409);
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.expect("expired");
    let (admin, maya) = (admin_again(&test).await, again(&test, "Maya").await);
    let second = sent_for(&test, &admin, &request, &content()).await;
    let refused = book(&test, &maya, &ask).await.expect(410);
    assert_eq!(refused["data"]["url"], second["url"]);
    book(&test, &maya, &acceptance(token(&second)))
        .await
        .expect(201);
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.expect("expired");
    let (admin, maya) = (admin_again(&test).await, again(&test, "Maya").await);
    let accepted = desk_read(&test, &admin, &second).await;
    step(&test, &admin, &accepted, "withdraw").await.expect(200);
    let withdrawn = book(&test, &maya, &acceptance(token(&second))).await;
    withdrawn.expect_failure(410, "This proposal was withdrawn.");
    test.do_jobs().await;
}

/// A proposal as staff read it.
async fn desk_read(test: &TestApp, admin: &Login, kept: &Value) -> Value {
    let path = format!("/api/proposals/{}", text(&kept["shown"], "_id"));
    let call = test.get(&path).bearer(&admin.access);
    call.send().await.expect(200)["data"]["proposal"].clone()
}

#[tokio::test]
async fn a_paid_booking_is_not_replaced() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let request = asked(&test, &wish()).await;
    let kept = sent_for(&test, &admin, &request, &content()).await;
    let ask = json!({"customTrekId": request["_id"]});
    let draft = create(&test, &admin, &ask).await.expect(201)["data"]["proposal"].clone();
    let ask = acceptance(token(&kept));
    let opened = book(&test, &me, &ask).await.expect(201)["data"].clone();
    // Paid, but not verified yet: closing it finds the payment and confirms the booking.
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let id = booking_id(&opened);
    let refused = book(&test, &me, &with(&ask, "replaces", json!(id))).await;
    let refused = refused.expect_failure(409, ACCEPTED);
    assert_eq!(refused["data"]["bookingId"], json!(id));
    assert_eq!(stored_bookings(&test).await, 1);
    // Staff cannot replace what has a booking.
    let late = step(&test, &admin, &draft, "send").await;
    late.expect_failure(
        409,
        "The traveller accepted an earlier version and has a booking.",
    );
    test.do_jobs().await;
}

#[tokio::test]
async fn date_party_and_price_are_those_of_the_proposal() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let kept = sent(&test, &admin).await;
    test.do_jobs().await;
    let ask = acceptance(token(&kept));
    for (field, value, status) in [
        ("bookingDetails.startDate", json!("2027-03-02"), 400),
        ("guestDetails.additionalGuests", json!([]), 400),
        ("payment.finalAmount", json!(1), 409),
        ("promotionCode", json!("SPRING"), 400),
        ("proposal", json!("guessed"), 404),
    ] {
        book(&test, &me, &with(&ask, field, value))
            .await
            .expect(status);
    }
    let alone = with(&ask, "guestDetails.additionalGuests", json!([]));
    let alone = with(&alone, "bookingDetails.totalGuests", json!(1));
    let refused = book(&test, &me, &alone).await.expect(400);
    assert_eq!(
        crate::call::message_of(&refused, "bookingDetails.totalGuests"),
        Some("The proposal is for 2 guests")
    );
    assert_eq!(stored_bookings(&test).await, 0);
    let all = with(&ask, "pay", json!("all"));
    let opened = book(&test, &me, &all).await.expect(201);
    assert_eq!(opened["data"]["amountDue"], 2901);
}
