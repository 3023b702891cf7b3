//! OCTO: resellers hold, confirm, change and cancel seats of the same pool as travellers (operations §2).

use axum::http::Method;
use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::reconcile::{complete, expire_unpaid, reconcile};
use chrono::TimeDelta;
use domain::money::Percent;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::call::Answer;
use crate::octo::Market;
use crate::outbox::MailFile;
use crate::stage::{change_trek, stored_bookings};

impl Market {
    pub fn order(&self, uuid: Uuid, guests: usize) -> Value {
        let mut ask = self.option();
        ask["uuid"] = json!(uuid);
        ask["availabilityId"] = self.departure["_id"].clone();
        ask["unitItems"] = json!(vec![json!({"unitId": "adult"}); guests]);
        ask
    }

    pub async fn reserve(&self, uuid: Uuid, guests: usize) -> Answer {
        self.post("/octo/bookings", &self.order(uuid, guests)).await
    }

    pub async fn act(&self, uuid: Uuid, action: &str, body: &Value) -> Answer {
        self.post(&format!("/octo/bookings/{uuid}/{action}"), body)
            .await
    }

    pub async fn confirm(&self, uuid: Uuid) -> Answer {
        let contact = json!({"firstName": "Pemba", "lastName": "Sherpa", "emailAddress": "pemba@example.com",
            "phoneNumber": "+977 9800000000"});
        self.act(
            uuid,
            "confirm",
            &json!({"contact": contact, "resellerReference": "HT-7"}),
        )
        .await
    }

    pub async fn read(&self, uuid: Uuid) -> Value {
        self.get(&format!("/octo/bookings/{uuid}"))
            .await
            .expect(200)
    }

    pub async fn vacancies(&self) -> Value {
        self.availability().await["vacancies"].clone()
    }

    /// Every job is done and the ledger agrees with the bookings.
    pub async fn close(&self) {
        self.test.do_jobs().await;
        let report = compare(&self.test.app).await.expect("compared");
        assert_eq!(report.differences, [""; 0]);
    }
}

pub fn uuid(number: u128) -> Uuid {
    Uuid::from_u128(0x0198_f0e5_0000_7000_8000_0000_0000_0000 + number)
}

#[tokio::test]
async fn a_reservation_is_confirmed_on_invoice_and_is_a_booking_of_the_agency() {
    let market = Market::open(4).await;
    let held = market.reserve(uuid(1), 2).await.expect(200);
    assert_eq!(held["status"], "ON_HOLD");
    assert_eq!(held["utcExpiresAt"], "2026-11-20T03:50:00Z");
    assert_eq!(held["availability"]["id"], market.departure["_id"]);
    assert_eq!(market.vacancies().await, 2);
    let nameless = market
        .act(uuid(1), "confirm", &json!({"contact": {}}))
        .await
        .expect(400);
    assert_eq!(nameless["error"], "UNPROCESSABLE_ENTITY");
    let sold = market.confirm(uuid(1)).await.expect(200);
    assert_eq!(
        (&sold["status"], &sold["utcExpiresAt"]),
        (&json!("CONFIRMED"), &Value::Null)
    );
    assert_eq!(sold["contact"]["fullName"], "Pemba Sherpa");
    assert_eq!(sold["resellerReference"], "HT-7");
    let again = market.confirm(uuid(1)).await.expect(200);
    assert_eq!(again, sold, "a repeated confirmation");
    let list = market
        .test
        .get("/api/bookings?search=himalaya")
        .bearer(&market.admin.access);
    let list = list.send().await.expect(200)["data"]["bookings"].clone();
    let booking = &list[0];
    assert_eq!(booking["reseller"], "Himalaya Tours");
    assert_eq!(booking["reference"], sold["supplierReference"]);
    assert_eq!(booking["status"], "Confirmed");
    assert_eq!(
        booking["guestDetails"]["primaryGuest"]["name"],
        "Pemba Sherpa"
    );
    assert_eq!(booking["customer"]["email"], "pemba@example.com");
    assert!(booking["invoiceNumber"].is_string());
    // The guide sees who sold the places.
    let manifest = format!(
        "/api/departures/{}/manifest",
        market.departure["_id"].as_str().expect("an id")
    );
    let read = |path: String| market.test.get(&path).bearer(&market.admin.access).send();
    let seen = read(manifest.clone()).await.expect(200)["data"]["manifest"].clone();
    assert_eq!(seen["bookings"][0]["reseller"], "Himalaya Tours");
    let file = read(format!("{manifest}.csv")).await;
    let table = String::from_utf8(file.body.to_vec()).expect("UTF-8");
    let mut lines = table.lines();
    assert!(
        lines
            .next()
            .is_some_and(|head| head.ends_with("\"Reseller\"")),
        "{table}"
    );
    assert!(
        lines.all(|line| line.ends_with("\"Himalaya Tours\"")),
        "{table}"
    );
    market.test.do_jobs().await;
    let mails = market.test.outbox();
    let is_theirs = |mail: &&MailFile| mail.to.contains("pemba@example.com");
    let to_traveller = mails.iter().filter(is_theirs).count();
    assert_eq!(to_traveller, 0, "the reseller writes to its customers");
    reconcile(&market.test.app).await.expect("settled");
    assert_eq!(market.read(uuid(1)).await["status"], "CONFIRMED");
    market.close().await;
    // After the trek the voucher counts as used.
    market.test.clock.advance(TimeDelta::days(150));
    complete(&market.test.app).await.expect("completed");
    assert_eq!(market.read(uuid(1)).await["status"], "REDEEMED");
}

