//! Staff change a booking: its guests, dates, route or departure, with the difference in price settled after
//! (operations §6).

use chrono::{DateTime, TimeDelta, Utc};
use domain::account::Role;
use domain::departure::SoldAs;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::flight_day::{PRICE_OF_TWO, START, Stage, to_another_day};
use crate::guides::patch;
use crate::money::refund;
use crate::payments::{cash, minor, record};
use crate::promotions::{promotion, with_code};
use crate::stage::{
    booked, booking_id, change_trek, guest, pay, price, read_booking, request, send,
    stored_bookings, text, verify,
};
use crate::support::Login;

const CLASSIC: &str = "2027-03-01";

/// Guests as a request names them, Maya first.
fn party(size: usize) -> Value {
    let others: Vec<Value> = (1..size)
        .map(|number| guest(&format!("Guest {number}"), 30))
        .collect();
    json!({"primaryGuest": guest("Maya Gurung", 31), "additionalGuests": others})
}

impl Stage {
    /// A private booking of two that is paid by card.
    async fn private(&self) -> String {
        self.pay(&booked(&self.test, &self.maya, &self.trek).await)
            .await
    }

    async fn as_staff(&self, id: &str) -> Value {
        let read = read_booking(&self.test, &self.desk, id).await.expect(200);
        read["data"]["booking"].clone()
    }

    async fn ask(&self, who: &Login, id: &str, call: &str, ask: &Value) -> Answer {
        let path = format!("/api/bookings/{id}/{call}");
        let call = self.test.post(&path, ask).bearer(&who.access);
        call.send().await
    }

    async fn previewed(&self, id: &str, wanted: &Value) -> Value {
        let mut ask = wanted.clone();
        ask["version"] = self.as_staff(id).await["version"].clone();
        let said = self.ask(&self.desk, id, "change/preview", &ask).await;
        said.expect(200)["data"]["preview"].clone()
    }

    /// The request that confirms what the preview showed.
    async fn confirmed(&self, id: &str, wanted: &Value) -> Value {
        let preview = self.previewed(id, wanted).await;
        let mut ask = wanted.clone();
        ask["version"] = preview["version"].clone();
        ask["expectedTotal"] = preview["after"]["priceBreakdown"]["total"].clone();
        ask
    }

    async fn changes_to(&self, id: &str, wanted: &Value) -> Value {
        let ask = self.confirmed(id, wanted).await;
        let changed = self.ask(&self.desk, id, "change", &ask).await.expect(200);
        self.test.do_jobs().await;
        changed["data"]["booking"].clone()
    }

    async fn price(&self, guests: usize) -> Value {
        price(&self.test, &self.trek, guests).await["total"].clone()
    }

    /// The subjects and texts of what was mailed to Maya since `number` mails.
    fn mails_since(&self, number: usize) -> Vec<String> {
        let mails = self.test.outbox();
        let texts = mails.into_iter().skip(number).map(|mail| mail.text);
        texts.collect()
    }
}

// The code that was accepted with the booking counts for the changed party, even after it has ended.
#[tokio::test]
async fn a_changed_party_keeps_its_promotion_code() {
    let stage = Stage::set().await;
    let code = json!({"code": "SPRING", "percent": 10, "maxUses": 1});
    let made = promotion(&stage.test, &stage.desk, &code).await;
    let ask = with_code(&stage.test, &stage.trek, "spring").await;
    let opened = send(&stage.test, &stage.maya, &ask).await.expect(201);
    let id = stage.pay(&opened["data"]).await;
    let off = json!({"version": 1, "isActive": false});
    let path = format!("/api/promotions/{}", text(&made, "_id"));
    patch(&stage.test, &stage.desk, &path, &off)
        .await
        .expect(200);
    let after = stage
        .changes_to(&id, &json!({"guestDetails": party(3)}))
        .await;
    let price = &after["priceBreakdown"];
    assert_eq!(
        (&price["basePrice"], &price["promotion"]),
        (&json!(3751.5), &json!(375.15))
    );
    assert_eq!(after["promotion"]["code"], "SPRING");
}

