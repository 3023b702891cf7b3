//! Wallets (eSewa, Khalti) against their stand-ins: only the inquiry proves a payment (operations §3).

use chautari::features::booking::payment::order::first_payment;
use chautari::platform::adapters::clock::Clock;
use chautari::platform::adapters::payments::{
    IntentStatus, PaymentError, PaymentOrder, RefundOrder, Wallet,
};
use domain::booking::Booking;
use domain::money::Currency;
use serde_json::json;

use crate::stage::{booked, booking_id, keep, trek_named, verify};
use crate::support::TestApp;
use crate::wallet_scene::{Scene, order};
use crate::wallet_server::{Fault, act, go};

use IntentStatus::{Canceled, Processing, RequiresAction, RequiresPaymentMethod, Succeeded};

// PAY-04 PAY-08: the payer pays on the wallet's page, and the inquiry returns booking, amount and currency.
#[tokio::test]
async fn a_payment_at_a_wallet_is_proved_by_its_inquiry() {
    let scene = Scene::start().await;
    assert_eq!(scene.payments().wallets(), Wallet::ALL);
    for wallet in Wallet::ALL {
        let (opened, page) = scene.open(wallet).await;
        assert_eq!(opened.status, RequiresAction);
        assert_eq!(Wallet::of(&opened.id), Some(wallet));
        assert_eq!(scene.status(&opened.id).await, RequiresAction, "{wallet:?}");
        let back = act(&page, "pay").await;
        assert!(back.starts_with("http://localhost:8080/booking/confirmation/7?"));
        let paid = scene.payments().retrieve(&opened.id).await.expect("paid");
        assert_eq!(paid.status, Succeeded, "{wallet:?}");
        assert_eq!(
            (paid.booking_id, paid.amount, paid.currency, paid.id),
            (
                opened.booking_id,
                opened.amount,
                opened.currency,
                opened.id.clone()
            )
        );
        // A paid payment cannot be cancelled; nobody can refund it but the merchant account.
        let closed = scene.payments().cancel(&opened.id).await.expect("asked");
        assert_eq!(closed.status, Succeeded);
        let refund = RefundOrder {
            id: Clock::System.new_id(),
            booking_id: opened.booking_id,
            intent_id: opened.id.clone(),
            amount: opened.amount,
            currency: opened.currency,
            asked_at: scene.test.app.clock.now(),
        };
        let refused = scene.payments().refund(&refund).await.expect_err("no call");
        assert!(matches!(&refused, PaymentError::Refused(why) if why.contains("merchant account")));
        let unknown = scene.payments().find_refund(&opened.id).await;
        assert!(matches!(unknown, Err(PaymentError::Unknown(_))));
    }
    let [payment] = &scene.khalti.payments()[..] else {
        panic!("one payment");
    };
    assert_eq!(payment.paisa, 13_295_050);
    assert!(payment.order_id.ends_with(":1"), "{}", payment.order_id);
}

// PAY-07: a return address that says success is ignored, for both wallets, even with a valid signature.
#[tokio::test]
async fn a_return_address_that_says_success_proves_nothing() {
    let scene = Scene::start().await;
    for wallet in Wallet::ALL {
        let (opened, page) = scene.open(wallet).await;
        let back = act(&page, "lie").await;
        assert!(
            back.contains("data=") || back.contains("status=Completed"),
            "{back}"
        );
        assert_eq!(scene.status(&opened.id).await, RequiresAction, "{wallet:?}");
    }
}

// PAY-08: the payer pays twice, comes back twice, and the site asks twice: one payment.
#[tokio::test]
async fn a_payment_that_is_repeated_is_one_payment() {
    let scene = Scene::start().await;
    for wallet in Wallet::ALL {
        let (opened, page) = scene.open(wallet).await;
        let back = act(&page, "pay").await;
        assert_eq!(act(&page, "pay").await, back);
        for _ in 0..2 {
            assert_eq!(scene.status(&opened.id).await, Succeeded, "{wallet:?}");
        }
        assert_eq!(scene.server(wallet).payments().len(), 1);
    }
    // A paid form of eSewa is refused when it is posted again.
    let again = order(5_000);
    let open = async || scene.payments().open_wallet(Wallet::Esewa, &again).await;
    let (first, second) = (open().await.expect("opened"), open().await.expect("opened"));
    assert_eq!(
        (&first.id, &first.next_action),
        (&second.id, &second.next_action)
    );
    let redirect = first.next_action.expect("a form");
    let page = go(&redirect).await.expect("accepted");
    act(&page, "pay").await;
    assert_eq!(go(&redirect).await, Err(400));
}