#[tokio::test]
async fn reserving_twice_with_one_uuid_makes_one_booking() {
    let market = Market::open(4).await;
    let (one, two) = tokio::join!(market.reserve(uuid(1), 2), market.reserve(uuid(1), 2));
    let (one, two) = (one.expect(200), two.expect(200));
    assert_eq!(
        (&one["id"], &one["supplierReference"]),
        (&two["id"], &two["supplierReference"])
    );
    assert_eq!(market.reserve(uuid(1), 2).await.expect(200), one);
    assert_eq!(
        (
            stored_bookings(&market.test).await,
            market.vacancies().await
        ),
        (1, json!(2))
    );
    let other = market.reserve(uuid(1), 1).await.expect(400);
    assert_eq!(other["error"], "INVALID_BOOKING_UUID");
}

#[tokio::test]
async fn thirty_resellers_at_once_sell_exactly_the_ten_seats_there_are() {
    let market = Market::open(10).await;
    let buyers = &market;
    let asked = (0..30).map(|number| async move {
        let held = buyers.reserve(uuid(number), 1).await;
        (held.status.as_u16(), number)
    });
    let mut sold = Vec::new();
    for (status, number) in futures_util::future::join_all(asked).await {
        match status {
            200 => sold.push(number),
            refused => assert_eq!(refused, 400),
        }
    }
    assert_eq!(sold.len(), 10);
    for number in sold {
        market.confirm(uuid(number)).await.expect(200);
    }
    assert_eq!(market.availability().await["status"], "SOLD_OUT");
    let refused = market.reserve(uuid(99), 1).await.expect(400);
    assert_eq!(refused["error"], "UNPROCESSABLE_ENTITY");
    assert_eq!(refused["errorMessage"], "This departure is sold out.");
    market.close().await;
}

