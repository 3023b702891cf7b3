//! Travellers who pay over time: a deposit and later the rest, by card, by link, at a wallet, by transfer or in cash,
//! while a clerk at the desk records, reverses, refunds and pays out. Each journey returns what the traveller and the
//! clerk noted themselves.

use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::audit_over_time::Notes;
use crate::journey::{GOOD_CARD, Offer, Opened, request};
use crate::payments::take_deposits;
use crate::program::Site;
use crate::traveller::{Answer, Traveller, get, post, put};
use crate::wallet_server::{
    ESEWA_SECRET, Fault, KHALTI_SECRET, Kind, PRODUCT_CODE, WalletServer, act, page_of,
};

/// Hundredths of a rupee for one dollar.
const RATE: i64 = 13_295;
const WAYS: [&str; 5] = ["card", "esewa", "khalti", "bank", "arrival"];
/// How many of the routes are sold with a deposit.
const WITH_DEPOSIT: usize = 4;

/// The stand-ins of both wallets.
#[derive(Clone)]
pub struct Wallets {
    pub esewa: WalletServer,
    pub khalti: WalletServer,
}

impl Wallets {
    /// Starts both, and sets the site up for every way to pay.
    pub async fn start(site: &mut Site) -> Self {
        let wallets = Self {
            esewa: WalletServer::start(Kind::Esewa).await,
            khalti: WalletServer::start(Kind::Khalti).await,
        };
        site.always(&[
            ("CHAUTARI_RATE_SOURCE", "typed"),
            ("CHAUTARI_ESEWA_PRODUCT_CODE", PRODUCT_CODE),
            ("CHAUTARI_ESEWA_SECRET_KEY", ESEWA_SECRET),
            ("CHAUTARI_ESEWA_URL", &wallets.esewa.url),
            ("CHAUTARI_KHALTI_SECRET_KEY", KHALTI_SECRET),
            (
                "CHAUTARI_KHALTI_URL",
                &format!("{}/api/v2", wallets.khalti.url),
            ),
            ("CHAUTARI_WALLET_TIMEOUT_MS", "500"),
            ("CHAUTARI_PAY_BY_BANK", "1"),
            ("CHAUTARI_BANK_ACCOUNT_NAME", "Chautari Treks"),
            ("CHAUTARI_BANK_ACCOUNT_NUMBER", "0123456789"),
            ("CHAUTARI_BANK_NAME", "Himalayan Bank"),
            ("CHAUTARI_PAY_ON_ARRIVAL", "1"),
        ]);
        wallets
    }

    /// Lets calls be slow, silent, cut off, failing or double, now and then, until it is told to stop.
    pub async fn trouble(self, mut rng: Rng, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow_and_update() {
            let fault = match rng.u8(..10) {
                0 => Fault::Slow(Duration::from_millis(200)),
                1 => Fault::Silent,
                2 => Fault::Cut,
                3 => Fault::Status(500),
                4 | 5 => Fault::Twice,
                _ => Fault::Slow(Duration::from_millis(20)),
            };
            let wallet = if rng.bool() {
                &self.esewa
            } else {
                &self.khalti
            };
            wallet.fail_next(&[fault]);
            let _ = tokio::time::timeout(Duration::from_millis(200), stop.changed()).await;
        }
        self.esewa.recover();
        self.khalti.recover();
    }

    /// The ids of the payments that were made.
    pub fn paid(&self) -> Vec<String> {
        let payments = [self.esewa.payments(), self.khalti.payments()];
        let paid = payments.into_iter().flatten();
        let paid = paid.filter(|payment| ["COMPLETE", "Completed"].contains(&payment.status));
        paid.map(|payment| payment.id).collect()
    }
}

/// The rate of the agency, and the routes that are sold with a deposit.
pub async fn sell_with_deposit(desk: &Traveller, offers: &[Offer]) -> Vec<Offer> {
    let rate = json!({"currency": "USD", "value": RATE as f64 / 100.0});
    desk.insist(&put("/api/rates/npr", &rate)).await.expect(200);
    let sold = offers[offers.len().saturating_sub(WITH_DEPOSIT)..].to_vec();
    for offer in &sold {
        take_deposits(desk, offer).await;
    }
    sold
}