// Each field that decides what is paid is signed.
#[tokio::test]
async fn a_form_that_the_payer_changes_is_refused_by_esewa() {
    let scene = Scene::start().await;
    let opened = scene
        .payments()
        .open_wallet(Wallet::Esewa, &order(10_000))
        .await;
    let redirect = opened.expect("opened").next_action.expect("a form");
    for (names, value) in [
        (&["amount", "total_amount"][..], "1"),
        (&["transaction_uuid"], "another"),
        (
            &["signature"],
            "4Ov7pCI1zIOdwtV2BRMUNjz1upIlT/COTxfLhWvVurE=",
        ),
    ] {
        let mut changed = redirect.clone();
        for (name, text) in &mut changed.fields {
            if names.contains(&name.as_str()) {
                value.clone_into(text);
            }
        }
        assert_eq!(go(&changed).await, Err(400), "{names:?}");
    }
    assert!(go(&redirect).await.is_ok());
}

// PAY-04 PAY-07: each status of a wallet, and what remains after a cancellation.
#[tokio::test]
async fn every_status_of_a_wallet_is_understood() {
    let scene = Scene::start().await;
    let esewa = [
        ("COMPLETE", Succeeded, Succeeded),
        ("PARTIAL_REFUND", Succeeded, Succeeded),
        ("FULL_REFUND", Canceled, Canceled),
        ("CANCELED", Canceled, Canceled),
        ("AMBIGUOUS", Processing, Processing),
        ("PENDING", RequiresAction, Canceled),
        ("NOT_FOUND", RequiresPaymentMethod, Canceled),
        ("A_STATUS_OF_TOMORROW", RequiresAction, Canceled),
    ];
    let khalti = [
        ("Completed", Succeeded, Succeeded),
        ("Partially Refunded", Succeeded, Succeeded),
        ("Refunded", Canceled, Canceled),
        ("Expired", Canceled, Canceled),
        ("User canceled", Canceled, Canceled),
        ("Pending", Processing, Processing),
        ("Initiated", RequiresAction, Canceled),
        ("A status of tomorrow", RequiresAction, Canceled),
    ];
    for (wallet, cases) in [(Wallet::Esewa, esewa), (Wallet::Khalti, khalti)] {
        let (opened, _) = scene.open(wallet).await;
        for (status, retrieved, cancelled) in cases {
            scene
                .server(wallet)
                .change(|payment| payment.status = status);
            assert_eq!(scene.status(&opened.id).await, retrieved, "{status}");
            let closed = scene.payments().cancel(&opened.id).await.expect(status);
            assert_eq!(closed.status, cancelled, "{status}");
        }
    }
    // A form of eSewa that was never posted is not found there: not paid yet.
    let never = scene
        .payments()
        .open_wallet(Wallet::Esewa, &order(100))
        .await;
    let never = never.expect("opened").id;
    assert_eq!(scene.status(&never).await, RequiresPaymentMethod);
}

