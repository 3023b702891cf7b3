//! Staff book for a caller (operations §6).

use domain::account::Role;
use serde_json::{Value, json};

use crate::booking_desk::read;
use crate::payments::record;
use crate::stage::{
    GOOD_CARD, booking_id, pay, read_booking, request, send, stored_bookings, stored_trek, text,
    with,
};
use crate::support::TestApp;

fn caller(email: &str) -> Value {
    json!({"name": "Pemba Sherpa", "email": email, "phone": "+977 9841234567"})
}

#[tokio::test]
async fn staff_book_for_a_caller_without_an_account_and_record_the_payment() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let staff = app
        .sign_up("Dolma", "dolma@example.com", "a pass over the pass")
        .await;
    app.give_role(&staff, Role::Staff).await;
    let trek = stored_trek(&app).await;
    let ask = with(
        &request(&app, &trek, 2).await,
        "onBehalfOf",
        caller("Pemba@Example.com"),
    );
    let call = || {
        let call = app.post("/api/bookings", &ask).bearer(&staff.access);
        call.header("idempotency-key", "caller-1").send()
    };
    let made = call().await.expect(201)["data"].clone();
    assert_eq!(made["clientSecret"], "");
    let booking = &made["booking"];
    assert_eq!(
        booking["customer"],
        json!({"name": "Pemba Sherpa", "email": "Pemba@Example.com"})
    );
    assert_ne!(booking["userId"], json!(staff.user_id));
    let id = booking_id(&made);
    assert_eq!(booking_id(&call().await.expect(201)["data"]), id);
    assert_eq!(stored_bookings(&app).await, 1);
    let cash = json!({"method": "cash", "amount": booking["amount"], "currency": "USD"});
    record(&app, &staff, &id, &cash).await.expect(201);
    app.do_jobs().await;
    let mails = app.outbox();
    let confirmation = mails
        .iter()
        .find(|mail| mail.to.contains("Pemba@Example.com"));
    assert!(confirmation.is_some_and(|mail| mail.text.contains("confirmed")));
    let history = read(&app, &admin, &format!("/api/bookings/{id}/history")).await;
    let made: Vec<_> = history["history"]
        .as_array()
        .expect("steps")
        .iter()
        .filter(|step| step["action"] == "create")
        .collect();
    assert_eq!(made.len(), 1);
    assert_eq!(text(&made[0]["who"], "name"), "Dolma");
    // The next call of the same person finds the account.
    let again = app
        .post("/api/bookings", &ask)
        .bearer(&staff.access)
        .send()
        .await;
    assert_eq!(
        again.expect(201)["data"]["booking"]["userId"],
        booking["userId"]
    );
    app.do_jobs().await;
}

#[tokio::test]
async fn a_booking_for_a_caller_with_an_account_is_among_their_bookings() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let trek = stored_trek(&app).await;
    let ask = with(
        &request(&app, &trek, 2).await,
        "onBehalfOf",
        caller("MAYA@example.com"),
    );
    let id = booking_id(&send(&app, &admin, &ask).await.expect(201)["data"]);
    let own = read(&app, &maya, "/api/bookings/my-bookings").await;
    assert_eq!(own["bookings"][0]["_id"], json!(id));
    assert_eq!(own["bookings"][0]["customer"]["email"], "maya@example.com");
    // Travellers book only for themselves.
    send(&app, &maya, &ask)
        .await
        .expect_failure(403, "You can only book for yourself.");
    for (field, value) in [
        ("onBehalfOf.name", json!(" ")),
        ("onBehalfOf.email", json!("maya")),
        ("onBehalfOf.phone", json!("abc")),
        ("travelCredit", json!("TC-2026-00042")),
    ] {
        let said = send(&app, &admin, &with(&ask, field, value))
            .await
            .expect(400);
        assert_eq!(said["errors"][0]["field"], field);
    }
    app.do_jobs().await;
}

#[tokio::test]
async fn two_concurrent_bookings_for_a_new_caller_share_one_account() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let trek = stored_trek(&app).await;
    let ask = with(
        &request(&app, &trek, 2).await,
        "onBehalfOf",
        caller("new@example.com"),
    );
    let (one, two) = tokio::join!(send(&app, &admin, &ask), send(&app, &admin, &ask));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert!(matches!(statuses, [201, 201 | 409]), "{statuses:?}");
    let again = send(&app, &admin, &ask).await.expect(201)["data"]["booking"].clone();
    for answer in [one, two].iter().filter(|answer| answer.status == 201) {
        assert_eq!(answer.json()["data"]["booking"]["userId"], again["userId"]);
    }
    app.do_jobs().await;
}

#[tokio::test]
async fn a_caller_pays_by_card_with_the_link_of_the_email() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let trek = stored_trek(&app).await;
    let ask = with(
        &request(&app, &trek, 2).await,
        "onBehalfOf",
        caller("pemba@example.com"),
    );
    let booking = send(&app, &admin, &ask).await.expect(201)["data"]["booking"].clone();
    let id = text(&booking, "_id").to_owned();
    app.do_jobs().await;
    let mails = app.outbox();
    let mail = mails
        .iter()
        .find(|mail| mail.to.contains("pemba@example.com"))
        .expect("a mail");
    let mut words = mail.text.split_whitespace();
    let link = words
        .find(|word| word.contains("/balance/"))
        .expect("a link");
    let (_, token) = link.split_once("/balance/").expect("a token");
    let path = format!("/api/balance/{token}");
    let shown = app.get(&path).send().await.expect(200);
    assert_eq!(shown["data"]["booking"]["balance"], booking["amount"]);
    let open = || {
        app.post(&format!("{path}/payment-intent"), &json!({}))
            .send()
    };
    let opened = open().await.expect(200)["data"].clone();
    assert_eq!(opened["amountDue"], booking["amount"]);
    assert_eq!(
        open().await.expect(200)["data"]["paymentIntentId"],
        opened["paymentIntentId"]
    );
    let verify = || {
        let ask = json!({"paymentIntentId": opened["paymentIntentId"]});
        app.post(&format!("{path}/verify"), &ask).send()
    };
    verify().await.expect(402);
    assert_eq!(pay(&app, &opened, GOOD_CARD).await.status, 200);
    let paid = verify().await.expect(200)["data"].clone();
    assert_eq!(paid["amount"], booking["amount"]);
    assert!(paid["receiptNumber"].is_string());
    let read = read_booking(&app, &admin, &id).await.expect(200);
    assert_eq!(read["data"]["booking"]["status"], "Confirmed");
    // Paid once: the link takes nothing more, and the same answer comes again.
    open().await.expect(409);
    verify().await.expect(200);
    app.do_jobs().await;
}