/// Books and pays over time, and returns the notes.
pub async fn travel_over_time(
    who: &Traveller,
    desk: &Traveller,
    offers: &[Offer],
    rng: &mut Rng,
) -> Notes {
    let offer = &offers[rng.usize(..offers.len())];
    let mut ask = request(who, offer, rng.u32(1..=4)).await;
    let way = WAYS[rng.usize(..WAYS.len())];
    ask["payWith"] = json!(way);
    ask["pay"] = json!(if rng.u8(..4) == 0 { "all" } else { "deposit" });
    let key = new_key(rng);
    let call = post("/api/bookings", &ask);
    let opened = who.insist(&call.with_key(&key)).await.expect(201)["data"].clone();
    let mut file = File {
        desk,
        id: text(&opened["booking"], "_id").to_owned(),
        notes: Notes::new(&opened["booking"]),
        last: None,
        is_paid_twice: false,
    };
    match way {
        "card" => {
            Opened::of(&opened).pay(who, GOOD_CARD).await;
        }
        "bank" | "arrival" => file.take_deposit(cents(&opened["amountDue"]), rng).await,
        _ => file.is_paid_twice = pay_at_wallet(who, opened, way, rng).await,
    }
    for _ in 0..rng.u8(1..=4) {
        match rng.u8(..9) {
            0 => file.record_part(false, rng).await,
            1 | 2 => file.record_part(true, rng).await,
            3 => file.reverse_last().await,
            4 => pay_by_link(who, desk, &file.id).await,
            5 => {
                let id = file.id.clone();
                let in_rupees = rng.bool();
                let link = pay_by_link(who, desk, &id);
                tokio::join!(link, file.record_part(in_rupees, rng));
            }
            6 => file.refund_part(rng).await,
            7 => file.pay_out(rng).await,
            _ => {
                file.cancel().await;
                file.pay_out(rng).await;
                break;
            }
        }
    }
    file.notes
}