// Other currencies, too small amounts, wrong keys and ids of others are refused.
#[tokio::test]
async fn wrong_orders_keys_and_ids_are_refused() {
    let scene = Scene::start().await;
    let dollars = PaymentOrder {
        currency: Currency::parse("USD").expect("a currency"),
        ..order(10_000)
    };
    for (wallet, wrong) in [
        (Wallet::Esewa, dollars.clone()),
        (Wallet::Khalti, dollars),
        (Wallet::Esewa, order(0)),
        (Wallet::Esewa, order(-100)),
        (Wallet::Khalti, order(999)),
    ] {
        let refused = scene.payments().open_wallet(wallet, &wrong).await;
        assert!(
            matches!(refused, Err(PaymentError::Refused(_))),
            "{refused:?}"
        );
    }
    let least = scene
        .payments()
        .open_wallet(Wallet::Khalti, &order(1_000))
        .await;
    let least = least.expect("ten rupees").id;
    let calls = (scene.esewa.calls(), scene.khalti.calls());
    let other = Clock::System.new_id().simple();
    let forged = least.replace(
        least.split('-').nth(1).expect("a booking"),
        &other.to_string(),
    );
    for id in [
        forged.as_str(),
        "khalti_",
        "khalti_x-y-z",
        "esewa_",
        "esewa_1-2-3",
    ] {
        let unknown = scene.payments().retrieve(id).await;
        assert!(matches!(unknown, Err(PaymentError::Unknown(_))), "{id}");
    }
    assert_eq!(
        (scene.esewa.calls(), scene.khalti.calls()),
        calls,
        "nobody is asked"
    );
    // A payment that Khalti lost, and a key that it does not accept.
    scene
        .khalti
        .change(|payment| payment.id = "another".to_owned());
    let unknown = scene.payments().retrieve(&least).await;
    assert!(matches!(unknown, Err(PaymentError::Unknown(_))));
    let url = format!("{}/api/v2", scene.khalti.url);
    let settings = [
        ("khalti_secret_key", "live_of_another"),
        ("khalti_url", &url),
    ];
    let other = TestApp::start_with(&settings).await;
    let error = other.app.payments.check_wallet(Wallet::Khalti).await;
    let error = error.expect_err("a wrong key");
    assert!(matches!(error, PaymentError::Misconfigured(_)), "{error}");
    assert!(!error.to_string().contains("live_of_another"));
    let off = other
        .app
        .payments
        .open_wallet(Wallet::Esewa, &order(1_000))
        .await;
    assert!(matches!(off, Err(PaymentError::Misconfigured(why)) if why == "eSewa is switched off"));
}

// PAY-05 PAY-08: settling asks the wallet of the payment's id: confirmed once when it was paid, and never before.
#[tokio::test]
async fn a_booking_is_confirmed_by_the_inquiry_of_its_wallet() {
    let scene = Scene::start().await;
    let test = &scene.test;
    let mut trek = trek_named(&test.app, "Namche Bazaar");
    trek.currency = Currency::parse("NPR").expect("a currency");
    keep(&test.app, &trek).await;
    let me = test.traveller().await;
    for wallet in Wallet::ALL {
        let mut opened = booked(test, &me, &trek).await;
        let id = booking_id(&opened).parse().expect("an id");
        let stored = async || -> Booking {
            let found = store::bookings::find(&test.app.db, id).await;
            found.expect("the database").expect("a booking")
        };
        let order = first_payment(&test.app, &stored().await);
        assert!(
            order
                .return_url
                .ends_with(&format!("/booking/confirmation/{id}"))
        );
        let intent = test.app.payments.open_wallet(wallet, &order).await;
        let intent = intent.expect("opened");
        let now = test.app.clock.now();
        store::bookings::set_intent(&test.app.db, id, (&intent.id, 0), now)
            .await
            .expect("noted");
        opened["paymentIntentId"] = json!(intent.id);
        let page = go(&intent.next_action.expect("a page")).await;
        let page = page.expect("accepted");
        act(&page, "lie").await;
        verify(test, &me, &opened).await.expect(402);
        scene.server(wallet).fail_next(&[Fault::Status(503)]);
        verify(test, &me, &opened).await.expect(503);
        act(&page, "pay").await;
        for _ in 0..2 {
            verify(test, &me, &opened).await.expect(200);
        }
        let paid = stored().await;
        assert_eq!(paid.payment.intent_id, Some(intent.id));
        assert_eq!(paid.status.as_str(), "Confirmed", "{wallet:?}");
    }
    test.do_jobs().await;
}

// The page may post the form to eSewa, and to nobody else.
#[tokio::test]
async fn the_content_security_policy_allows_the_form_of_esewa() {
    let keys = [
        ("esewa_product_code", "NP-ES-AGENCY"),
        ("esewa_secret_key", "a secret of the agency"),
    ];
    for (settings, form) in [
        (&keys[..], "form-action 'self' https://*.esewa.com.np"),
        (&[], "form-action 'self'"),
    ] {
        let test = TestApp::start_with(settings).await;
        let answer = test.get("/api/config").send().await;
        let policy = answer.header("content-security-policy").expect("a policy");
        let found = policy
            .split("; ")
            .find(|part| part.starts_with("form-action"));
        assert_eq!(found, Some(form), "{policy}");
    }
}
