//! A model of the payments of one booking: deposits, balances, cash, reversals, refunds and payouts in any order must
//! leave every derived figure as the model computes it.

use chautari::cli::ledger_check;
use chautari::features::booking::payment::reconcile::{expire_unpaid, reconcile};
use chautari::features::booking::payment::settle::settle_with;
use chrono::{Days, TimeDelta};
use domain::booking::BookingStatus::{Confirmed, Pending};
use domain::trek::Trek;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use crate::call::Answer;
use crate::model_payments_state::{Model, Step, any_step};
use crate::money::{cancel, charge_behind_our_back, refund, stored};
use crate::payments::{minor, payments, record, reverse, trek_with_deposit};
use crate::stage::{GOOD_CARD, booking_id, pay, read_booking, request, send, text, verify, with};
use crate::support::{Login, TestApp};

struct Stage {
    test: TestApp,
    trek: Trek,
}

struct People {
    owner: Login,
    admin: Login,
}

// PAY-08: whatever the order, no cent is lost, counted twice or left without its line.
#[test]
fn every_order_of_payments_leaves_the_figures_of_the_model() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let stage = runtime.block_on(async {
        let test = TestApp::start().await;
        test.traveller().await;
        test.admin().await;
        let trek = trek_with_deposit(&test).await;
        Stage { test, trek }
    });
    // A card payment that is open while the amount that is due rises again.
    let risen = [Step::Cash(50), Step::OpenCard, Step::Reverse(0), Step::Card];
    runtime.block_on(stage.walk(&risen)).expect("walked");
    let config = Config {
        cases: 25,
        failure_persistence: None,
        ..Config::default()
    };
    let cases = prop::collection::vec(any_step(), 3..16);
    let tried = TestRunner::new(config).run(&cases, |steps| {
        let walked = runtime.block_on(stage.walk(&steps));
        walked.map_err(|breach| TestCaseError::fail(format!("{breach}\nafter {steps:?}")))
    });
    runtime.block_on(async {
        stage.test.do_jobs().await;
        stage.check_receipts().await;
    });
    if let Err(broken) = tried {
        panic!("{broken}");
    }
}

impl Stage {
    async fn people(&self) -> People {
        let test = &self.test;
        People {
            owner: test.login("maya@example.com", "trail of many stones").await,
            admin: test
                .login("admin@example.com", "mountain of many roads")
                .await,
        }
    }

    async fn walk(&self, steps: &[Step]) -> Result<(), String> {
        let test = &self.test;
        let mut people = self.people().await;
        let today = test.app.clock.today(test.app.config.timezone);
        let start = today.checked_add_days(Days::new(90)).expect("a day");
        let ask = with(&request(test, &self.trek, 2).await, "pay", json!("deposit"));
        let ask = with(&ask, "bookingDetails.startDate", json!(start.to_string()));
        let opened = send(test, &people.owner, &ask).await.expect(201)["data"].clone();
        let price = stored(test, &booking_id(&opened)).await.quote.total.minor();
        let mut model = Model::new(price, minor(&opened["amountDue"]));
        let mut card = Some(opened.clone());
        for step in steps {
            let id = booking_id(&opened);
            self.take(step, &id, &mut card, &mut model, &people)
                .await
                .map_err(|what| format!("{step:?}: {what}"))?;
            if matches!(step, Step::Expire) {
                people = self.people().await;
            }
            // Cards that were replaced are cancelled, and money that was taken all the same goes back.
            test.do_jobs().await;
            self.compare(&id, &model, &people)
                .await
                .map_err(|what| format!("{step:?}: {what}"))?;
        }
        let report = ledger_check::compare(&test.app).await.expect("compared");
        match report.differences.as_slice() {
            [] => Ok(()),
            found => Err(found.join("\n")),
        }
    }

