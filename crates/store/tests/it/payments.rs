//! Storage of the payment sandbox: one intent per key, one charge per intent.

use store::sandbox_intents::{self, Card, Intent, IntentStatus, Outcome};
use store::{Db, StoreError};

use crate::support::{TestDb, id, now};

fn intent(name: &str, key: &str) -> Intent {
    Intent {
        id: name.to_owned(),
        client_secret: format!("{name}_secret_x"),
        idempotency_key: key.to_owned(),
        booking_id: id(),
        amount: 123_456,
        currency: "USD".to_owned(),
        status: IntentStatus::RequiresPaymentMethod,
        card: None,
        last_error: None,
        created_at: now(),
        updated_at: now(),
    }
}

async fn charge(db: &Db, name: &str) -> bool {
    let card = Card {
        brand: "visa".to_owned(),
        last4: "4242".to_owned(),
    };
    let said = Outcome {
        card: Some(&card),
        error: None,
    };
    let open = [
        IntentStatus::RequiresPaymentMethod,
        IntentStatus::RequiresAction,
    ];
    sandbox_intents::advance(db, name, &open, IntentStatus::Succeeded, said, now())
        .await
        .unwrap()
}

#[tokio::test]
async fn an_idempotency_key_has_one_payment_intent() {
    let test = TestDb::start().await;
    let first = intent("pi_1", "key");
    sandbox_intents::insert(&test.db, &first).await.unwrap();
    let error = sandbox_intents::insert(&test.db, &intent("pi_2", "key"))
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Taken(_)), "{error}");
    assert_eq!(
        sandbox_intents::find_by_key(&test.db, "key").await.unwrap(),
        Some(first)
    );
    assert_eq!(sandbox_intents::find(&test.db, "pi_2").await.unwrap(), None);
}

#[tokio::test]
async fn of_two_concurrent_charges_one_is_made() {
    let test = TestDb::start().await;
    sandbox_intents::insert(&test.db, &intent("pi_1", "key"))
        .await
        .unwrap();
    let (a, b) = tokio::join!(charge(&test.db, "pi_1"), charge(&test.db, "pi_1"));
    assert!(a ^ b, "one of them charged: {a} {b}");
    let read = sandbox_intents::find(&test.db, "pi_1")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(read.status, IntentStatus::Succeeded);
    assert_eq!(read.card.unwrap().last4, "4242");
}

#[tokio::test]
async fn a_canceled_intent_is_never_charged() {
    let test = TestDb::start().await;
    sandbox_intents::insert(&test.db, &intent("pi_1", "key"))
        .await
        .unwrap();
    let open = [IntentStatus::RequiresPaymentMethod];
    let to = IntentStatus::Canceled;
    assert!(
        sandbox_intents::advance(&test.db, "pi_1", &open, to, Outcome::default(), now())
            .await
            .unwrap()
    );
    assert!(!charge(&test.db, "pi_1").await);
}
