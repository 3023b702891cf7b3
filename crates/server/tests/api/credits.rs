//! Travel credits: the lists of staff and travellers (operations §2).

use chautari::features::booking::payment::credit_record::give_credit;
use domain::trek::Trek;
use serde_json::json;
use store::bookings;
use store::travel_credits::TravelCredit;

use crate::call::Answer;
use crate::money::{paid_id, stored};
use crate::stage::stored_trek;
use crate::support::{Login, TestApp};

/// Keeps what a traveller paid for two as a travel credit, as the answer to a moved departure does.
pub async fn given_credit(
    test: &TestApp,
    who: &Login,
    trek: &Trek,
    expires_on: &str,
) -> TravelCredit {
    let id = paid_id(test, who, trek).await;
    keep_as_credit(test, &id, expires_on).await
}

/// Cancels a paid booking and keeps what is left of its payment.
pub async fn keep_as_credit(test: &TestApp, id: &str, expires_on: &str) -> TravelCredit {
    let (id, now) = (id.parse().expect("an id"), test.app.clock.now());
    let tx = test.app.db.begin().await.expect("a transaction");
    let was_cancelled = bookings::cancel_for_credit(&tx, id, now).await;
    assert!(was_cancelled.expect("stored"));
    let until = expires_on.parse().expect("a day");
    let credit = give_credit(&test.app, &tx, id, Some(until)).await;
    tx.commit().await.expect("kept");
    test.do_jobs().await;
    credit.expect("stored").expect("a credit")
}

pub async fn list(test: &TestApp, who: &Login, query: &str) -> Answer {
    let path = format!("/api/travel-credits{query}");
    test.get(&path).bearer(&who.access).send().await
}

#[tokio::test]
async fn staff_list_all_credits_and_travellers_their_own_until_they_expire() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = stored_trek(&test).await;
    let credit = given_credit(&test, &me, &trek, "2026-11-21").await;
    let later = given_credit(&test, &me, &trek, "2028-11-20").await;
    list(&test, &me, "").await.expect(403);
    list(&test, &admin, "?state=all").await.expect(400);
    list(&test, &admin, "?page=0").await.expect(400);
    let open = list(&test, &admin, "?state=open&page=2&limit=1").await;
    let origin = stored(&test, &credit.booking_id.to_string()).await;
    assert_eq!(
        open.expect(200)["data"],
        json!({"total": 2, "credits": [{
            "_id": credit.id, "number": credit.number, "state": "open", "amount": 3056.18,
            "currency": "USD", "expiresOn": "2026-11-21", "createdAt": "2026-11-20T03:30:00Z",
            "bookingId": credit.booking_id, "reference": origin.reference, "name": "Maya Gurung",
        }]})
    );
    let used = list(&test, &admin, "?state=used").await.expect(200);
    assert_eq!(used["data"], json!({"total": 0, "credits": []}));
    // Somebody else's are not shown.
    let own = list(&test, &admin, "/my-credits").await.expect(200);
    assert_eq!(own["data"]["total"], 0);
    // The last day counts whole, in the agency's time zone.
    test.clock
        .set("2026-11-21T18:14:00Z".parse().expect("a moment"));
    let me = test.login("maya@example.com", "trail of many stones").await;
    let mine = list(&test, &me, "/my-credits").await.expect(200);
    let numbers = |answer: &serde_json::Value| {
        let credits = answer["data"]["credits"]
            .as_array()
            .expect("credits")
            .clone();
        credits
            .into_iter()
            .map(|it| it["number"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(&mine), [json!(credit.number), json!(later.number)]);
    test.clock
        .set("2026-11-21T18:15:00Z".parse().expect("a moment"));
    let mine = list(&test, &me, "/my-credits").await.expect(200);
    assert_eq!(numbers(&mine), [json!(later.number)]);
    let admin = test
        .login("admin@example.com", "mountain of many roads")
        .await;
    let expired = list(&test, &admin, "?state=expired").await.expect(200);
    assert_eq!(numbers(&expired), [json!(credit.number)]);
}