/// Pays at a wallet: also after leaving its page, with a forged return, and at both wallets. Returns whether it was paid at
/// both.
async fn pay_at_wallet(who: &Traveller, opened: Value, way: &str, rng: &mut Rng) -> bool {
    let id = text(&opened["booking"], "_id").to_owned();
    let booking = format!("/api/bookings/{id}");
    let open = format!("{booking}/payment-intent");
    let mut page = page_of(&opened).await;
    let how = rng.u8(..5);
    match how {
        0 => {
            act(&page, "cancel").await;
            let again = who.insist(&post(&open, &json!({}))).await.expect(200);
            page = page_of(&again["data"]).await;
        }
        1 => {
            act(&page, "lie").await;
            let read = who.insist(&get(&booking)).await.expect(200);
            assert_eq!(read["data"]["booking"]["status"], "Pending", "{id}");
        }
        2 => {
            let other = if way == "esewa" { "khalti" } else { "esewa" };
            let ask = json!({"payWith": other});
            let again = who.insist(&post(&open, &ask)).await.expect(200);
            act(&page_of(&again["data"]).await, "pay").await;
        }
        _ => {}
    }
    act(&page, "pay").await;
    loop {
        let read = who.insist(&get(&booking)).await.expect(200);
        if read["data"]["booking"]["status"] == "Confirmed" {
            return how == 2;
        }
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

/// Pays what is left by the signed link, until it is paid, or cannot be paid by card.
async fn pay_by_link(who: &Traveller, desk: &Traveller, id: &str) {
    let (link, none) = (format!("/api/bookings/{id}/balance-link"), json!({}));
    let made = desk.insist(&post(&link, &none)).await;
    if made.status != 200 {
        assert_eq!(made.status, 409, "{}", made.body);
        return;
    }
    let url = text(&made.body["data"], "url");
    let token = url.split_once("/balance/").expect("a link").1;
    let open = format!("/api/balance/{token}/payment-intent");
    let verify = format!("/api/balance/{token}/verify");
    loop {
        let opened = who.insist(&post(&open, &none)).await;
        if opened.status == 200 {
            let card = Opened::of_balance(id, &opened.body["data"]);
            card.card(who, GOOD_CARD).await;
            let ask = json!({"paymentIntentId": card.intent});
            let verified = who.insist(&post(&verify, &ask)).await;
            if verified.status != 402 {
                // 409: the desk took money meanwhile, so that this payment goes back.
                assert!([200, 409].contains(&verified.status), "{}", verified.body);
                return;
            }
        } else if !text(&opened.body, "message").contains("under way") {
            assert_eq!(opened.status, 409, "{}", opened.body);
            return;
        }
        who.breathe().await;
    }
}

/// The file of one booking at the desk.
struct File<'a> {
    desk: &'a Traveller,
    id: String,
    notes: Notes,
    /// The payment that was recorded last, with its worth.
    last: Option<(String, i64)>,
    /// The second payment becomes owed at any time.
    is_paid_twice: bool,
}

impl File<'_> {
    fn path(&self, call: &str) -> String {
        format!("/api/bookings/{}/{call}", self.id)
    }

    async fn read(&self) -> Value {
        let path = format!("/api/bookings/{}", self.id);
        let read = self.desk.insist(&get(&path)).await.expect(200);
        read["data"]["booking"].clone()
    }

    /// Sends a request, sometimes twice at once with one key. Both must have the same result.
    async fn send(&self, call: &str, ask: &Value, rng: &mut Rng) -> Answer {
        let (path, key) = (self.path(call), new_key(rng));
        let sent = || async { self.desk.insist(&post(&path, ask).with_key(&key)).await };
        if rng.bool() {
            return sent().await;
        }
        let (one, two) = tokio::join!(sent(), sent());
        assert_eq!(one.status, two.status, "{} {}", one.body, two.body);
        let id = |answer: &Answer| answer.body["data"]["payment"]["_id"].clone();
        assert_eq!(id(&one), id(&two));
        one
    }

    async fn take_deposit(&mut self, due: i64, rng: &mut Rng) {
        let in_rupees = rng.bool();
        if rng.bool() {
            self.record(due / 3, in_rupees, rng).await;
            let due = cents(&self.read().await["amountDue"]);
            self.record(due, !in_rupees, rng).await;
        } else {
            self.record(due, in_rupees, rng).await;
        }
    }

    async fn record_part(&mut self, in_rupees: bool, rng: &mut Rng) {
        let balance = cents(&self.read().await["balance"]);
        let part = balance * rng.i64(1..=10) / 10;
        if part > 0 {
            self.record(part, in_rupees, rng).await;
        }
    }

    async fn record(&mut self, amount: i64, in_rupees: bool, rng: &mut Rng) {
        let (sent, currency) = tender(amount, in_rupees);
        let ask = json!({"method": "cash", "amount": sent, "currency": currency});
        let said = self.send("payments", &ask, rng).await;
        if said.status != 201 {
            assert_eq!(said.status, 409, "{}", said.body);
            return;
        }
        let payment = &said.body["data"]["payment"];
        let worth = cents(&payment["amountInBookingCurrency"]);
        // A rupee more at most, because what is left is rounded up to whole rupees.
        assert!((worth - amount).abs() <= 1, "{payment} for {amount}");
        self.notes.cash += worth;
        self.notes.receipts += 1;
        self.last = Some((text(payment, "_id").to_owned(), worth));
    }

    async fn reverse_last(&mut self) {
        let Some((payment, worth)) = self.last.take() else {
            return;
        };
        let path = self.path(&format!("payments/{payment}/reverse"));
        let reason = json!({"reason": "Counted twice"});
        let said = self.desk.insist(&post(&path, &reason)).await;
        let is_reversed = match said.status {
            200 => true,
            // It was refunded, or reversed by a call whose response was lost.
            409 => {
                let path = self.path("payments");
                let all = self.desk.insist(&get(&path)).await.expect(200);
                let rows = all["data"]["payments"].as_array().expect("rows").iter();
                rows.clone().any(|row| row["reverses"] == payment)
            }
            status => panic!("{status}: {}", said.body),
        };
        if is_reversed {
            self.notes.cash -= worth;
        }
    }

    async fn refund_part(&mut self, rng: &mut Rng) {
        let amount = cents(&self.read().await["refundable"]) * rng.i64(1..=5) / 10;
        let ask = json!({"amount": major(amount), "reason": "A day of rain"});
        if amount > 0 {
            let said = self.send("refund", &ask, rng).await;
            // 409: not confirmed yet.
            assert!([200, 409].contains(&said.status), "{}", said.body);
            self.notes.refunded += if said.status == 200 { amount } else { 0 };
        }
    }

    async fn cancel(&mut self) {
        let path = self.path("cancel");
        let said = self.desk.insist(&post(&path, &json!({}))).await;
        if said.status != 200 {
            assert_eq!(said.status, 409, "{}", said.body);
            assert_eq!(self.read().await["status"], "Cancelled", "{}", said.body);
        }
        self.notes.is_cancelled = true;
    }

    /// A part of what is owed, or all of it.
    async fn pay_out(&mut self, rng: &mut Rng) {
        let owed = cents(&self.read().await["owedByHand"]);
        let part = owed * rng.i64(1..=2) / 2;
        if part == 0 {
            return;
        }
        // What rupees are worth depends on all that is owed.
        let (sent, currency) = tender(part, rng.bool() && !self.is_paid_twice);
        let ask = json!({"method": "bank", "amount": sent, "currency": currency});
        self.send("payouts", &ask, rng).await.expect(201);
        if self.is_paid_twice {
            self.notes.paid_out += part;
            return;
        }
        // The answer names no amount of its own.
        let left = cents(&self.read().await["owedByHand"]);
        assert!((owed - left - part).abs() <= 1, "{owed}, {part}, {left}");
        self.notes.paid_out += owed - left;
    }
}

/// An amount in dollars, or in whole rupees rounded up.
fn tender(amount: i64, in_rupees: bool) -> (Value, &'static str) {
    if in_rupees {
        (json!((amount * RATE + 9_999) / 10_000), "NPR")
    } else {
        (major(amount), "USD")
    }
}

fn major(amount: i64) -> Value {
    json!(amount as f64 / 100.0)
}

pub fn cents(amount: &Value) -> i64 {
    let amount = amount.as_f64();
    (amount.expect("an amount") * 100.0).round() as i64
}

fn new_key(rng: &mut Rng) -> String {
    format!("{:032x}", rng.u128(..))
}

fn text<'a>(data: &'a Value, field: &str) -> &'a str {
    let value = data[field].as_str();
    value.unwrap_or_else(|| panic!("{field} in {data}"))
}