#[tokio::test]
async fn other_names_need_no_price_no_invoice_and_no_mail() {
    let stage = Stage::set().await;
    let id = stage.private().await;
    stage.test.do_jobs().await;
    let (before, mails) = (stage.as_staff(&id).await, stage.test.outbox().len());
    let mut guests = party(2);
    guests["additionalGuests"][0]["name"] = json!("Pemba Sherpa");
    let after = stage
        .changes_to(&id, &json!({"guestDetails": guests}))
        .await;
    let name = &after["guestDetails"]["additionalGuests"][0]["name"];
    assert_eq!(*name, "Pemba Sherpa");
    assert_eq!(after["invoiceNumber"], before["invoiceNumber"]);
    assert_eq!(after["priceBreakdown"], before["priceBreakdown"]);
    assert_eq!(after["earlierDates"], json!([]));
    assert_eq!(stage.test.outbox().len(), mails);
    // The audit log names no guests.
    let log = stage.test.get("/api/audit").bearer(&stage.desk.access);
    let log = log.send().await.expect(200)["data"]["entries"][0].clone();
    assert_eq!(log["action"], "change");
    let changed = json!([{"field": "guestDetails", "before": null, "after": "changed"}]);
    assert_eq!(log["changes"], changed);
    // An unpaid booking can get other names, too, and nothing else.
    let unpaid = booking_id(&booked(&stage.test, &stage.maya, &stage.trek).await);
    stage
        .changes_to(&unpaid, &json!({"guestDetails": guests}))
        .await;
    let ask = json!({"version": 1, "guestDetails": party(3)});
    stage
        .ask(&stage.desk, &unpaid, "change/preview", &ask)
        .await
        .expect_failure(
            409,
            "Only the guests' names can be changed before the booking is paid.",
        );
    stage.ends().await;
}

#[tokio::test]
async fn a_larger_party_owes_the_difference_which_is_shown_before_and_mailed_after() {
    let stage = Stage::set().await;
    let departure = stage.departure(START, json!({})).await;
    let id = stage.booked(&departure).await;
    stage.test.do_jobs().await;
    let mails = stage.test.outbox().len();
    let invoice = stage.booking(&id).await["invoiceNumber"].clone();
    let wanted = json!({"guestDetails": party(3)});
    let preview = stage.previewed(&id, &wanted).await;
    let of_three = stage.price(3).await;
    let difference = minor(&of_three) - minor(&json!(PRICE_OF_TWO));
    assert_eq!(preview["before"]["priceBreakdown"]["total"], PRICE_OF_TWO);
    assert_eq!(preview["after"]["priceBreakdown"]["total"], of_three);
    assert_eq!(minor(&preview["difference"]), difference);
    assert_eq!(minor(&preview["after"]["balance"]), difference);
    assert_eq!(
        (&preview["back"], &preview["seatsLeft"]),
        (&json!(0), &json!(4))
    );
    assert_eq!(stage.seats(&departure).await, (json!(0), json!(2)));
    let after = stage.changes_to(&id, &wanted).await;
    assert_eq!(stage.seats(&departure).await, (json!(0), json!(3)));
    assert_eq!(
        (&after["status"], &after["totalGuests"]),
        (&json!("Confirmed"), &json!(3))
    );
    assert_eq!(minor(&after["balance"]), difference);
    assert_eq!(after["schedule"], preview["after"]["schedule"]);
    let earlier = &after["earlierDates"][0];
    assert_eq!(
        (&earlier["guests"], &earlier["invoiceNumber"]),
        (&json!(2), &invoice)
    );
    assert!(earlier["creditNoteNumber"].is_string());
    assert_ne!(after["invoiceNumber"], invoice);
    let mailed = stage.mails_since(mails).join("\n");
    assert!(mailed.contains("We have changed your booking") && mailed.contains("/balance/"));
    let paid = cash(f64::from(u32::try_from(difference).expect("cents")) / 100.0);
    record(&stage.test, &stage.desk, &id, &paid)
        .await
        .expect(201);
    assert_eq!(stage.booking(&id).await["balance"], 0);
    // A fourth seat is left, a fifth is not.
    let preview = stage
        .previewed(&id, &json!({"guestDetails": party(5)}))
        .await;
    assert_eq!(preview["areSeatsFree"], false);
    let ask = stage
        .confirmed(&id, &json!({"guestDetails": party(5)}))
        .await;
    let refused = stage.ask(&stage.desk, &id, "change", &ask).await;
    assert_eq!(refused.expect(409)["data"]["seatsLeft"], 4);
    assert_eq!(stage.seats(&departure).await, (json!(0), json!(3)));
    stage.ends().await;
}

