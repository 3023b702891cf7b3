//! Fixture: one app with a stand-in of each wallet.

use chautari::platform::adapters::clock::Clock;
use chautari::platform::adapters::payments::{
    Intent, IntentStatus, PaymentOrder, Payments, Wallet,
};
use domain::money::{Currency, Money};

use crate::support::TestApp;
use crate::wallet_server::{ESEWA_SECRET, KHALTI_SECRET, Kind, PRODUCT_CODE, WalletServer, go};

async fn with_wallets(
    esewa: &WalletServer,
    khalti: &WalletServer,
    more: &[(&'static str, &str)],
) -> TestApp {
    let settings = [
        ("esewa_product_code", PRODUCT_CODE),
        ("esewa_secret_key", ESEWA_SECRET),
        ("esewa_url", &esewa.url),
        ("khalti_secret_key", KHALTI_SECRET),
        ("khalti_url", &format!("{}/api/v2", khalti.url)),
        // Long enough for a loaded machine.
        ("wallet_timeout_ms", "10000"),
    ];
    TestApp::start_with(&[&settings[..], more].concat()).await
}

/// One app with a stand-in of each wallet.
pub struct Scene {
    pub esewa: WalletServer,
    pub khalti: WalletServer,
    pub test: TestApp,
}

impl Scene {
    /// With prices in rupees.
    pub async fn start() -> Self {
        Self::start_with(&[("currency", "NPR")]).await
    }

    pub async fn start_with(settings: &[(&'static str, &str)]) -> Self {
        let esewa = WalletServer::start(Kind::Esewa).await;
        let khalti = WalletServer::start(Kind::Khalti).await;
        let test = with_wallets(&esewa, &khalti, settings).await;
        Self {
            esewa,
            khalti,
            test,
        }
    }

    pub fn server(&self, wallet: Wallet) -> &WalletServer {
        match wallet {
            Wallet::Esewa => &self.esewa,
            Wallet::Khalti => &self.khalti,
        }
    }

    pub fn payments(&self) -> &Payments {
        &self.test.app.payments
    }

    /// A payment that is opened, with the payer on the wallet's page. Returns the page.
    pub async fn open(&self, wallet: Wallet) -> (Intent, String) {
        let order = order(13_295_050);
        let opened = self.payments().open_wallet(wallet, &order).await;
        let opened = opened.expect("opened");
        let page = go(opened.next_action.as_ref().expect("a page")).await;
        (opened, page.expect("the wallet accepts the request"))
    }

    pub async fn status(&self, id: &str) -> IntentStatus {
        let found = self.payments().retrieve(id).await;
        found.expect("a payment").status
    }
}

pub fn order(paisa: i64) -> PaymentOrder {
    PaymentOrder {
        booking_id: Clock::System.new_id(),
        number: 1,
        amount: Money::from_minor(paisa),
        currency: Currency::parse("NPR").expect("a currency"),
        description: "Namche Bazaar KD-1207".to_owned(),
        customer_name: "Maya Gurung".to_owned(),
        customer_email: "maya@example.com".to_owned(),
        return_url: "http://localhost:8080/booking/confirmation/7".to_owned(),
    }
}
