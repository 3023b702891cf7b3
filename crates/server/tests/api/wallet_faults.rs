//! Wallets (eSewa, Khalti) that are slow, silent, failing or wrong: no payment is lost, and none is made.

use std::time::Duration;

use chautari::platform::adapters::esewa::{Esewa, EsewaKeys};
use chautari::platform::adapters::khalti::{Khalti, KhaltiKeys};
use chautari::platform::adapters::khalti_id::IdKey;
use chautari::platform::adapters::payments::{IntentStatus, PaymentError, Payments, Wallet};
use domain::money::Money;

use crate::wallet_scene::{Scene, order};
use crate::wallet_server::{ESEWA_SECRET, Fault, KHALTI_SECRET, PRODUCT_CODE, act};

use IntentStatus::Succeeded;

// An amount other than the one that was asked for is returned, so that settling detects it.
#[tokio::test]
async fn a_wrong_amount_in_the_inquiry_is_returned() {
    let scene = Scene::start().await;
    for wallet in Wallet::ALL {
        let (opened, page) = scene.open(wallet).await;
        act(&page, "pay").await;
        scene.server(wallet).change(|payment| payment.paisa = 100);
        let found = scene.payments().retrieve(&opened.id).await.expect("paid");
        assert_eq!(
            (found.status, found.amount),
            (Succeeded, Money::from_minor(100))
        );
    }
}

// PAY-08: a wallet that is down, slow or answers nonsense loses no payment and makes none.
#[tokio::test]
async fn faults_of_a_wallet_lose_no_payment() {
    let scene = Scene::start().await;
    for wallet in Wallet::ALL {
        let server = scene.server(wallet);
        let (opened, page) = scene.open(wallet).await;
        act(&page, "pay").await;
        for fault in [Fault::Cut, Fault::Status(500), Fault::Status(429)] {
            server.fail_next(&[fault]);
            let error = scene
                .payments()
                .retrieve(&opened.id)
                .await
                .expect_err("down");
            assert!(
                matches!(error, PaymentError::Unavailable(_)),
                "{fault:?} {error}"
            );
        }
        for fault in [Fault::Garbage, Fault::Status(404)] {
            server.fail_next(&[fault]);
            let error = scene
                .payments()
                .retrieve(&opened.id)
                .await
                .expect_err("nonsense");
            assert!(
                matches!(error, PaymentError::Misconfigured(_)),
                "{fault:?} {error}"
            );
        }
        server.fail_next(&[Fault::Slow(Duration::from_millis(50))]);
        assert_eq!(scene.status(&opened.id).await, Succeeded, "{wallet:?}");
    }
    scene.esewa.fail_next(&[Fault::Busy]);
    let error = scene.payments().check_wallet(Wallet::Esewa).await;
    assert!(
        matches!(error, Err(PaymentError::Unavailable(_))),
        "{error:?}"
    );
    scene.khalti.fail_next(&[Fault::Garbage]);
    let error = scene
        .payments()
        .open_wallet(Wallet::Khalti, &order(1_000))
        .await;
    assert!(
        matches!(error, Err(PaymentError::Misconfigured(_))),
        "{error:?}"
    );
}

// PAY-08: a silent wallet ends each call at the time limit, and after five of them calls fail at once for a while.
#[tokio::test]
async fn a_silent_wallet_is_left_alone_for_a_while() {
    let scene = Scene::start().await;
    let clock = scene.test.app.clock.clone();
    let time_limit = Duration::from_millis(40);
    let payments = Payments {
        esewa: Some(
            Esewa::new(
                &EsewaKeys {
                    product_code: PRODUCT_CODE.to_owned(),
                    secret_key: ESEWA_SECRET.to_owned(),
                    url: scene.esewa.url.clone(),
                    time_limit,
                },
                clock.clone(),
            )
            .expect("a client"),
        ),
        khalti: Some(
            Khalti::new(
                &KhaltiKeys {
                    secret_key: KHALTI_SECRET.to_owned(),
                    url: format!("{}/api/v2", scene.khalti.url),
                    time_limit,
                },
                IdKey([7; 32]),
                clock,
            )
            .expect("a client"),
        ),
        ..Payments::clone(&scene.test.app.payments)
    };
    for wallet in Wallet::ALL {
        let server = scene.server(wallet);
        server.fail_next(&[Fault::Silent; 5]);
        for _ in 0..8 {
            let checked = payments.check_wallet(wallet).await;
            assert!(
                matches!(checked, Err(PaymentError::Unavailable(_))),
                "{checked:?}"
            );
        }
        assert!(server.calls() <= 5, "{}", server.calls());
    }
    // The app's own client has its own breaker and the longer time limit.
    for wallet in Wallet::ALL {
        let server = scene.server(wallet);
        server.recover();
        assert_eq!(
            scene.payments().check_wallet(wallet).await.expect("well"),
            wallet.name()
        );
    }
}