// operations §3: nothing is ever deleted.
#[tokio::test]
async fn a_replaced_invoice_is_printed_by_its_number_and_each_credit_note_has_what_is_its_own() {
    let stage = Stage::set().await;
    let departure = stage.departure(START, json!({})).await;
    let id = stage.booked(&departure).await;
    let rain = json!({"amount": 100.5, "reason": "A day of rain"});
    refund(&stage.test, &stage.desk, &id, &rain)
        .await
        .expect(200);
    stage.test.clock.advance(TimeDelta::minutes(5));
    let wanted = json!({"guestDetails": party(1), "moneyBack": "credit"});
    let changed = stage.changes_to(&id, &wanted).await;
    assert_eq!(
        changed["earlierDates"][0]["creditNoteNumber"],
        "CN-2026-00001"
    );
    assert_eq!(changed.get("creditNoteNumber"), None);
    assert_eq!(changed.get("creditNoteLines"), None);
    stage.test.clock.advance(TimeDelta::minutes(5));
    let bag = json!({"amount": 50, "reason": "A lost bag"});
    refund(&stage.test, &stage.desk, &id, &bag)
        .await
        .expect(200);
    let read = stage.booking(&id).await;
    assert_eq!(read["creditNoteNumber"], "CN-2026-00002");
    let lines = read["creditNoteLines"].as_array().expect("lines");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(
        (&lines[0]["reason"], &lines[0]["amount"]),
        (&json!("A lost bag"), &json!(50))
    );
    let print = |query: &str| {
        let path = format!("/api/bookings/{id}/invoice.pdf{query}");
        stage.test.get(&path).bearer(&stage.maya.access).send()
    };
    let named = |number: &str| Some(format!("inline; filename=\"invoice-{number}.pdf\""));
    let current = print("").await;
    let replaced = print("?number=INV-2026-00001").await;
    for (printed, number) in [(&current, "INV-2026-00002"), (&replaced, "INV-2026-00001")] {
        assert_eq!(printed.status, 200);
        let name = printed.header("content-disposition").map(str::to_owned);
        assert_eq!(name, named(number));
    }
    assert_eq!(current.body, print("?number=INV-2026-00002").await.body);
    print("?number=INV-2026-00003")
        .await
        .expect_failure(404, "This booking has no invoice with this number.");
    // The invoice of another booking.
    let other = stage.private().await;
    let number = stage.booking(&other).await["invoiceNumber"].clone();
    let number = number.as_str().expect("a number");
    assert_eq!(print(&format!("?number={number}")).await.status, 404);
    stage.ends().await;
}

// An older version did not store invoices.
#[tokio::test]
async fn an_invoice_that_was_never_stored_is_stored_before_another_replaces_it() {
    let stage = Stage::set().await;
    let departure = stage.departure(START, json!({})).await;
    let id = stage.booked(&departure).await;
    let db = &stage.test.app.db;
    let forgotten = db.execute_unprepared("delete from invoices").await;
    assert_eq!(forgotten.expect("deleted").rows_affected(), 1);
    let wanted = json!({"guestDetails": party(1), "moneyBack": "credit"});
    stage.changes_to(&id, &wanted).await;
    for number in ["INV-2026-00001", "INV-2026-00002"] {
        let path = format!("/api/bookings/{id}/invoice.pdf?number={number}");
        let printed = stage.test.get(&path).bearer(&stage.maya.access);
        assert_eq!(printed.send().await.status, 200, "{number}");
    }
    stage.ends().await;
}