    /// Takes the step in the model and in the server; their responses must agree.
    async fn take(
        &self,
        step: &Step,
        id: &str,
        card: &mut Option<Value>,
        model: &mut Model,
        people: &People,
    ) -> Result<(), String> {
        let (test, price) = (&self.test, model.price);
        let (owner, admin) = (&people.owner, &people.admin);
        let (said, should) = match step {
            Step::Card | Step::OpenCard => {
                let due = model.due_by_card();
                let answer = self.open_card(owner, id).await;
                let said = answer.status.as_u16();
                let should = if due == 0 { 409 } else { 200 };
                if said == 200 {
                    let opened = answer.expect(200)["data"].clone();
                    let asked = minor(&opened["amountDue"]);
                    if asked != due {
                        return Err(format!("{asked} is due, the model says {due}"));
                    }
                    if matches!(step, Step::Card) {
                        pay(test, &opened, GOOD_CARD).await.expect(200);
                        verify(test, owner, &opened).await.expect(200);
                        model.receive(due, true);
                        *card = None;
                    } else {
                        let is_of_balance = json!(model.status == Confirmed);
                        *card = Some(with(&opened, "isOfBalance", is_of_balance));
                    }
                }
                (said, should)
            }
            Step::ChargeBehind => {
                if let Some(opened) = card.take() {
                    self.charge(&opened, id, model).await;
                }
                return Ok(());
            }
            Step::Cash(thousandths) => {
                let amount = (price * thousandths / 1_000).max(1);
                let should = model.cash(amount);
                (self.cash(admin, id, amount).await.status.as_u16(), should)
            }
            Step::CashRest => match model.balance() {
                0 => return Ok(()),
                left => {
                    let should = model.cash(left);
                    (self.cash(admin, id, left).await.status.as_u16(), should)
                }
            },
            Step::Reverse(index) => {
                let rows = payments(test, admin, id).await;
                let rows = rows.as_array().expect("rows").iter();
                let given: Vec<_> = rows.filter(|row| row["reverses"].is_null()).collect();
                if given.is_empty() {
                    return Ok(());
                }
                let index = index % given.len();
                let payment = text(given[index], "_id").to_owned();
                let should = model.reverse(index);
                (
                    reverse(test, admin, id, &payment).await.status.as_u16(),
                    should,
                )
            }
            Step::Refund(thousandths) => {
                let amount = (price * thousandths / 1_000).max(1);
                let should = model.refund(amount);
                let ask = json!({"amount": major(amount), "reason": "Rain"});
                (refund(test, admin, id, &ask).await.status.as_u16(), should)
            }
            Step::Payout(thousandths) => {
                let amount = (model.owed * thousandths / 1_000).max(1);
                let should = model.pay_out(amount);
                (
                    self.pay_out(admin, id, amount).await.status.as_u16(),
                    should,
                )
            }
            Step::Cancel => (
                cancel(test, owner, id).await.status.as_u16(),
                model.cancel(),
            ),
            Step::CancelByAgency => (
                cancel(test, admin, id).await.status.as_u16(),
                model.cancel(),
            ),
            Step::Reconcile => {
                reconcile(&test.app).await.expect("a round");
                return Ok(());
            }
            Step::Expire => {
                model.expire();
                test.clock.advance(TimeDelta::hours(25));
                expire_unpaid(&test.app).await.expect("a round");
                return Ok(());
            }
        };
        if said == should {
            Ok(())
        } else {
            Err(format!("answered with {said} instead of {should}"))
        }
    }

    /// The provider takes the money of the payment that was opened last. It counts if it is still what is due.
    async fn charge(&self, opened: &Value, id: &str, model: &mut Model) {
        let before = stored(&self.test, id).await;
        let asked = minor(&opened["amountDue"]);
        charge_behind_our_back(&self.test, opened).await;
        let is_open = before.payment.intent_id.as_deref() == opened["paymentIntentId"].as_str();
        let is_of_balance = opened["isOfBalance"] == true;
        if is_of_balance && model.status == Confirmed && asked <= model.balance() {
            model.receive(asked, true);
        } else if is_of_balance {
            // It goes back, and is no payment of the booking.
        } else if is_open && model.status == Pending && asked == model.due_by_card() {
            model.receive(asked, true);
        } else if model.was_unpaid_at_end && asked == model.deposit {
            model.receive_late(asked);
        }
        // The webhook reports it.
        let intent_id = text(opened, "paymentIntentId");
        let settled = settle_with(&self.test.app, before, intent_id).await;
        settled.expect("settled");
    }

