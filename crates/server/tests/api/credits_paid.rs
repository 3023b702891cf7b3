//! Bookings that are paid with a travel credit (operations §2, §3).

use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::reconcile::{expire_unpaid, find_late_payments};
use chrono::TimeDelta;
use domain::booking::BookingStatus;
use domain::trek::Trek;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use store::travel_credits::TravelCredit;

use crate::call::{fields_of, message_of};
use crate::credits::{given_credit, keep_as_credit, list};
use crate::departures::{departure_with, seats};
use crate::money::{
    cancel, cancel_with, charge_behind_our_back, given_back, ledger, paid_id, preview, refund,
    states, stored,
};
use crate::payment::booking;
use crate::payments::{DEPOSIT, PRICE, cash, minor, payments, record, reverse, trek_with_deposit};
use crate::stage::{GOOD_CARD, booked, booking_id, pay, request, send, stored_trek, text, with};
use crate::support::{Login, TestApp};
use crate::waitlist::{admin_again, person};

const UNTIL: &str = "2028-11-20";

/// A credit of 400.00: the rest of a payment was refunded before.
async fn credit_of_400(test: &TestApp, who: &Login, admin: &Login, trek: &Trek) -> TravelCredit {
    let id = paid_id(test, who, trek).await;
    let ask = json!({"amount": 2656.18, "reason": "Fewer days"});
    refund(test, admin, &id, &ask).await.expect(200);
    keep_as_credit(test, &id, UNTIL).await
}

/// The request of a booking for two that pays the deposit with a credit.
async fn with_credit(test: &TestApp, trek: &Trek, credit: &TravelCredit) -> Value {
    let ask = with(&request(test, trek, 2).await, "pay", json!("deposit"));
    with(&ask, "travelCredit", json!(credit.number))
}

async fn own_credits(test: &TestApp, who: &Login) -> Value {
    list(test, who, "/my-credits").await.expect(200)["data"]["credits"].clone()
}

async fn expect_books_in_order(test: &TestApp) {
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, Vec::<String>::new());
}

async fn maya(test: &TestApp) -> Login {
    test.login("maya@example.com", "trail of many stones").await
}

#[tokio::test]
async fn a_credit_that_covers_the_price_confirms_at_once_and_the_rest_becomes_another() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let credit = given_credit(&test, &me, &trek, UNTIL).await;
    let ask = with(
        &request(&test, &trek, 1).await,
        "travelCredit",
        json!(credit.number),
    );
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    assert_eq!(opened["booking"]["status"], "Confirmed");
    assert_eq!(
        (
            &opened["clientSecret"],
            &opened["paymentIntentId"],
            &opened["amountDue"]
        ),
        (&json!(""), &json!(""), &json!(0))
    );
    let id = booking_id(&opened);
    let price = minor(&opened["booking"]["amount"]);
    let open = store::sandbox_intents::find_by_key(&test.app.db, &id).await;
    assert!(open.expect("asked").is_none());
    let kept = stored(&test, &id).await;
    assert_eq!(kept.payment.received.map(|it| it.minor()), Some(price));
    assert_eq!(kept.balance().minor(), 0);
    assert_eq!(ledger(&test, &id).await, [("credit", price)]);
    let paid = payments(&test, &me, &id).await;
    assert_eq!(paid.as_array().map(Vec::len), Some(1));
    let expected = json!(["other", credit.number, true, "R-2026-00002", null]);
    let first = &paid[0];
    assert_eq!(
        json!([
            first["method"],
            first["reference"],
            first["isTravelCredit"],
            first["receiptNumber"],
            first["receivedBy"]
        ]),
        expected
    );
    let rest = own_credits(&test, &me).await;
    assert_eq!(rest.as_array().map(Vec::len), Some(1));
    assert_eq!(rest[0]["number"], "TC-2026-00002");
    assert_eq!(minor(&rest[0]["amount"]), PRICE - price);
    assert_eq!(rest[0]["expiresOn"], UNTIL);
    assert_eq!(rest[0]["bookingId"], json!(credit.booking_id));
    // The same request returns the same booking and opens no payment.
    test.do_jobs().await;
    let mails = test.outbox();
    let newest = mails.last().expect("a mail");
    for said in [&credit.number, "TC-2026-00002"] {
        assert!(newest.text.contains(said), "{}", newest.text);
    }
    let admin = test.admin().await;
    let used = list(&test, &admin, "?state=used").await.expect(200);
    let used = &used["data"]["credits"][0];
    assert_eq!(minor(&used["amount"]), price);
    assert_eq!(used["usedBy"]["bookingId"], json!(id));
    expect_books_in_order(&test).await;
}