#[tokio::test]
async fn a_refund_that_is_paid_out_after_a_change_is_of_the_new_invoice_on_paper_and_in_the_accounts()
 {
    let stage = Stage::set().await;
    let departure = stage.departure(START, json!({})).await;
    let id = booking_id(&stage.held(&departure).await);
    record(&stage.test, &stage.desk, &id, &cash(PRICE_OF_TWO))
        .await
        .expect(201);
    let rain = json!({"amount": 100, "reason": "A day of rain"});
    refund(&stage.test, &stage.desk, &id, &rain)
        .await
        .expect(200);
    stage.test.clock.advance(TimeDelta::minutes(5));
    let three = json!({"guestDetails": party(3)});
    let changed = stage.changes_to(&id, &three).await;
    assert_eq!(changed.get("creditNoteNumber"), None);
    stage.test.clock.advance(TimeDelta::minutes(5));
    let path = format!("/api/bookings/{id}/payouts");
    let paid_out = stage.test.post(&path, &cash(100.0));
    paid_out.bearer(&stage.desk.access).send().await.expect(201);
    let read = stage.booking(&id).await;
    assert_eq!(read["creditNoteNumber"], "CN-2026-00002");
    let lines = read["creditNoteLines"].as_array().expect("lines");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0]["amount"], 100);
    let at = text(&lines[0], "at").parse::<DateTime<Utc>>();
    assert_eq!(at.expect("a moment"), stage.test.app.clock.now());
    stage.ends().await;
}

#[tokio::test]
async fn a_smaller_party_gets_the_difference_back_by_card_or_keeps_it_as_a_travel_credit() {
    let stage = Stage::set().await;
    let of_one = stage.price(1).await;
    let difference = minor(&json!(PRICE_OF_TWO)) - minor(&of_one);
    for how in ["refund", "credit"] {
        let departure = stage.departure(START, json!({})).await;
        let id = stage.booked(&departure).await;
        let wanted = json!({"guestDetails": party(1), "moneyBack": how});
        let preview = stage.previewed(&id, &wanted).await;
        assert_eq!(minor(&preview["back"]), difference);
        let after = stage.changes_to(&id, &wanted).await;
        assert_eq!(stage.seats(&departure).await, (json!(0), json!(1)));
        assert_eq!((&after["balance"], &after["amount"]), (&json!(0), &of_one));
        assert_eq!(minor(&after["refundable"]), minor(&of_one));
        match how {
            "refund" => assert_eq!(minor(&after["refunds"][0]["amount"]), difference),
            _ => assert_eq!(minor(&after["travelCredit"]["amount"]), difference),
        }
        // The same party again owes what went back.
        let again = stage
            .changes_to(&id, &json!({"guestDetails": party(2)}))
            .await;
        assert_eq!(minor(&again["balance"]), difference);
        stage.ends().await;
    }
}

#[tokio::test]
async fn a_booking_moves_to_another_departure_at_its_price_and_frees_the_seats_of_the_old_one() {
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let dearer = json!({"pricePerHead": 1500});
    let new = stage.departure("2027-05-01", dearer).await;
    let id = stage.booked(&old).await;
    let preview = stage.previewed(&id, &json!({"departureId": new})).await;
    assert!(minor(&preview["difference"]) > 0);
    let after = stage.changes_to(&id, &json!({"departureId": new})).await;
    assert_eq!(after["checkIn"], "2027-05-01");
    assert_eq!(after["routeDetails"]["pricePerHead"], 1500);
    assert_eq!(stage.seats(&old).await, (json!(0), json!(0)));
    assert_eq!(stage.seats(&new).await, (json!(0), json!(2)));
    // Back by itself, on a day of its own, and into the group again.
    let alone = stage
        .changes_to(&id, &json!({"startDate": "2027-05-20"}))
        .await;
    assert_eq!(alone["departureId"], Value::Null);
    assert_eq!(alone["checkOut"], "2027-05-22");
    assert_eq!(stage.seats(&new).await, (json!(0), json!(0)));
    stage.ends().await;
    let grown = json!({"startDate": "2027-05-25", "guestDetails": party(3)});
    stage.changes_to(&id, &grown).await;
    stage.changes_to(&id, &json!({"departureId": old})).await;
    assert_eq!(stage.seats(&old).await, (json!(0), json!(3)));
    stage
        .changes_to(&id, &json!({"startDate": "2027-06-01"}))
        .await;
    stage.ends().await;
}

