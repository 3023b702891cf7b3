//! The uses of a promotion code: taken with the booking, given back if it ends unpaid (operations §6).

use chautari::features::booking::payment::reconcile::{expire_unpaid, find_late_payments};
use chrono::TimeDelta;
use domain::booking::BookingStatus;
use serde_json::json;

use crate::departures::{departure_with, seats};
use crate::guides::patch;
use crate::money::{cancel, charge_behind_our_back, given_back, stored};
use crate::payment::booking;
use crate::promotions::{USED_UP, priced, promotion, quoted, with_code};
use crate::stage::{GOOD_CARD, booking_id, pay, send, stored_trek, text, verify, with};
use crate::support::TestApp;
use crate::waitlist::admin_again;

async fn uses(test: &TestApp, id: &str) -> u32 {
    let id = id.parse().expect("an id");
    let found = store::promotions::find(&test.app.db, id).await;
    let promotion = found.expect("read").expect("stored");
    let bookings = store::promotions::list_uses(&test.app.db, id, (0, 100)).await;
    let (_, listed) = bookings.expect("read");
    assert_eq!(
        u64::from(promotion.uses),
        listed,
        "the count is that of the bookings"
    );
    promotion.uses
}

#[tokio::test]
async fn of_32_bookings_at_once_the_last_use_goes_to_one() {
    // Codes count as unknown until they are found.
    let test = TestApp::start_with(&[("limit_promotion_codes", "100/15m")]).await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let new = json!({"code": "LAST", "percent": 10, "maxUses": 3});
    let made = promotion(&test, &admin, &new).await;
    let ask = with_code(&test, &trek, "LAST").await;
    for _ in 0..2 {
        send(&test, &me, &ask).await.expect(201);
    }
    let tabs = (0..32).map(|_| send(&test, &me, &ask));
    let answers = futures_util::future::join_all(tabs).await;
    let (done, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|it| it.status == 201);
    assert_eq!((done.len(), refused.len()), (1, 31));
    for answer in refused {
        answer.expect_failure(409, USED_UP);
    }
    assert_eq!(uses(&test, text(&made, "_id")).await, 3);
}

#[tokio::test]
async fn a_booking_that_ends_unpaid_gives_its_use_back_and_a_paid_one_keeps_it() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let new = json!({"code": "ONCE", "percent": 10, "maxUses": 1});
    let id = promotion(&test, &admin, &new).await["_id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    let ask = with_code(&test, &trek, "ONCE").await;
    let first = send(&test, &me, &ask).await.expect(201)["data"].clone();
    cancel(&test, &me, &booking_id(&first)).await.expect(200);
    assert_eq!(uses(&test, &id).await, 0);
    let second = send(&test, &me, &ask).await.expect(201)["data"].clone();
    // The traveller goes back and books again: the new booking takes the use over.
    let replaced = json!({
        "trekId": trek.id, "routeDetails": {"name": "Classic"}, "totalGuests": 2, "promotionCode": "once",
        "replaces": booking_id(&second),
    });
    let call = test.post("/api/bookings/quote", &replaced);
    call.send().await.expect(200);
    let again = with(&ask, "replaces", second["booking"]["_id"].clone());
    let third = send(&test, &me, &again).await.expect(201)["data"].clone();
    assert_eq!(booking(&test, &me, &second).await["status"], "Cancelled");
    assert_eq!(uses(&test, &id).await, 1);
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.expect("expired");
    assert_eq!(uses(&test, &id).await, 0);
    let me = test.login("maya@example.com", "trail of many stones").await;
    assert_eq!(booking(&test, &me, &third).await["status"], "Cancelled");
    let fourth = send(&test, &me, &ask).await.expect(201)["data"].clone();
    pay(&test, &fourth, GOOD_CARD).await.expect(200);
    verify(&test, &me, &fourth).await.expect(200);
    cancel(&test, &me, &booking_id(&fourth)).await.expect(200);
    assert_eq!(uses(&test, &id).await, 1, "a confirmed booking used it");
    test.do_jobs().await;
}

#[tokio::test]
async fn late_money_takes_a_free_use_again_and_goes_back_without_one() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let (trek, departure) = departure_with(&test, 12).await;
    let admin = admin_again(&test).await;
    let new = json!({"code": "ONCE", "percent": 10, "maxUses": 1});
    let id = promotion(&test, &admin, &new).await["_id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    let price = quoted(&test, &trek, 2, "once").await.expect(200);
    let ask = seats(&test, &trek, &departure, 2).await;
    let ask = priced(&ask, "once", &price["data"]["priceBreakdown"]);
    let first = send(&test, &me, &ask).await.expect(201)["data"].clone();
    test.clock.advance(TimeDelta::minutes(21));
    expire_unpaid(&test.app).await.expect("expired");
    assert_eq!(uses(&test, &id).await, 0);
    charge_behind_our_back(&test, &first).await;
    find_late_payments(&test.app).await.expect("found");
    assert_eq!(
        stored(&test, &booking_id(&first)).await.status,
        BookingStatus::Confirmed
    );
    assert_eq!(uses(&test, &id).await, 1);
    let admin = admin_again(&test).await;
    let change = json!({"version": 1, "maxUses": 2});
    let path = format!("/api/promotions/{id}");
    patch(&test, &admin, &path, &change).await.expect(200);
    let me = test.login("maya@example.com", "trail of many stones").await;
    let second = send(&test, &me, &ask).await.expect(201)["data"].clone();
    test.clock.advance(TimeDelta::minutes(21));
    expire_unpaid(&test.app).await.expect("expired");
    let me = test.login("maya@example.com", "trail of many stones").await;
    send(&test, &me, &ask).await.expect(201);
    charge_behind_our_back(&test, &second).await;
    find_late_payments(&test.app).await.expect("found");
    assert_eq!(
        stored(&test, &booking_id(&second)).await.status,
        BookingStatus::Cancelled
    );
    assert_eq!(given_back(&test, &second).await, 276_107);
    assert_eq!(uses(&test, &id).await, 2);
    test.do_jobs().await;
}