#[tokio::test]
async fn a_credit_counts_first_toward_the_deposit() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let credit = credit_of_400(&test, &me, &admin, &trek).await;
    let ask = with_credit(&test, &trek, &credit).await;
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    assert_eq!(minor(&opened["amountDue"]), DEPOSIT - 40_000);
    let made = &opened["booking"];
    assert_eq!(
        made["creditUsed"],
        json!({"number": credit.number, "amount": 400})
    );
    assert_eq!(minor(&made["balance"]), PRICE - 40_000);
    let reserved = own_credits(&test, &me).await;
    assert_eq!(reserved[0]["usedBy"]["reference"], made["reference"]);
    assert_eq!(reserved[0]["state"], "open");
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(minor(&read["balance"]), PRICE - DEPOSIT);
    assert_eq!(read["schedule"][0]["paid"], true);
    let lines = [("credit", 40_000), ("capture", DEPOSIT - 40_000)];
    assert_eq!(ledger(&test, &booking_id(&opened)).await, lines);
    assert_eq!(own_credits(&test, &me).await, json!([]));
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn a_credit_above_the_deposit_confirms_and_counts_toward_the_balance() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let trek = trek_with_deposit(&test).await;
    let id = paid_id(&test, &me, &trek).await;
    let ask = json!({"amount": 2056.18, "reason": "Fewer days"});
    let admin = test.admin().await;
    refund(&test, &admin, &id, &ask).await.expect(200);
    let credit = keep_as_credit(&test, &id, UNTIL).await;
    let ask = with_credit(&test, &trek, &credit).await;
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    let made = &opened["booking"];
    assert_eq!(made["status"], "Confirmed");
    assert_eq!(minor(&made["balance"]), PRICE - 100_000);
    assert_eq!(made["schedule"][1]["paid"], false);
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn only_an_open_credit_of_the_traveller_in_the_currency_of_the_price_pays() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let credit = given_credit(&test, &me, &trek, "2026-11-25").await;
    let ask = with(
        &request(&test, &trek, 2).await,
        "travelCredit",
        json!(credit.number),
    );
    let other = person(&test, "Pema").await;
    let foreign = send(&test, &other, &ask).await.expect(400);
    assert_eq!(
        message_of(&foreign, "travelCredit"),
        Some("Travel credit not found.")
    );
    let unknown = with(&ask, "travelCredit", json!("TC-2026-09999"));
    let unknown = send(&test, &me, &unknown).await.expect(400);
    assert_eq!(
        message_of(&unknown, "travelCredit"),
        Some("Travel credit not found.")
    );
    let set = async |change: &str| {
        let change = format!("update travel_credits set {change}");
        test.app
            .db
            .execute_unprepared(&change)
            .await
            .expect("changed");
    };
    set("currency = 'EUR'").await;
    let in_euros = send(&test, &me, &ask).await.expect(400);
    assert_eq!(fields_of(&in_euros), ["travelCredit"]);
    set("currency = 'USD'").await;
    test.clock.advance(TimeDelta::days(6));
    let me = maya(&test).await;
    let message = format!(
        "Travel credit {} was valid until Nov 25, 2026.",
        credit.number
    );
    send(&test, &me, &ask).await.expect_failure(409, &message);
    set("expires_on = '2026-11-26'").await;
    let made = send(&test, &me, &ask).await.expect(201);
    assert_eq!(made["data"]["booking"]["status"], "Confirmed");
    let message = format!("Travel credit {} was used already.", credit.number);
    send(&test, &me, &ask).await.expect_failure(409, &message);
    test.do_jobs().await;
}

#[tokio::test]
async fn of_two_bookings_at_once_one_gets_the_credit() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let credit = credit_of_400(&test, &me, &admin, &trek).await;
    let ask = with_credit(&test, &trek, &credit).await;
    let tabs = (0..4).map(|_| send(&test, &me, &ask));
    let answers = futures_util::future::join_all(tabs).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|it| it.status == 201);
    assert_eq!((made.len(), refused.len()), (1, 3));
    let reference = made[0].json()["data"]["booking"]["reference"].clone();
    let reference = reference.as_str().expect("a reference");
    for answer in refused {
        let message = format!(
            "Travel credit {} is reserved for your unpaid booking {reference}. Pay or cancel that booking first.",
            credit.number
        );
        answer.expect_failure(409, &message);
    }
}

