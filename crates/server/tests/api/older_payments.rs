//! Bookings of a database from before payments had rows of their own (migration m0035): their first payments, the books,
//! and what can still be done with them.

use axum::http::Method;
use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::settle::settle_with;
use domain::booking::Booking;
use serde_json::{Value, json};
use store::payments::{self, Payment};
use store::{Db, dump};

use crate::backup_file::{Elsewhere, Served};
use crate::call::{Answer, Call};
use crate::money::{cancel, charge_behind_our_back, patch, refund, stored};
use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek, text, verify};
use crate::stripe::{intent_of, with_stripe};
use crate::stripe_server::StripeServer;
use crate::support::{Login, TestApp};

const PASSWORD: &str = "trail of many stones";

/// A site, and the stand-in of its card provider if that is not the sandbox.
struct Site {
    test: TestApp,
    stripe: Option<StripeServer>,
    me: Login,
    admin: Login,
}

impl Site {
    async fn start(stripe: Option<StripeServer>) -> Self {
        let test = match &stripe {
            Some(stripe) => with_stripe(stripe, &[]).await,
            None => TestApp::start().await,
        };
        let (me, admin) = (test.traveller().await, test.admin().await);
        Self {
            test,
            stripe,
            me,
            admin,
        }
    }

    /// The card is charged.
    async fn charge(&self, opened: &Value) {
        match &self.stripe {
            Some(stripe) => stripe.pay(intent_of(opened)),
            None => {
                pay(&self.test, opened, GOOD_CARD).await.expect(200);
            }
        }
    }

    /// The card is charged after its payment was cancelled.
    async fn charge_late(&self, opened: &Value) {
        match &self.stripe {
            Some(stripe) => stripe.pay(intent_of(opened)),
            None => charge_behind_our_back(&self.test, opened).await,
        }
        let ended = stored(&self.test, &booking_id(opened)).await;
        let settled = settle_with(&self.test.app, ended, intent_of(opened)).await;
        settled.expect("settled");
    }
}

/// One booking in each state of its payment.
struct Bookings {
    pending: Value,
    paid: Value,
    refunded_in_part: Value,
    refunded: Value,
    cancelled_unpaid: Value,
    by_hand: Value,
    paid_late: Value,
}

impl Bookings {
    async fn make(site: &Site) -> Self {
        let (test, me, admin) = (&site.test, &site.me, &site.admin);
        let trek = stored_trek(test).await;
        let paid = async || {
            let opened = booked(test, me, &trek).await;
            site.charge(&opened).await;
            verify(test, me, &opened).await.expect(200);
            opened
        };
        let made = Self {
            pending: booked(test, me, &trek).await,
            paid: paid().await,
            refunded_in_part: paid().await,
            refunded: paid().await,
            cancelled_unpaid: booked(test, me, &trek).await,
            by_hand: booked(test, me, &trek).await,
            paid_late: booked(test, me, &trek).await,
        };
        let part = json!({"amount": 25, "reason": "A day of rain"});
        let id = booking_id(&made.refunded_in_part);
        refund(test, admin, &id, &part).await.expect(200);
        for ended in [&made.refunded, &made.cancelled_unpaid, &made.paid_late] {
            cancel(test, me, &booking_id(ended)).await.expect(200);
        }
        let confirm = json!({"status": "Confirmed", "reason": "Paid at the desk"});
        let id = booking_id(&made.by_hand);
        patch(test, admin, &id, &confirm).await.expect(200);
        site.charge_late(&made.paid_late).await;
        test.do_jobs().await;
        made
    }

    fn all(&self) -> [&Value; 7] {
        [
            &self.pending,
            &self.paid,
            &self.refunded_in_part,
            &self.refunded,
            &self.cancelled_unpaid,
            &self.by_hand,
            &self.paid_late,
        ]
    }
}

/// Writes a booking as the version before m0035 did: one payment, all of it with the booking.
fn older_document(document: &Value) -> Value {
    let mut booking: Value = match document {
        Value::String(text) => serde_json::from_str(text).expect("a document"),
        document => document.clone(),
    };
    let fields = booking.as_object_mut().expect("fields");
    for new in ["schedule", "rate"] {
        fields.remove(new);
    }
    let payment = fields["payment"].as_object_mut().expect("a payment");
    for new in ["received", "way", "payBy", "intentNumber"] {
        payment.remove(new);
    }
    booking
}

/// Copies the rows into a database with the tables of before m0035. Its next start migrates it.
async fn copy_to_before(test: &TestApp) -> Elsewhere {
    let old = Elsewhere::of(&test.app.config).await;
    let db = store::connect(&old.config.database_url).await;
    let db = db.expect("open");
    let tx = db.begin().await.expect("a transaction");
    let known = dump::known_migrations();
    let before = known.iter().position(|name| name == "m0035_payments");
    let before = before.expect("a step");
    dump::migrate_to(&tx, before).await.expect("old tables");
    let todays = dump::tables(&test.app.db).await.expect("tables");
    for table in dump::tables(&tx).await.expect("tables") {
        // The secret key, whose fingerprint is in `marks`, is another one there.
        let is_known = todays.iter().any(|one| one.name == table.name);
        if !is_known || table.name == "marks" {
            continue;
        }
        let column = |name| table.columns.iter().position(|column| column.name == name);
        let rows = dump::rows(&test.app.db, &table, None, 1000).await;
        let mut rows = rows.expect("rows of what both versions have");
        if table.name == "bookings" {
            let at = column("document").expect("a column");
            for row in &mut rows {
                row[at] = older_document(&row[at]).to_string().into();
            }
        }
        if table.name == "counters" {
            let at = column("name").expect("a column");
            let is_receipt =
                |name: &Value| name.as_str().is_some_and(|it| it.starts_with("receipt"));
            rows.retain(|row| !is_receipt(&row[at]));
        }
        dump::insert(&tx, &table, &rows).await.expect("inserted");
    }
    tx.commit().await.expect("kept");
    db.close().await.expect("closed");
    old
}