#[tokio::test]
async fn another_day_of_a_private_trek_costs_the_same_and_another_route_its_own_price() {
    let stage = Stage::set().await;
    let id = stage.private().await;
    let mut trek = stage.trek.clone();
    // What the agency changes later is not charged for what was booked before.
    change_trek(&stage.test, &mut trek, |trek| {
        for route in &mut trek.routes {
            route.price_per_head = domain::money::Money::from_minor(200_000);
        }
    })
    .await;
    let after = stage
        .changes_to(&id, &json!({"startDate": "2027-03-11"}))
        .await;
    assert_eq!(
        (&after["checkIn"], &after["amount"]),
        (&json!("2027-03-11"), &json!(PRICE_OF_TWO))
    );
    assert_eq!(after["earlierDates"][0]["startDate"], CLASSIC);
    let short = json!({"routeId": stage.trek.routes[2].id});
    let preview = stage.previewed(&id, &short).await;
    assert_eq!(preview["after"]["routeDetails"]["routeName"], "Short");
    assert_eq!(preview["after"]["endDate"], "2027-03-12");
    stage.changes_to(&id, &short).await;
    // A day of the past is refused.
    let past = json!({"version": 0, "startDate": "2020-01-01"});
    let said = stage.ask(&stage.desk, &id, "change/preview", &past).await;
    assert_eq!(said.expect(400)["errors"][0]["field"], "startDate");
    stage.ends().await;
}

