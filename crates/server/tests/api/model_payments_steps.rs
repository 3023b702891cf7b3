//! The steps of the model of payments, taken in the server and in the model; their responses must agree.

use axum::Router;
use axum::http::Method as Verb;
use chautari::features::booking::payment::reconcile::{
    expire_unpaid, find_late_payments, reconcile,
};
use chautari::features::booking::payment::settle::settle_with;
use chautari::platform::adapters::payments::Wallet;
use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use domain::booking::BookingStatus::{Confirmed, Pending};
use serde_json::{Value, json};

use crate::call::{Answer, Call};
use crate::model_payments_state::{Method, Model, Said, Step};
use crate::money::{charge_behind_our_back, stored};
use crate::payments::{minor, payments};
use crate::stage::{GOOD_CARD, guest, pay, read_booking, text, verify, with};
use crate::support::Login;
use crate::wallet_scene::Scene;
use crate::wallet_server::{Fault, act, page_of};

/// No wallet lets a payer pay later than this.
const WALLET_WINDOW: TimeDelta = TimeDelta::hours(47);
/// A typed rate is locked that long.
const MAX_RATE_AGE: TimeDelta = TimeDelta::days(30);
/// Before that day the policy refunds everything, whatever the terms.
const LAST_DAY: i64 = 55;

pub struct People {
    pub owner: Login,
    pub admin: Login,
}

/// A payment that was opened at a wallet and can still be made.
struct Page {
    wallet: Wallet,
    intent_id: String,
    address: String,
    /// What it pays of the booking, in cents.
    worth: i64,
    opened_at: DateTime<Utc>,
}

/// One booking on its way.
pub struct Journey<'a> {
    pub scene: &'a Scene,
    /// The same site while its card provider fails.
    pub failing: &'a Router,
    pub people: People,
    pub id: String,
    pub model: Model,
    pub began_at: DateTime<Utc>,
    /// How many days before the start the balance is due. `None`: on arrival.
    pub due_before: Option<u32>,
    card: Option<Value>,
    pages: Vec<Page>,
    is_failing: bool,
}

impl<'a> Journey<'a> {
    pub fn new(
        (scene, failing): (&'a Scene, &'a Router),
        people: People,
        opened: Value,
        model: Model,
    ) -> Self {
        Self {
            scene,
            failing,
            people,
            id: text(&opened["booking"], "_id").to_owned(),
            model,
            began_at: scene.test.app.clock.now(),
            due_before: None,
            card: Some(opened),
            pages: Vec::new(),
            is_failing: false,
        }
    }

    pub async fn take(&mut self, step: &Step) -> Result<(), String> {
        let Step::WithoutProvider(step) = step else {
            return Box::pin(self.take_one(step)).await;
        };
        self.is_failing = true;
        let taken = Box::pin(self.take_one(step)).await;
        self.is_failing = false;
        // What was promised is done once the provider answers again.
        reconcile(&self.scene.test.app).await.expect("a round");
        taken
    }

    async fn take_one(&mut self, step: &Step) -> Result<(), String> {
        let price = self.model.price;
        let share = |thousandths: i64| (price * thousandths / 1_000).max(1);
        let (said, should) = match step {
            Step::Card | Step::OpenCard => {
                return Box::pin(self.card(matches!(step, Step::Card))).await;
            }
            Step::Cash(thousandths) => self.cash(share(*thousandths)).await,
            Step::Rupees(thousandths) => {
                let rupees = self.model.to_rupees(share(*thousandths));
                self.rupees(rupees).await
            }
            Step::CashRest | Step::RupeesRest => match (step, self.model.balance()) {
                (_, 0) => return Ok(()),
                (Step::CashRest, left) => self.cash(left).await,
                (_, left) => self.rupees(self.model.to_rupees(left)).await,
            },
            Step::Reverse(index) => match self.reverse(*index).await {
                Some(answers) => answers,
                None => return Ok(()),
            },
            Step::Refund(thousandths) => {
                let amount = share(*thousandths);
                let ask = json!({"amount": major(amount), "reason": "Rain"});
                let said = self.send(&self.people.admin, "refund", &ask).await;
                if self.is_unanswered(&said) {
                    return Ok(());
                }
                (said, self.model.refund(amount))
            }
            Step::Payout(thousandths) | Step::PayoutInRupees(thousandths) => {
                let in_rupees = matches!(step, Step::PayoutInRupees(_));
                let amount = (self.model.owed() * thousandths / 1_000).max(1);
                self.pay_out(amount, in_rupees).await
            }
            Step::OpenWallet(wallet) => self.open_wallet(*wallet).await?,
            Step::Change(guests) => match self.change(*guests).await {
                Some(answers) => answers,
                None => return Ok(()),
            },
            Step::Cancel | Step::CancelByAgency => {
                let who = match step {
                    Step::Cancel => &self.people.owner,
                    _ => &self.people.admin,
                };
                let said = self.send(who, "cancel", &json!({})).await;
                if self.is_unanswered(&said) {
                    return Ok(());
                }
                (said, self.model.cancel())
            }
            by_itself => return Box::pin(self.happen(by_itself)).await,
        };
        agree(&said, should)
    }