#[tokio::test]
async fn a_booking_that_is_not_paid_frees_its_credit() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let credit = credit_of_400(&test, &me, &admin, &trek).await;
    let ask = with_credit(&test, &trek, &credit).await;
    let first = send(&test, &me, &ask).await.expect(201)["data"].clone();
    cancel(&test, &me, &booking_id(&first)).await.expect(200);
    assert_eq!(own_credits(&test, &me).await[0].get("usedBy"), None);
    let second = send(&test, &me, &ask).await.expect(201)["data"].clone();
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.expect("expired");
    let me = maya(&test).await;
    let ended = booking(&test, &me, &second).await;
    assert_eq!(ended["status"], "Cancelled");
    assert_eq!(ended.get("creditUsed"), None);
    let third = send(&test, &me, &ask).await.expect(201)["data"].clone();
    // The traveller goes back and books for the third booking's party again.
    let again = with(&ask, "replaces", third["booking"]["_id"].clone());
    let fourth = send(&test, &me, &again).await.expect(201)["data"].clone();
    assert_eq!(booking(&test, &me, &third).await["status"], "Cancelled");
    let credits = own_credits(&test, &me).await;
    assert_eq!(credits[0]["usedBy"]["bookingId"], fourth["booking"]["_id"]);
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn late_money_of_a_booking_whose_credit_is_used_elsewhere_goes_back() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let (trek, departure) = departure_with(&test, 12).await;
    let admin = admin_again(&test).await;
    let credit = credit_of_400(&test, &me, &admin, &trek).await;
    let ask = seats(&test, &trek, &departure, 2).await;
    let ask = with(&ask, "travelCredit", json!(credit.number));
    let first = send(&test, &me, &ask).await.expect(201)["data"].clone();
    test.clock.advance(TimeDelta::minutes(21));
    let me = maya(&test).await;
    expire_unpaid(&test.app).await.expect("expired");
    assert!(
        stored(&test, &booking_id(&first))
            .await
            .payment
            .hold_ended_at
            .is_some()
    );
    // Whoever takes the seats again brings the credit.
    let shown = booking(&test, &me, &first).await;
    assert_eq!(shown["creditUsed"]["number"], json!(credit.number));
    let second = send(&test, &me, &ask).await.expect(201)["data"].clone();
    pay(&test, &second, GOOD_CARD).await.expect(200);
    assert_eq!(booking(&test, &me, &second).await["status"], "Confirmed");
    // The hold has ended, and the card is charged all the same.
    charge_behind_our_back(&test, &first).await;
    find_late_payments(&test.app).await.expect("found");
    let ended = stored(&test, &booking_id(&first)).await;
    assert_eq!(ended.status, BookingStatus::Cancelled);
    assert_eq!(given_back(&test, &first).await, PRICE - 40_000);
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn late_money_of_a_booking_whose_credit_became_smaller_goes_back() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let (trek, departure) = departure_with(&test, 12).await;
    let credit = given_credit(&test, &me, &trek, UNTIL).await;
    let ask = seats(&test, &trek, &departure, 3).await;
    let ask = with(&ask, "travelCredit", json!(credit.number));
    let first = send(&test, &me, &ask).await.expect(201)["data"].clone();
    let due = minor(&first["amountDue"]);
    test.clock.advance(TimeDelta::minutes(21));
    let me = maya(&test).await;
    expire_unpaid(&test.app).await.expect("expired");
    // A booking for one uses a part of the credit, and gives that part back.
    let ask = seats(&test, &trek, &departure, 1).await;
    let ask = with(&ask, "travelCredit", json!(credit.number));
    let second = send(&test, &me, &ask).await.expect(201)["data"].clone();
    let id = booking_id(&second);
    let payment = text(&payments(&test, &me, &id).await[0], "_id").to_owned();
    let admin = admin_again(&test).await;
    reverse(&test, &admin, &id, &payment).await.expect(200);
    let open = own_credits(&test, &me).await;
    assert_eq!(open[0]["number"], json!(credit.number));
    assert!(minor(&open[0]["amount"]) < credit.amount.minor());

    charge_behind_our_back(&test, &first).await;
    find_late_payments(&test.app).await.expect("found");
    let ended = stored(&test, &booking_id(&first)).await;
    assert_eq!(ended.status, BookingStatus::Cancelled);
    assert_eq!(given_back(&test, &first).await, due);
    assert_eq!(own_credits(&test, &me).await, open);
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn a_cancelled_booking_gives_the_card_first_and_the_credit_back_as_a_credit() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let credit = credit_of_400(&test, &me, &admin, &trek).await;
    let ask = with_credit(&test, &trek, &credit).await;
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let id = booking_id(&opened);
    assert_eq!(booking(&test, &me, &opened).await["status"], "Confirmed");
    let terms = preview(&test, &me, &id).await.expect(200);
    let back = json!({"amount": 611.24, "currency": "USD", "asCredit": 400});
    assert_eq!(terms["data"]["refund"], back);
    let done = cancel(&test, &me, &id).await.expect(200);
    assert_eq!(done["data"]["refund"], back);
    assert_eq!(given_back(&test, &opened).await, DEPOSIT - 40_000);
    let cancelled = &done["data"]["booking"];
    assert_eq!(cancelled["owedByHand"], 0);
    assert_eq!(cancelled["travelCredit"]["amount"], 400);
    let given = own_credits(&test, &me).await;
    assert_eq!(given.as_array().map(Vec::len), Some(1));
    assert_ne!(given[0]["number"], json!(credit.number));
    assert_eq!(given[0]["expiresOn"], UNTIL);
    assert_eq!(given[0]["bookingId"], json!(id));
    test.do_jobs().await;
    let mails = test.outbox();
    let newest = mails.last().expect("a mail");
    assert!(
        newest.text.contains(text(&given[0], "number")),
        "{}",
        newest.text
    );
    expect_books_in_order(&test).await;
    // It pays again, and half of it goes back after it has expired.
    let credit = with(&ask, "travelCredit", given[0]["number"].clone());
    let opened = send(&test, &me, &credit).await.expect(201)["data"].clone();
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let id = booking_id(&opened);
    assert_eq!(booking(&test, &me, &opened).await["status"], "Confirmed");
    let change = "update travel_credits set expires_on = '2026-11-01'";
    test.app
        .db
        .execute_unprepared(change)
        .await
        .expect("changed");
    let half = json!({"amount": 311.24, "reason": "Agreed"});
    let done = cancel_with(&test, &admin, &id, &half).await.expect(200);
    assert_eq!(done["data"]["refund"]["asCredit"], 100);
    let given = own_credits(&test, &me).await;
    assert_eq!(
        (&given[0]["amount"], &given[0]["expiresOn"]),
        (&json!(100), &json!("2027-11-20"))
    );
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn a_refund_of_a_kept_booking_gives_a_credit_with_a_credit_note_and_an_email() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = stored_trek(&test).await;
    let credit = given_credit(&test, &me, &trek, UNTIL).await;
    let ask = with(
        &request(&test, &trek, 2).await,
        "travelCredit",
        json!(credit.number),
    );
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    let id = booking_id(&opened);
    let ask = json!({"amount": 56.18, "reason": "A cold night"});
    let done = refund(&test, &admin, &id, &ask).await.expect(200);
    assert_eq!(done["data"]["refund"]["asCredit"], 56.18);
    let kept = &done["data"]["booking"];
    assert_eq!(
        (&kept["status"], &kept["refundable"]),
        (&json!("Confirmed"), &json!(3000))
    );
    assert_eq!(kept["creditNoteNumber"], "CN-2026-00001");
    assert_eq!(kept["owedByHand"], 0);
    test.do_jobs().await;
    let mails = test.outbox();
    let newest = mails.last().expect("a mail");
    assert!(
        newest.text.contains("TC-2026-00002, $56.18"),
        "{}",
        newest.text
    );
    let ask = json!({"amount": 3000.01, "reason": "Too much"});
    refund(&test, &admin, &id, &ask)
        .await
        .expect_failure(409, "This is more than is left to refund.");
    let rest = cancel_with(&test, &admin, &id, &json!({}))
        .await
        .expect(200);
    assert_eq!(rest["data"]["refund"]["asCredit"], 3000);
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn a_reversed_credit_is_open_again_and_its_amount_is_left_to_pay() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = stored_trek(&test).await;
    let credit = given_credit(&test, &me, &trek, UNTIL).await;
    let ask = with(
        &request(&test, &trek, 1).await,
        "travelCredit",
        json!(credit.number),
    );
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    let id = booking_id(&opened);
    let price = minor(&opened["booking"]["amount"]);
    let paid = payments(&test, &me, &id).await;
    let payment = text(&paid[0], "_id").to_owned();
    reverse(&test, &admin, &id, &payment).await.expect(200);
    reverse(&test, &admin, &id, &payment).await.expect(409);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(minor(&read["balance"]), price);
    assert_eq!(read.get("creditUsed"), None);
    let lines = [("credit", price), ("credit-reversal", price)];
    assert_eq!(ledger(&test, &id).await, lines);
    let open = own_credits(&test, &me).await;
    let amounts: Vec<i64> = open
        .as_array()
        .expect("credits")
        .iter()
        .map(|it| minor(&it["amount"]))
        .collect();
    assert_eq!(amounts, [price, PRICE - price]);
    assert_eq!(open[0]["number"], json!(credit.number));
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn staff_record_what_the_credit_leaves_and_reports_show_credits_apart() {
    let test = TestApp::start_with(&[("pay_on_arrival", "1")]).await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let credit = credit_of_400(&test, &me, &admin, &trek).await;
    let ask = with_credit(&test, &trek, &credit).await;
    let ask = with(&ask, "payWith", json!("arrival"));
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    assert_eq!(minor(&opened["amountDue"]), DEPOSIT - 40_000);
    let id = booking_id(&opened);
    let ask = json!({"method": "credit", "amount": 1, "currency": "USD"});
    let refused = record(&test, &admin, &id, &ask).await.expect(400);
    assert_eq!(fields_of(&refused), ["method"]);
    record(&test, &admin, &id, &cash(2656.19)).await.expect(409);
    record(&test, &admin, &id, &cash(211.24)).await.expect(201);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(read["status"], "Confirmed");
    assert_eq!(minor(&read["balance"]), PRICE - DEPOSIT);
    let report = test.get("/api/reports/payments?from=2026-11-01&to=2026-11-30");
    let report = report.bearer(&admin.access).send().await.expect(200);
    let report = &report["data"];
    assert_eq!(
        report["credits"],
        json!([{"currency": "USD", "count": 1, "amount": 400}])
    );
    // Income: the first booking, less its refund, and the cash.
    assert_eq!(
        minor(&report["totals"][0]["total"]),
        40_000 + DEPOSIT - 40_000
    );
    let kinds: Vec<&Value> = report["methods"]
        .as_array()
        .expect("methods")
        .iter()
        .map(|it| &it["kind"])
        .collect();
    assert!(!kinds.contains(&&json!("credit")));
    let last = report["lines"]
        .as_array()
        .expect("lines")
        .last()
        .expect("a line");
    assert_eq!(
        (&last["kind"], &last["amount"]),
        (&json!("credit"), &json!(400))
    );
    expect_books_in_order(&test).await;
    test.do_jobs().await;
}

#[tokio::test]
async fn a_confirmation_by_hand_takes_the_rest_and_uses_the_credit() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_with_deposit(&test).await;
    let credit = credit_of_400(&test, &me, &admin, &trek).await;
    let ask = with_credit(&test, &trek, &credit).await;
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    let id = booking_id(&opened);
    let ask = json!({"status": "Confirmed", "reason": "Paid in cash"});
    crate::money::patch(&test, &admin, &id, &ask)
        .await
        .expect(200);
    let lines = [("credit", 40_000), ("manual", PRICE - 40_000)];
    assert_eq!(ledger(&test, &id).await, lines);
    let done = cancel_with(&test, &admin, &id, &json!({}))
        .await
        .expect(200);
    assert_eq!(done["data"]["refund"]["asCredit"], 400);
    expect_books_in_order(&test).await;
    let admin = admin_again(&test).await;
    assert_eq!(
        list(&test, &admin, "?state=open").await.expect(200)["data"]["total"],
        1
    );
    let plain = booked(&test, &me, &trek).await;
    assert_eq!(plain["booking"].get("creditUsed"), None);
    test.do_jobs().await;
}