async fn rows_of(db: &Db, opened: &Value) -> Vec<Payment> {
    let id = booking_id(opened).parse().expect("an id");
    payments::list_for_booking(db, id).await.expect("read")
}

async fn stored_at(served: &Served, opened: &Value) -> Booking {
    let id = booking_id(opened).parse().expect("an id");
    let found = store::bookings::find(&served.app.db, id).await;
    found.expect("read").expect("a booking")
}

async fn send(served: &Served, who: &Login, path: &str, ask: &Value) -> Answer {
    let call = Call::new(served.router.clone(), Method::POST, path);
    call.json(ask).bearer(&who.access).send().await
}

async fn log_in(served: &Served, email: &str, password: &str) -> Login {
    let ask = json!({"email": email, "password": password});
    let call = Call::new(served.router.clone(), Method::POST, "/api/auth/login");
    Login::of(call.json(&ask).send().await)
}

async fn agrees(served: &Served) {
    let report = compare(&served.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
}

// PAY-08: the payment of each older booking becomes its first row, the books agree before and after, and the booking can
// be paid, cancelled and refunded as any other.
#[tokio::test]
async fn payments_of_before_there_were_rows_are_kept_and_can_be_refunded() {
    for stripe in [None, Some(StripeServer::start().await)] {
        let site = Site::start(stripe).await;
        let made = Bookings::make(&site).await;
        let report = compare(&site.test.app).await.expect("compared");
        assert_eq!(report.differences, [""; 0]);
        let old = copy_to_before(&site.test).await;
        let served = old.serve(&site.test).await;
        agrees(&served).await;
        let mut numbers = Vec::new();
        for opened in made.all() {
            let todays = rows_of(&site.test.app.db, opened).await;
            // The same, without a receipt: there were none.
            let expected = todays.into_iter().map(|row| Payment {
                receipt_number: None,
                ..row
            });
            let expected: Vec<_> = expected.collect();
            assert_eq!(rows_of(&served.app.db, opened).await, expected);
            numbers.push(expected.len());
            let (was, is) = (
                stored(&site.test, &booking_id(opened)).await,
                stored_at(&served, opened).await,
            );
            assert_eq!(
                (is.status, is.paid(), is.balance(), is.refundable()),
                (was.status, was.paid(), was.balance(), was.refundable())
            );
        }
        assert_eq!(numbers, [0, 1, 1, 1, 0, 1, 1]);
        go_on(&site, &served, &made).await;
    }
}

/// Pays, refunds and cancels the older bookings.
async fn go_on(site: &Site, served: &Served, made: &Bookings) {
    let me = log_in(served, "maya@example.com", PASSWORD).await;
    let admin = log_in(served, "admin@example.com", "mountain of many roads").await;
    let path = |opened: &Value, call: &str| format!("/api/bookings/{}/{call}", booking_id(opened));
    // Nothing is left to pay of a booking that was paid.
    let cash = json!({"method": "cash", "amount": 1, "currency": "USD"});
    let refused = send(served, &admin, &path(&made.paid, "payments"), &cash).await;
    refused.expect(409);
    let rest = json!({"amount": 3031.18, "reason": "Snow"});
    let more = json!({"amount": 3031.19, "reason": "Snow"});
    let refunds = path(&made.refunded_in_part, "refund");
    send(served, &admin, &refunds, &more).await.expect(409);
    send(served, &admin, &refunds, &rest).await.expect(200);
    for opened in [&made.paid, &made.by_hand] {
        let answer = send(served, &me, &path(opened, "cancel"), &json!({})).await;
        let booking = &answer.expect(200)["data"]["booking"];
        assert_eq!(booking["refunded"], 3056.18);
        assert_eq!(booking["owedByHand"], 0);
    }
    let reopen = path(&made.pending, "payment-intent");
    let again = send(served, &me, &reopen, &json!({})).await;
    let again = again.expect(200)["data"].clone();
    assert_eq!(text(&again, "paymentIntentId"), intent_of(&made.pending));
    match &site.stripe {
        Some(stripe) => stripe.pay(intent_of(&again)),
        None => {
            let intent = format!("/api/payments/sandbox/{}/confirm", intent_of(&again));
            let card = crate::stage::card(text(&again, "clientSecret"), GOOD_CARD);
            send(served, &me, &intent, &card).await.expect(200);
        }
    }
    let ask = json!({"paymentIntentId": intent_of(&again), "id": booking_id(&again)});
    let verified = send(served, &me, "/api/bookings/verify-payment", &ask).await;
    verified.expect(200);
    let rows = rows_of(&served.app.db, &made.pending).await;
    assert_eq!(rows[0].receipt_number.as_deref(), Some("R-2026-00001"));
    agrees(served).await;
}
