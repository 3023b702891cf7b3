//! After the deletion of an account: its anonymised bookings, and the emails about it.

use domain::booking::{BookingStatus, DELETED_TRAVELLER, PaymentStatus};
use serde_json::json;

use crate::money::{paid_id, stored};
use crate::profile_delete::{PASSWORD, delete, leave};
use crate::stage;
use crate::support::TestApp;

// ACCT-05: sold and paid bookings stay in the books, without personal data.
#[tokio::test]
async fn bookings_of_a_deleted_account_are_anonymised() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    let confirmed = paid_id(&app, &maya, &trek).await;
    let unpaid = stage::booked(&app, &maya, &trek).await;
    let before = stored(&app, &confirmed).await;
    let deleted = delete(&app, &maya, json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 204);
    let after = stored(&app, &confirmed).await;
    assert_eq!(after.status, BookingStatus::Confirmed);
    assert_eq!(
        (&after.quote, &after.invoice_number),
        (&before.quote, &before.invoice_number)
    );
    assert_eq!(
        (&after.payment, after.party.size()),
        (&before.payment, before.party.size())
    );
    for id in [&confirmed, &stage::booking_id(&unpaid)] {
        let booking = stored(&app, id).await;
        let text = serde_json::to_string(&booking).expect("JSON");
        for word in [
            "Maya",
            "maya@example.com",
            "980-1234567",
            "Guest 1",
            "Vegetarian",
        ] {
            assert!(!text.contains(word), "{word} in {text}");
        }
        assert_eq!(booking.customer.name, DELETED_TRAVELLER);
    }
    leave(&app).await;
}

// ACCT-05
#[tokio::test]
async fn deleting_an_account_cancels_its_unpaid_bookings() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    let unpaid = stage::booked(&app, &maya, &trek).await;
    let deleted = delete(&app, &maya, json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 204);
    let cancelled = stored(&app, &stage::booking_id(&unpaid)).await;
    assert_eq!(cancelled.status, BookingStatus::Cancelled);
    assert_eq!(cancelled.payment.status, PaymentStatus::Failed);
    let late = stage::pay(&app, &unpaid, stage::GOOD_CARD).await;
    assert!(late.status.is_client_error(), "its intent takes no money");
    leave(&app).await;
}

// ACCT-05: the traveller gets a confirmation, and the agency a list of the affected bookings.
#[tokio::test]
async fn a_deletion_is_confirmed_to_the_traveller_and_reported_to_the_agency() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    let confirmed = paid_id(&app, &maya, &trek).await;
    app.do_jobs().await;
    let deleted = delete(&app, &maya, json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 204);
    leave(&app).await;
    let mails = app.outbox();
    let [.., goodbye, notice] = mails.as_slice() else {
        panic!("{} mails", mails.len())
    };
    assert_eq!(
        (goodbye.to.as_str(), goodbye.subject.as_str()),
        ("maya@example.com", "Your Chautari account was deleted")
    );
    assert_eq!(notice.to, "hello@chautari.example");
    assert!(
        notice.text.contains(&confirmed) && notice.text.contains("Mar 01, 2027"),
        "{}",
        notice.text
    );
    assert!(!notice.text.contains("Maya"), "{}", notice.text);
}