    /// Events without a call of the site.
    async fn happen(&mut self, step: &Step) -> Result<(), String> {
        let test = &self.scene.test;
        match step {
            Step::ChargeBehind => {
                if let Some(opened) = self.card.take() {
                    self.charge(&opened).await;
                }
            }
            Step::PayAtWallet(index, said) => return self.pay_at_wallet(*index, *said).await,
            Step::LeaveWallet(index) => {
                if let Some(page) = self.take_page(*index) {
                    act(&page.address, "cancel").await;
                    self.ask_wallets().await;
                }
            }
            Step::WalletWorks(index) => self.wallet_works(*index).await,
            Step::Expire | Step::Month => {
                let by = match step {
                    Step::Month => TimeDelta::days(25),
                    _ => TimeDelta::hours(25),
                };
                if test.app.clock.now() + by - self.began_at <= TimeDelta::days(LAST_DAY) {
                    self.model.expire();
                    test.clock.advance(by);
                    expire_unpaid(&test.app).await.expect("a round");
                }
            }
            _ => reconcile(&test.app).await.expect("a round"),
        }
        Ok(())
    }

    /// A call about the booking.
    async fn send(&self, who: &Login, call: &str, ask: &Value) -> Answer {
        let site = match self.is_failing {
            true => self.failing,
            false => &self.scene.test.router,
        };
        let path = format!("/api/bookings/{}/{call}", self.id);
        let call = Call::new(site.clone(), Verb::POST, &path).json(ask);
        call.bearer(&who.access).send().await
    }

    /// The card provider failed, so that nothing was done.
    fn is_unanswered(&self, said: &Answer) -> bool {
        self.is_failing && said.status == 503
    }

    async fn card(&mut self, is_paid: bool) -> Result<(), String> {
        let due = self.model.due_by_card();
        let ask = json!({"payWith": "card"});
        let said = self.send(&self.people.owner, "payment-intent", &ask).await;
        if self.is_unanswered(&said) {
            return Ok(());
        }
        agree(&said, if due == 0 { 409 } else { 200 })?;
        if due == 0 {
            return Ok(());
        }
        let opened = said.expect(200)["data"].clone();
        let asked = minor(&opened["amountDue"]);
        if asked != due {
            return Err(format!("{asked} is due, the model says {due}"));
        }
        if is_paid {
            let test = &self.scene.test;
            pay(test, &opened, GOOD_CARD).await.expect(200);
            verify(test, &self.people.owner, &opened).await.expect(200);
            self.model.receive(due, Method::Card);
            self.card = None;
        } else {
            let is_of_balance = json!(self.model.status == Confirmed);
            self.card = Some(with(&opened, "isOfBalance", is_of_balance));
        }
        Ok(())
    }

