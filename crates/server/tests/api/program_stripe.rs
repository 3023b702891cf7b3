//! Settings of Stripe and the wallets: valid combinations and error messages (decisions §1).

use crate::program::{chautari, folder, stderr_of, stdout_of};
use crate::program_settings::{Given, refused};

// PAY-01: all three keys or none. An agency must not sell treks for test cards by mistake.
#[test]
fn stripe_keys_must_be_complete_and_used_safely() {
    let secret = ("CHAUTARI_STRIPE_SECRET_KEY", "sk_live_secret-word");
    let publishable = ("CHAUTARI_STRIPE_PUBLISHABLE_KEY", "pk_live_x");
    let webhook = ("CHAUTARI_STRIPE_WEBHOOK_SECRET", "whsec_secret-word");
    let api = |url| ("CHAUTARI_STRIPE_API_URL", url);
    let swapped = ("CHAUTARI_STRIPE_PUBLISHABLE_KEY", "sk_live_secret-word");
    let part = "set in part";
    let cases: &[(Given, &str, &str)] = &[
        (&[secret], part, "CHAUTARI_STRIPE_WEBHOOK_SECRET"),
        (&[publishable, webhook], part, "CHAUTARI_STRIPE_SECRET_KEY"),
        (
            &[api("http://127.0.0.1:9")],
            part,
            "CHAUTARI_STRIPE_SECRET_KEY",
        ),
        (
            &[("CHAUTARI_MODE", "production"), secret],
            part,
            "CHAUTARI_STRIPE_PUBLISHABLE_KEY",
        ),
        (
            &[secret, swapped, webhook],
            "pk_",
            "CHAUTARI_STRIPE_PUBLISHABLE_KEY",
        ),
        (
            &[
                ("CHAUTARI_STRIPE_SECRET_KEY", "pk_live_x"),
                publishable,
                webhook,
            ],
            "sk_",
            "CHAUTARI_STRIPE_SECRET_KEY",
        ),
        (
            &[secret, publishable, webhook, api("http://stripe.example")],
            "loopback",
            "CHAUTARI_STRIPE_API_URL",
        ),
        (
            &[
                secret,
                publishable,
                webhook,
                api("https://user@stripe.example"),
            ],
            "https://",
            "CHAUTARI_STRIPE_API_URL",
        ),
        (
            &[
                secret,
                publishable,
                webhook,
                ("CHAUTARI_STRIPE_TIMEOUT_MS", "5"),
            ],
            "100 to 30000",
            "CHAUTARI_STRIPE_TIMEOUT_MS",
        ),
    ];
    refused(cases);
    // With Stripe the site may be public, but the demo logins may not.
    let public = ("CHAUTARI_PUBLIC_URL", "https://treks.example");
    let all = [
        secret,
        publishable,
        webhook,
        public,
        api("http://127.0.0.1:9"),
    ];
    let output = chautari(&folder(), &["check"]).envs(all).output();
    let said = stdout_of(&output.expect("it runs"));
    assert!(said.contains("ok      settings"), "{said}");
    assert!(
        said.contains("FAILED  payment   the payment provider does not answer"),
        "{said}"
    );
    let demo = chautari(&folder(), &["serve", "--demo"]).envs(all).output();
    assert!(stderr_of(&demo.expect("it runs")).contains("CHAUTARI_ALLOW_SANDBOX"));
}

// A wallet needs all of its keys, and a test server of one is no way to sell treks.
#[test]
fn wallet_keys_must_be_complete_and_used_safely() {
    let code = ("CHAUTARI_ESEWA_PRODUCT_CODE", "NP-ES-AGENCY");
    let secret = ("CHAUTARI_ESEWA_SECRET_KEY", "secret-word");
    let khalti = ("CHAUTARI_KHALTI_SECRET_KEY", "secret-word-of-khalti");
    let cases: &[(Given, &str, &str)] = &[
        (&[code], "both of its keys", "CHAUTARI_ESEWA_SECRET_KEY"),
        (&[secret], "both of its keys", "CHAUTARI_ESEWA_PRODUCT_CODE"),
        (
            &[code, secret, ("CHAUTARI_ESEWA_URL", "http://esewa.example")],
            "loopback",
            "CHAUTARI_ESEWA_URL",
        ),
        (
            &[khalti, ("CHAUTARI_KHALTI_URL", "khalti.com")],
            "https://",
            "CHAUTARI_KHALTI_URL",
        ),
        (
            &[("CHAUTARI_KHALTI_SECRET_KEY", "secret-word of khalti")],
            "without spaces",
            "CHAUTARI_KHALTI_SECRET_KEY",
        ),
        (
            &[khalti, ("CHAUTARI_WALLET_TIMEOUT_MS", "5")],
            "100 to 30000",
            "CHAUTARI_WALLET_TIMEOUT_MS",
        ),
        (
            &[
                ("CHAUTARI_PUBLIC_URL", "https://treks.example"),
                ("CHAUTARI_STRIPE_SECRET_KEY", "sk_live_secret-word"),
                ("CHAUTARI_STRIPE_PUBLISHABLE_KEY", "pk_live_x"),
                ("CHAUTARI_STRIPE_WEBHOOK_SECRET", "whsec_secret-word"),
                khalti,
                ("CHAUTARI_KHALTI_URL", "https://dev.khalti.com/api/v2"),
            ],
            "test servers of wallets",
            "CHAUTARI_ALLOW_SANDBOX",
        ),
    ];
    refused(cases);
    let away = [
        khalti,
        ("CHAUTARI_KHALTI_URL", "http://127.0.0.1:9/api/v2"),
        ("CHAUTARI_WALLET_TIMEOUT_MS", "100"),
    ];
    let output = chautari(&folder(), &["check"]).envs(away).output();
    let said = stdout_of(&output.expect("it runs"));
    let line = "FAILED  wallet    Khalti: the payment provider does not answer";
    assert!(said.contains(line), "{said}");
    assert!(!said.contains("secret-word"), "{said}");
}
