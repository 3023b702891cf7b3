//! What staff refund: up to `staff_refund_limit` of a booking, all its refunds together. Owners have no limit
//! (operations §1).

use domain::account::Role;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::money::{cancel, cancel_with, given_back, paid, patch, refund};
use crate::stage::{booked, booking_id, keep, read_booking, stored_trek, trek_named};
use crate::support::{Login, TestApp};

struct Scene {
    test: TestApp,
    staff: Login,
    owner: Login,
    opened: Value,
    id: String,
}

impl Scene {
    async fn start(limit: &str) -> Self {
        let test = TestApp::start_with(&[("staff_refund_limit", limit)]).await;
        let (maya, owner) = (test.traveller().await, test.admin().await);
        let staff = test
            .sign_up("Pemba", "pemba@example.com", "valley of many rivers")
            .await;
        test.give_role(&staff, Role::Staff).await;
        let trek = stored_trek(&test).await;
        let opened = paid(&test, &maya, &trek).await;
        let id = booking_id(&opened);
        Self {
            test,
            staff,
            owner,
            opened,
            id,
        }
    }

    async fn refund(&self, who: &Login, amount: f64) -> Answer {
        let ask = json!({"amount": amount, "reason": "A night without heating"});
        refund(&self.test, who, &self.id, &ask).await
    }

    /// The limit and the actions that the desk shows.
    async fn shown(&self, who: &Login) -> (Value, bool) {
        let read = read_booking(&self.test, who, &self.id).await.expect(200);
        let booking = read["data"]["booking"].clone();
        let actions = booking["allowedActions"].as_array().expect("actions");
        let limit = booking.get("refundLimit").cloned().unwrap_or_default();
        (limit, actions.contains(&json!("refund")))
    }
}

#[tokio::test]
async fn staff_cannot_refund_above_their_limit_by_cancelling_the_departure_of_one_booking() {
    let scene = Scene::start("100").await;
    // A private departure has the id of its booking.
    let path = format!("/api/departures/{}/cancel", scene.id);
    let ask = json!({"reason": "Snow", "answerBy": "2026-11-20"});
    let by = async |who: &Login| {
        scene
            .test
            .post(&path, &ask)
            .bearer(&who.access)
            .send()
            .await
    };
    by(&scene.staff).await.expect(403);
    by(&scene.owner).await.expect(200);
    scene.test.do_jobs().await;
}

#[tokio::test]
async fn staff_refund_up_to_their_limit_in_all_and_owners_without_one() {
    let scene = Scene::start("100").await;
    let (staff, owner) = (&scene.staff, &scene.owner);
    assert_eq!(scene.shown(staff).await, (json!(100), true));
    assert_eq!(scene.shown(owner).await, (Value::Null, true));
    let message = "You can refund at most $100.00 of this booking. An owner can refund more.";
    scene
        .refund(staff, 100.01)
        .await
        .expect_failure(403, message);
    assert_eq!(given_back(&scene.test, &scene.opened).await, 0);
    scene.refund(staff, 60.0).await.expect(200);
    assert_eq!(scene.shown(staff).await, (json!(40), true));
    scene.refund(staff, 40.01).await.expect(403);
    scene.refund(staff, 40.0).await.expect(200);
    assert_eq!(scene.shown(staff).await, (json!(0), false));
    let message = "Only an owner can refund this booking.";
    scene.refund(staff, 0.01).await.expect_failure(403, message);
    scene.refund(owner, 500.0).await.expect(200);
    assert_eq!(given_back(&scene.test, &scene.opened).await, 60_000);
    scene.test.do_jobs().await;
}

#[tokio::test]
async fn two_refunds_by_staff_at_once_do_not_pass_the_limit_together() {
    let scene = Scene::start("100").await;
    let (one, two) = tokio::join!(
        scene.refund(&scene.staff, 60.0),
        scene.refund(&scene.staff, 60.0),
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403]);
    assert_eq!(given_back(&scene.test, &scene.opened).await, 6_000);
    scene.test.do_jobs().await;
}

#[tokio::test]
async fn staff_cancel_a_booking_with_a_refund_within_their_limit() {
    let scene = Scene::start("100").await;
    let (test, staff) = (&scene.test, &scene.staff);
    // All that was paid.
    cancel(test, staff, &scene.id).await.expect(403);
    let ask = json!({"amount": 100.5, "reason": "The bridge is gone"});
    cancel_with(test, staff, &scene.id, &ask).await.expect(403);
    let ask_status = json!({"status": "Cancelled"});
    patch(test, staff, &scene.id, &ask_status).await.expect(403);
    let ask = json!({"amount": 100, "reason": "The bridge is gone"});
    cancel_with(test, staff, &scene.id, &ask).await.expect(200);
    assert_eq!(given_back(test, &scene.opened).await, 10_000);
    // Nothing was paid for this one.
    let trek = trek_named(&test.app, "Gokyo Lakes");
    keep(&test.app, &trek).await;
    let maya = test.login("maya@example.com", "trail of many stones").await;
    let unpaid = booking_id(&booked(test, &maya, &trek).await);
    cancel(test, staff, &unpaid).await.expect(200);
    test.do_jobs().await;
}

#[tokio::test]
async fn without_a_setting_only_owners_refund_and_off_ends_the_limit() {
    let scene = Scene::start("0").await;
    assert_eq!(scene.shown(&scene.staff).await, (json!(0), false));
    scene.refund(&scene.staff, 1.0).await.expect(403);
    scene.refund(&scene.owner, 1.0).await.expect(200);
    scene.test.do_jobs().await;
    let scene = Scene::start("off").await;
    assert_eq!(scene.shown(&scene.staff).await, (Value::Null, true));
    scene.refund(&scene.staff, 3056.18).await.expect(200);
    scene.test.do_jobs().await;
}