    /// The provider takes the money of the payment that was opened last. It counts if it is still what is due.
    async fn charge(&mut self, opened: &Value) {
        let (test, model) = (&self.scene.test, &mut self.model);
        let before = stored(test, &self.id).await;
        let asked = minor(&opened["amountDue"]);
        charge_behind_our_back(test, opened).await;
        let is_open = before.payment.intent_id.as_deref() == opened["paymentIntentId"].as_str();
        let is_of_balance = opened["isOfBalance"] == true;
        if is_of_balance && model.status == Confirmed && asked <= model.balance() {
            model.receive(asked, Method::Card);
        } else if is_of_balance {
            // It goes back, and is no payment of the booking.
        } else if is_open && model.status == Pending && asked == model.due_by_card() {
            model.receive(asked, Method::Card);
        } else if model.was_unpaid_at_end && asked == model.deposit {
            model.receive_late(asked);
        }
        // The webhook reports it twice.
        let intent_id = text(opened, "paymentIntentId");
        let (one, two) = tokio::join!(
            settle_with(&test.app, before.clone(), intent_id),
            settle_with(&test.app, before, intent_id),
        );
        one.and(two).expect("settled");
    }

    async fn cash(&mut self, amount: i64) -> (Answer, u16) {
        let ask = tender(amount, "USD");
        let said = self.send(&self.people.admin, "payments", &ask).await;
        (said, self.model.cash(amount))
    }

    async fn rupees(&mut self, rupees: i64) -> (Answer, u16) {
        let ask = tender(rupees, "NPR");
        let said = self.send(&self.people.admin, "payments", &ask).await;
        (said, self.model.cash_in_rupees(rupees))
    }

    async fn pay_out(&mut self, amount: i64, in_rupees: bool) -> (Answer, u16) {
        let admin = &self.people.admin;
        if !in_rupees {
            let said = self.send(admin, "payouts", &tender(amount, "USD")).await;
            return (said, self.model.pay_out(amount));
        }
        let rupees = self.model.to_rupees(amount);
        let said = self.send(admin, "payouts", &tender(rupees, "NPR")).await;
        (said, self.model.pay_out_in_rupees(rupees))
    }

    async fn reverse(&mut self, index: usize) -> Option<(Answer, u16)> {
        let admin = &self.people.admin;
        let rows = payments(&self.scene.test, admin, &self.id).await;
        let rows = rows.as_array().expect("rows").iter();
        let given: Vec<_> = rows.filter(|row| row["reverses"].is_null()).collect();
        let index = index.checked_rem(given.len())?;
        let call = format!("payments/{}/reverse", text(given[index], "_id"));
        let ask = json!({"reason": "Counted twice"});
        let said = self.send(admin, &call, &ask).await;
        Some((said, self.model.reverse(index)))
    }

    /// None: the card provider failed, so that nothing was done.
    async fn change(&mut self, guests: usize) -> Option<(Answer, u16)> {
        let (test, admin) = (&self.scene.test, &self.people.admin);
        let read = read_booking(test, admin, &self.id).await.expect(200);
        let booking = &read["data"]["booking"];
        let quote = json!({
            "trekId": booking["trek"]["_id"], "routeDetails": {"name": "Classic"}, "totalGuests": guests,
        });
        let quote = test.post("/api/bookings/quote", &quote).send().await;
        let total = quote.expect(200)["data"]["priceBreakdown"]["total"].clone();
        let others: Vec<Value> = (1..guests)
            .map(|number| guest(&format!("Guest {number}"), 30))
            .collect();
        let ask = json!({
            "version": booking["version"], "expectedTotal": total,
            "guestDetails": {"primaryGuest": guest("Maya Gurung", 31), "additionalGuests": others},
        });
        let is_same = booking["totalGuests"] == json!(guests);
        let said = self.send(admin, "change", &ask).await;
        if self.is_unanswered(&said) {
            return None;
        }
        let today = test.app.clock.today(test.app.config.timezone);
        let start: NaiveDate = text(booking, "checkIn").parse().expect("a day");
        let due = self
            .due_before
            .map(|days| (start - Days::new(days.into())).max(today));
        let should = match self.model.status {
            // The names are the same.
            Pending if is_same => 400,
            _ => self.model.change(minor(&total), due, today),
        };
        Some((said, should))
    }