#[tokio::test]
async fn an_expired_reservation_is_confirmed_only_while_its_seats_are_free() {
    let market = Market::open(2).await;
    market.reserve(uuid(1), 2).await.expect(200);
    market.test.clock.advance(TimeDelta::minutes(15));
    let longer = market
        .act(uuid(1), "extend", &json!({"expirationMinutes": 31}))
        .await;
    assert_eq!(longer.expect(200)["utcExpiresAt"], "2026-11-20T04:16:00Z");
    market.test.clock.advance(TimeDelta::minutes(32));
    assert_eq!(market.read(uuid(1)).await["status"], "EXPIRED");
    let late = market.act(uuid(1), "extend", &json!({})).await.expect(400);
    assert_eq!(late["error"], "UNPROCESSABLE_ENTITY");
    expire_unpaid(&market.test.app).await.expect("swept");
    assert_eq!(market.read(uuid(1)).await["status"], "EXPIRED");
    // Nobody needed the seats: they are taken again.
    market.confirm(uuid(1)).await.expect(200);
    assert_eq!(market.vacancies().await, 0);
    let path = format!("/octo/bookings/{}/cancel", uuid(1));
    market
        .send(Method::DELETE, &path, &json!({}))
        .await
        .expect(200);
    for number in [2, 3] {
        market.reserve(uuid(number), 2).await.expect(200);
        market.test.clock.advance(TimeDelta::minutes(21));
    }
    // The third expired, too, but nobody has released it; the second lost its seats to it.
    let gone = market.confirm(uuid(3)).await;
    gone.expect(200);
    let gone = market.confirm(uuid(2)).await.expect(400);
    assert_eq!(
        (&gone["error"], &gone["uuid"]),
        (&json!("INVALID_BOOKING_UUID"), &json!(uuid(2)))
    );
    expire_unpaid(&market.test.app).await.expect("swept");
    market.close().await;
}

#[tokio::test]
async fn an_expired_reservation_is_not_confirmed_at_a_price_that_was_changed_since() {
    let market = Market::open(4).await;
    market.reserve(uuid(1), 2).await.expect(200);
    market.test.clock.advance(TimeDelta::minutes(31));
    expire_unpaid(&market.test.app).await.expect("swept");
    let mut trek = market.trek.clone();
    change_trek(&market.test, &mut trek, |trek| {
        trek.payment_details.charges.service_fee = Percent::whole(9);
    })
    .await;
    let late = market.confirm(uuid(1)).await.expect(400);
    assert_eq!(late["error"], "INVALID_BOOKING_UUID");
    market.close().await;
}

#[tokio::test]
async fn cancelling_frees_the_seats_and_says_what_the_reseller_does_not_owe() {
    let market = Market::open(4).await;
    market.reserve(uuid(1), 2).await.expect(200);
    let why = json!({"reason": "Snow"});
    let gone = market.act(uuid(1), "cancel", &why).await.expect(200);
    assert_eq!(
        (&gone["status"], &gone["cancellation"]["reason"]),
        (&json!("CANCELLED"), &json!("Snow"))
    );
    assert_eq!(market.vacancies().await, 4);
    let confirmed = market.confirm(uuid(1)).await.expect(400);
    assert_eq!(confirmed["error"], "UNPROCESSABLE_ENTITY");
    for (number, days, refund) in [(2, 0, "FULL"), (3, 115, "PARTIAL")] {
        market.reserve(uuid(number), 1).await.expect(200);
        market.confirm(uuid(number)).await.expect(200);
        market.test.clock.advance(TimeDelta::days(days));
        let gone = market
            .act(uuid(number), "cancel", &json!({}))
            .await
            .expect(200);
        assert_eq!(gone["cancellation"]["refund"], refund);
        let again = market
            .act(uuid(number), "cancel", &json!({}))
            .await
            .expect(200);
        assert_eq!(again["cancellation"], gone["cancellation"]);
        assert_eq!(market.vacancies().await, 4);
    }
    market.reserve(uuid(4), 1).await.expect(200);
    market.confirm(uuid(4)).await.expect(200);
    market.test.clock.advance(TimeDelta::days(16));
    assert_eq!(market.read(uuid(4)).await["cancellable"], false);
    let late = market.act(uuid(4), "cancel", &json!({})).await.expect(400);
    assert_eq!(late["error"], "UNPROCESSABLE_ENTITY");
    market.close().await;
}