#[tokio::test]
async fn a_change_is_made_once_and_only_of_what_was_seen() {
    let stage = Stage::set().await;
    let id = stage.private().await;
    let ask = stage
        .confirmed(&id, &json!({"guestDetails": party(3)}))
        .await;
    let path = format!("/api/bookings/{id}/change");
    let send = async || {
        let call = stage.test.post(&path, &ask).bearer(&stage.desk.access);
        call.header("idempotency-key", "one-change").send().await
    };
    let (one, two) = tokio::join!(send(), send());
    let (one, two) = (one.expect(200), two.expect(200));
    assert_eq!(one["data"]["booking"]["totalGuests"], 3);
    assert_eq!(
        two["data"]["booking"]["earlierDates"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    // A change of an older version is answered with the booking as it is now.
    let stale = stage.ask(&stage.desk, &id, "change", &ask).await;
    let stale = stale.expect_failure(
        409,
        "This booking was changed meanwhile. Check it and try again.",
    );
    assert_eq!(stale["data"]["booking"]["totalGuests"], 3);
    assert_eq!(
        stale["currentVersion"],
        stage.as_staff(&id).await["version"]
    );
    let mut wrong = stage
        .confirmed(&id, &json!({"guestDetails": party(4)}))
        .await;
    wrong["expectedTotal"] = json!(1);
    let refused = stage
        .ask(&stage.desk, &id, "change", &wrong)
        .await
        .expect(409);
    assert_eq!(
        refused["data"]["priceBreakdown"]["total"],
        stage.price(4).await
    );
    let same = stage
        .confirmed(&id, &json!({"guestDetails": party(3)}))
        .await;
    let refused = stage.ask(&stage.desk, &id, "change", &same).await;
    refused.expect_failure(400, "Nothing would change.");
    // Of two concurrent changes by staff, one is refused.
    let asks = [4, 5].map(|size| json!({"guestDetails": party(size)}));
    let asks = [
        stage.confirmed(&id, &asks[0]).await,
        stage.confirmed(&id, &asks[1]).await,
    ];
    let (one, two) = tokio::join!(
        stage.ask(&stage.desk, &id, "change", &asks[0]),
        stage.ask(&stage.desk, &id, "change", &asks[1]),
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(stored_bookings(&stage.test).await, 1);
    stage.ends().await;
}

#[tokio::test]
async fn staff_without_a_refund_limit_keep_the_difference_as_a_credit() {
    let stage = Stage::set().await;
    let staff = stage
        .test
        .sign_up("Dolma", "dolma@example.com", "a pass over the pass")
        .await;
    stage.test.give_role(&staff, Role::Staff).await;
    let id = stage.private().await;
    let mut ask = stage
        .confirmed(&id, &json!({"guestDetails": party(1)}))
        .await;
    let seen = stage
        .ask(&staff, &id, "change/preview", &ask)
        .await
        .expect(200);
    assert_eq!(seen["data"]["preview"]["mayRefund"], false);
    stage.ask(&staff, &id, "change", &ask).await.expect(403);
    ask["moneyBack"] = json!("credit");
    let kept = stage.ask(&staff, &id, "change", &ask).await.expect(200);
    assert!(kept["data"]["booking"]["travelCredit"]["number"].is_string());
    stage.ends().await;
}

#[tokio::test]
async fn several_changes_together_do_not_refund_more_than_staff_may() {
    let stage = Stage::set_with(&[("staff_refund_limit", "1600")]).await;
    let staff = stage
        .test
        .sign_up("Dolma", "dolma@example.com", "a pass over the pass")
        .await;
    stage.test.give_role(&staff, Role::Staff).await;
    let three = request(&stage.test, &stage.trek, 3).await;
    let opened = send(&stage.test, &stage.maya, &three).await.expect(201);
    let id = stage.pay(&opened["data"]).await;
    let to_two = json!({"guestDetails": party(2), "moneyBack": "refund"});
    let preview = stage.previewed(&id, &to_two).await;
    assert_eq!(preview["mayRefund"], true);
    let ask = stage.confirmed(&id, &to_two).await;
    let changed = stage.ask(&staff, &id, "change", &ask).await.expect(200);
    let back = changed["data"]["booking"]["refunds"][0]["amount"].clone();
    assert_eq!(back, preview["back"]);
    let to_one = json!({"guestDetails": party(1), "moneyBack": "refund"});
    let ask = stage.confirmed(&id, &to_one).await;
    let seen = stage.ask(&staff, &id, "change/preview", &ask).await;
    assert_eq!(seen.expect(200)["data"]["preview"]["mayRefund"], false);
    let refused = stage.ask(&staff, &id, "change", &ask).await;
    refused.expect_failure(
        403,
        "Only an owner can refund this amount. Keep it as a travel credit instead.",
    );
    stage
        .ask(&stage.desk, &id, "change", &ask)
        .await
        .expect(200);
    stage.ends().await;
}

#[tokio::test]
async fn bookings_that_others_decide_on_are_not_changed() {
    let stage = Stage::set().await;
    let departure = stage.departure(START, json!({})).await;
    let id = stage.booked(&departure).await;
    let ask = stage
        .confirmed(&id, &json!({"startDate": "2027-05-20"}))
        .await;
    stage.moved(&departure, &to_another_day()).await;
    let refused = stage.ask(&stage.desk, &id, "change", &ask).await;
    refused.expect_failure(
        409,
        "The traveller has not answered the last move of the departure yet.",
    );
    let link = stage.link().await;
    stage.choose(&link, "refund").await.expect(200);
    let refused = stage.ask(&stage.desk, &id, "change/preview", &ask).await;
    refused.expect_failure(409, "This booking has ended. It can't be changed.");
    // A trek that is sold by the seat only keeps its parties in groups.
    let other = stage.departure("2027-06-01", json!({})).await;
    let id = stage.booked(&other).await;
    let mut trek = stage.trek.clone();
    change_trek(&stage.test, &mut trek, |trek| {
        trek.sold_as = SoldAs::Departures
    })
    .await;
    let ask = json!({"version": 0, "startDate": "2027-05-20"});
    let refused = stage
        .ask(&stage.desk, &id, "change/preview", &ask)
        .await
        .expect(400);
    assert_eq!(refused["errors"][0]["field"], "startDate");
    stage.ends().await;
}

#[tokio::test]
async fn an_open_card_payment_of_the_balance_ends_before_the_price_changes() {
    let stage = Stage::set().await;
    let id = stage.private().await;
    stage
        .changes_to(&id, &json!({"guestDetails": party(3)}))
        .await;
    let ask = json!({"payWith": "card"});
    let opened = stage.ask(&stage.maya, &id, "payment-intent", &ask).await;
    let opened = opened.expect(200)["data"].clone();
    stage
        .changes_to(&id, &json!({"guestDetails": party(2)}))
        .await;
    assert_eq!(stage.booking(&id).await["balance"], 0);
    let late = pay(&stage.test, &opened, crate::stage::GOOD_CARD).await;
    assert_ne!(late.status, 200, "{}", text(&late.json(), "message"));
    verify(&stage.test, &stage.maya, &opened).await;
    stage.ends().await;
}