    async fn open_wallet(&mut self, wallet: Wallet) -> Result<(Answer, u16), String> {
        let due = self.model.missing_of_deposit();
        let rupees = self.model.to_rupees(due);
        let ask = json!({"payWith": wallet.as_str()});
        let said = self.send(&self.people.owner, "payment-intent", &ask).await;
        let age = self.scene.test.app.clock.now() - self.began_at;
        let should = match self.model.status {
            // Without a current rate no wallet is offered.
            _ if age > MAX_RATE_AGE => 400,
            Pending if rupees < wallet.min_amount().minor() => 400,
            Pending => 200,
            _ => 409,
        };
        if said.status != 200 {
            return Ok((said, should));
        }
        let opened = said.json()["data"].clone();
        let intent_id = text(&opened, "paymentIntentId").to_owned();
        if self.pages.iter().all(|page| page.intent_id != intent_id) {
            let address = page_of(&opened).await;
            let mut asked = 0;
            let server = self.scene.server(wallet);
            server.change_at(&address, |payment| asked = payment.paisa);
            if asked != rupees {
                return Err(format!("{asked} paisa asked, the model says {rupees}"));
            }
            self.pages.push(Page {
                wallet,
                intent_id,
                address,
                worth: due,
                opened_at: self.scene.test.app.clock.now(),
            });
        }
        Ok((said, should))
    }

    fn take_page(&mut self, index: usize) -> Option<Page> {
        let since = self.scene.test.app.clock.now() - WALLET_WINDOW;
        self.pages.retain(|page| page.opened_at >= since);
        let index = index.checked_rem(self.pages.len())?;
        Some(self.pages.remove(index))
    }

    /// The owner looks at the booking, and the periodic task asks about what nobody looks at.
    async fn ask_wallets(&self) {
        let test = &self.scene.test;
        read_booking(test, &self.people.owner, &self.id)
            .await
            .expect(200);
        find_late_payments(&test.app).await.expect("a round");
    }

    async fn pay_at_wallet(&mut self, index: usize, said: Said) -> Result<(), String> {
        let Some(page) = self.take_page(index) else {
            return Ok(());
        };
        let (test, server) = (&self.scene.test, self.scene.server(page.wallet));
        let before = stored(test, &self.id).await;
        if said != Said::PaidLess {
            act(&page.address, "pay").await;
            if said == Said::PaidLater {
                server.fail_next(&[Fault::Status(500), Fault::Twice]);
                self.ask_wallets().await;
                server.recover();
            }
            self.ask_wallets().await;
            self.model.receive_at_wallet(page.worth);
            return Ok(());
        }
        let mut worth = 0;
        server.change_at(&page.address, |payment| {
            let asked = payment.paisa;
            payment.paisa -= 1;
            worth = payment.paisa * page.worth / asked;
        });
        act(&page.address, "pay").await;
        self.ask_wallets().await;
        let is_current = before.payment.intent_id.as_deref() == Some(page.intent_id.as_str());
        if !(is_current && self.model.status == Pending) {
            self.model.receive_at_wallet(worth);
            return Ok(());
        }
        // Nothing is confirmed. The agency cancels the booking.
        let stored = stored(test, &self.id).await;
        if stored.status != Pending || stored.payment.mismatch.is_none() {
            return Err(format!("{worth} at the wallet made it {:?}", stored.status));
        }
        let said = self.send(&self.people.admin, "cancel", &json!({})).await;
        let should = self.model.cancel();
        self.model.receive_at_wallet(worth);
        agree(&said, should)
    }

    async fn wallet_works(&mut self, index: usize) {
        let Some(page) = self.take_page(index) else {
            return;
        };
        let server = self.scene.server(page.wallet);
        let set = |status| server.change_at(&page.address, |payment| payment.status = status);
        let (works, waits) = match page.wallet {
            Wallet::Esewa => ("AMBIGUOUS", "PENDING"),
            Wallet::Khalti => ("Pending", "Initiated"),
        };
        set(works);
        reconcile(&self.scene.test.app).await.expect("a round");
        self.ask_wallets().await;
        set(waits);
        self.pages.push(page);
    }
}

fn agree(said: &Answer, should: u16) -> Result<(), String> {
    match said.status.as_u16() {
        status if status == should => Ok(()),
        status => Err(format!(
            "answered with {status} instead of {should}: {}",
            String::from_utf8_lossy(&said.body)
        )),
    }
}

fn tender(amount: i64, currency: &str) -> Value {
    json!({"method": "cash", "amount": major(amount), "currency": currency})
}

pub fn major(amount: i64) -> Value {
    let text = format!("{}.{:02}", amount / 100, amount % 100);
    serde_json::from_str(&text).expect("a number")
}