    async fn open_card(&self, owner: &Login, id: &str) -> Answer {
        let path = format!("/api/bookings/{id}/payment-intent");
        let call = self.test.post(&path, &json!({})).bearer(&owner.access);
        call.send().await
    }

    async fn cash(&self, admin: &Login, id: &str, amount: i64) -> Answer {
        let ask = json!({"method": "cash", "amount": major(amount), "currency": "USD"});
        record(&self.test, admin, id, &ask).await
    }

    async fn pay_out(&self, admin: &Login, id: &str, amount: i64) -> Answer {
        let path = format!("/api/bookings/{id}/payouts");
        let ask = json!({"method": "cash", "amount": major(amount), "currency": "USD"});
        self.test
            .post(&path, &ask)
            .bearer(&admin.access)
            .send()
            .await
    }

    async fn compare(&self, id: &str, model: &Model, people: &People) -> Result<(), String> {
        let read = read_booking(&self.test, &people.owner, id)
            .await
            .expect(200);
        let read = &read["data"]["booking"];
        let rows = payments(&self.test, &people.owner, id).await;
        let rows = rows.as_array().expect("rows");
        let sum: i64 = rows
            .iter()
            .map(|row| minor(&row["amountInBookingCurrency"]))
            .sum();
        let schedule = read["schedule"].as_array().expect("parts");
        let parts: i64 = schedule.iter().map(|part| minor(&part["amount"])).sum();
        let is = [
            ("paid", sum),
            ("balance", minor(&read["balance"])),
            ("refunded", minor(&read["refunded"])),
            ("owed", minor(&read["owedByHand"])),
            ("schedule", parts),
        ];
        let should = [
            ("paid", model.paid()),
            ("balance", model.balance()),
            ("refunded", model.back_by_card + model.paid_out),
            ("owed", model.owed),
            ("schedule", model.price),
        ];
        let status = json!(model.status);
        if is != should || read["status"] != status {
            return Err(format!(
                "{} {is:?}, the model says {status} {should:?}",
                read["status"]
            ));
        }
        if model.was_unpaid_at_end != (read["payment"]["status"] == "Failed") {
            return Err(format!("the payment is {}", read["payment"]["status"]));
        }
        let first_is_paid = model.paid() >= minor(&schedule[0]["amount"]);
        if (schedule[0]["paid"] == true) != first_is_paid {
            return Err(format!("the first part: {}", schedule[0]));
        }
        Ok(())
    }

    /// The receipts of all bookings have the numbers from 1 on, without a gap.
    async fn check_receipts(&self) {
        let lines = store::ledger::list_all(&self.test.app.db)
            .await
            .expect("read");
        let ids: Vec<_> = lines.iter().map(|line| line.booking_id).collect();
        let all = store::payments::list_for_bookings(&self.test.app.db, &ids).await;
        let mut numbers: Vec<_> = (all.expect("read").into_iter())
            .filter_map(|payment| payment.receipt_number)
            .collect();
        numbers.sort();
        let series = |number: &String| number[.."R-2026-".len()].to_owned();
        let gapless: Vec<_> = (numbers.chunk_by(|one, next| series(one) == series(next)))
            .flat_map(|year| (1..=year.len()).map(move |n| format!("{}{n:05}", series(&year[0]))))
            .collect();
        assert_eq!(numbers, gapless);
    }
}

fn major(amount: i64) -> Value {
    let text = format!("{}.{:02}", amount / 100, amount % 100);
    serde_json::from_str(&text).expect("a number")
}
