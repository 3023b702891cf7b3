//! A model of a booking and its money beside the server: every order of paying, verifying, webhook, periodic tasks,
//! cancelling, refunding, confirming by hand and completing must leave both in the same state.

use chautari::cli::{ledger_check, seats_check};
use chautari::features::booking::payment::capture::SettleError;
use chautari::features::booking::payment::reconcile::{complete, expire_unpaid, reconcile};
use chautari::features::booking::payment::settle::settle_with;
use chrono::{Days, NaiveDate, TimeDelta};
use domain::booking::BookingStatus::{self, Cancelled, Completed, Confirmed, Pending};
use domain::booking::{Booking, PaymentStatus};
use domain::trek::SoldAs;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use store::agency_events;
use store::seats::audit::list_claims_after;
use store::seats::{self, Claim, ClaimState, Seating};
use uuid::Uuid;

use crate::audit_money::breaches;
use crate::books::Books;
use crate::model_payments_steps::major;
use crate::model_state::Model;
use crate::model_steps::{Step, any_step};
use crate::money::{cancel, charge_behind_our_back, charge_otherwise, patch, refund, stored};
use crate::stage::{
    DECLINED_CARD, GOOD_CARD, booking_id, change_trek, pay, request, send, stored_trek, text,
    verify, with,
};
use crate::support::{Login, TestApp};

struct Stage {
    test: TestApp,
    trek: domain::trek::Trek,
}

/// Sessions, renewed when the clock has moved on.
struct People {
    owner: Login,
    admin: Login,
}

// PAY-08 BOOK-16: after every step, in any order, the booking and its payment have the states of the model.
#[test]
fn every_order_of_events_ends_in_the_state_of_the_model() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let stage = runtime.block_on(async {
        let test = TestApp::start().await;
        test.traveller().await;
        test.admin().await;
        let mut trek = stored_trek(&test).await;
        change_trek(&test, &mut trek, |trek| trek.sold_as = SoldAs::Both).await;
        Stage { test, trek }
    });
    let config = Config {
        cases: 60,
        failure_persistence: None,
        ..Config::default()
    };
    let cases = (
        any::<bool>(),
        2_u64..45,
        prop::collection::vec(any_step(), 1..12),
    );
    let tried = TestRunner::new(config).run(&cases, |(is_group, ahead, steps)| {
        runtime
            .block_on(stage.walk(is_group, ahead, &steps))
            .map_err(|breach| TestCaseError::fail(format!("{breach}\nafter {steps:?}")))
    });
    runtime.block_on(stage.test.do_jobs());
    if let Err(broken) = tried {
        panic!("{broken}");
    }
    drop(stage);
}

impl Stage {
    async fn people(&self) -> People {
        People {
            owner: self
                .test
                .login("maya@example.com", "trail of many stones")
                .await,
            admin: self
                .test
                .login("admin@example.com", "mountain of many roads")
                .await,
        }
    }

    /// Books this many days ahead, takes the steps, and compares the states after each.
    async fn walk(&self, is_group: bool, ahead: u64, steps: &[Step]) -> Result<(), String> {
        let mut people = self.people().await;
        let today = self.test.app.clock.today(self.test.app.config.timezone);
        let start = today.checked_add_days(Days::new(ahead)).expect("a day");
        let ask = request(&self.test, &self.trek, 2).await;
        let mut ask = with(&ask, "bookingDetails.startDate", json!(start.to_string()));
        if is_group {
            ask["departureId"] = self.departure(&people.admin, start).await;
        }
        let opened = send(&self.test, &people.owner, &ask).await.expect(201)["data"].clone();
        let id = booking_id(&opened);
        let total = stored(&self.test, &id).await.quote.total.minor();
        let mut model = Model::new(start, total, is_group);
        for step in steps {
            self.take(step, &opened, &mut model, &mut people).await?;
            self.compare(&id, &model)
                .await
                .map_err(|what| format!("{step:?}: {what}"))?;
        }
        // At the latest the webhook finds every payment.
        self.take(&Step::Webhook, &opened, &mut model, &mut people)
            .await?;
        self.compare(&id, &model).await?;
        self.check_ledger(&id, &model).await?;
        let books = Books::read(&self.test.app.db).await;
        match breaches(&books).as_slice() {
            [] => Ok(()),
            found => Err(found.join("\n")),
        }
    }

    async fn compare(&self, id: &str, model: &Model) -> Result<(), String> {
        let booking = stored(&self.test, id).await;
        let payment = &booking.payment;
        let is = (
            booking.status,
            payment.status,
            payment.refunded.minor(),
            payment.refunding.minor(),
        );
        let should = (model.status, model.payment, model.refunded, model.owed);
        let numbered = booking.invoice_number.is_some();
        if is != should || numbered != model.invoiced {
            return Err(format!(
                "{is:?} invoice {numbered}, the model says {should:?} invoice {}",
                model.invoiced
            ));
        }
        self.compare_seats(&booking, model).await?;
        self.compare_told(&booking, model).await
    }

    /// The pool has the free seats of the model, and agrees with its claims and bookings.
    async fn compare_seats(&self, booking: &Booking, model: &Model) -> Result<(), String> {
        let differences = seats_check::compare(&self.test.app).await;
        let differences = differences.expect("compared").differences;
        // The seats of a rival belong to no booking.
        let wrong = differences
            .iter()
            .find(|line| !line.contains("which is no booking"));
        if let Some(line) = wrong {
            return Err(line.clone());
        }
        let Some(group) = &model.group else {
            return Ok(());
        };
        let now = self.test.app.clock.now();
        let usage = seats::usage(&self.test.app.db, &[booking.departure()], now).await;
        let left = usage.expect("read")[&booking.departure()].left();
        if left != group.left() {
            return Err(format!(
                "{left} seats are left, the model says {}",
                group.left()
            ));
        }
        Ok(())
    }

    /// A group departure with three seats.
    async fn departure(&self, admin: &Login, start: NaiveDate) -> Value {
        let new = json!({
            "trekId": self.trek.id, "routeId": self.trek.routes[1].id, "startDate": start,
            "capacity": 3, "cutoffDays": 0,
        });
        let call = self
            .test
            .post("/api/departures", &new)
            .bearer(&admin.access);
        call.send().await.expect(201)["data"]["departure"]["_id"].clone()
    }

    /// Another party buys seats of the departure; returns whether it got them.
    async fn rival_buys(&self, booking: &Booking, number: u32) -> bool {
        let now = self.test.app.clock.now();
        let claim = Claim {
            owner_id: self.test.app.clock.new_id(),
            pool_id: booking.departure(),
            departure_id: booking.departure(),
            seats: number,
            state: ClaimState::Held,
            expires_at: None,
        };
        let tx = self.test.app.db.begin().await.expect("begun");
        let held = seats::hold(&tx, &claim, now).await.expect("asked");
        if held != Seating::Done {
            return false;
        }
        seats::take(&tx, claim.owner_id, now).await.expect("taken");
        tx.commit().await.expect("kept");
        true
    }

    async fn rival_leaves(&self, booking: &Booking) {
        let now = self.test.app.clock.now();
        let tx = self.test.app.db.begin().await.expect("begun");
        let claims = list_claims_after(&tx, Uuid::nil(), 10_000)
            .await
            .expect("read");
        let rivals = claims.iter().filter(|claim| {
            claim.departure_id == booking.departure() && claim.owner_id != booking.id
        });
        for rival in rivals {
            seats::release(&tx, rival.owner_id, now)
                .await
                .expect("released");
        }
        tx.commit().await.expect("kept");
    }

    /// The agency is informed of a mismatched payment once.
    async fn compare_told(&self, booking: &Booking, model: &Model) -> Result<(), String> {
        let db = &self.test.app.db;
        let events = store::agency_events::newest(db, 10_000).await;
        let told = events.expect("read").into_iter().filter(|event| {
            (event.booking_id, event.kind) == (booking.id, agency_events::Kind::PaymentMismatch)
        });
        let told = told.count();
        if told != usize::from(model.is_mismatch_told) {
            return Err(format!("the agency was told {told} times"));
        }
        Ok(())
    }

    /// The ledger check names a booking only while it waits for the agency.
    async fn check_ledger(&self, id: &str, model: &Model) -> Result<(), String> {
        let report = ledger_check::compare(&self.test.app).await;
        let differences = report.expect("compared").differences;
        let named = differences.iter().filter(|line| line.contains(id)).count();
        if named != usize::from(model.is_held()) {
            return Err(format!("the check of the ledger says {differences:?}"));
        }
        Ok(())
    }

    /// Takes the step in the model and in the server; their responses must agree too.
    async fn take(
        &self,
        step: &Step,
        opened: &Value,
        model: &mut Model,
        people: &mut People,
    ) -> Result<(), String> {
        let (test, id) = (&self.test, booking_id(opened));
        let today = test.app.clock.today(test.app.config.timezone);
        let (owner, admin) = (&people.owner, &people.admin);
        let (said, should) = match step {
            Step::Pay => {
                let should = model.pay();
                (pay(test, opened, GOOD_CARD).await.status.as_u16(), should)
            }
            Step::PayDeclined => {
                let should = model.pay_declined();
                (
                    pay(test, opened, DECLINED_CARD).await.status.as_u16(),
                    should,
                )
            }
            Step::Verify => {
                let should = model.verify();
                (verify(test, owner, opened).await.status.as_u16(), should)
            }
            Step::Cancel => {
                let should = model.cancel(today, false);
                (cancel(test, owner, &id).await.status.as_u16(), should)
            }
            Step::CancelByAgency => {
                let should = model.cancel(today, true);
                (cancel(test, admin, &id).await.status.as_u16(), should)
            }
            Step::Refund(thousandths) => {
                let amount = (model.total * thousandths / 1_000).max(1);
                let should = model.refund(amount);
                let ask = format!(
                    r#"{{"amount": {}.{:02}, "reason": "Rain"}}"#,
                    amount / 100,
                    amount % 100
                );
                let ask: Value = serde_json::from_str(&ask).expect("a body");
                (refund(test, admin, &id, &ask).await.status.as_u16(), should)
            }
            Step::ConfirmByHand => {
                let should = model.confirm_by_hand();
                let ask = json!({"status": "Confirmed", "reason": "Paid at the desk"});
                (patch(test, admin, &id, &ask).await.status.as_u16(), should)
            }
            Step::RecordLate => {
                let total = model.total;
                let is_over = stored(test, &id).await.end_date < today;
                let Some(should) = model.record_late(is_over) else {
                    return Ok(());
                };
                let ask = json!({"method": "bank", "amount": major(total), "currency": "USD"});
                let path = format!("/api/bookings/{id}/payments");
                let said = test.post(&path, &ask).bearer(&admin.access).send().await;
                (said.status.as_u16(), should)
            }
            Step::Complete => {
                let should = model.complete();
                let ask = json!({"status": "Completed"});
                (patch(test, admin, &id, &ask).await.status.as_u16(), should)
            }
            quiet => {
                self.happen(quiet, opened, model).await;
                *people = self.people().await;
                return Ok(());
            }
        };
        if said == should {
            Ok(())
        } else {
            Err(format!(
                "{step:?} was answered with {said} instead of {should}"
            ))
        }
    }

    /// Events without a response.
    async fn happen(&self, step: &Step, opened: &Value, model: &mut Model) {
        let (test, id) = (&self.test, booking_id(opened));
        match step {
            Step::Webhook => {
                model.settle();
                let booking = stored(test, &id).await;
                let intent_id = text(opened, "paymentIntentId");
                let settled = settle_with(&test.app, booking, intent_id).await;
                match settled {
                    Err(SettleError::Mismatch(..)) => assert!(model.is_held()),
                    settled => drop(settled.expect("settled")),
                }
            }
            Step::PayOtherwise(more) => {
                let amount = model.total + more;
                if model.pay_otherwise(amount) {
                    charge_otherwise(test, opened, amount).await;
                }
            }
            Step::Reconcile => {
                if model.status == Pending {
                    model.settle();
                }
                reconcile(&test.app).await.expect("a round");
            }
            Step::HoldEnds => {
                model.end_hold();
                test.clock.advance(TimeDelta::minutes(21));
            }
            Step::Sweep if model.group.is_some() => {
                model.sweep();
                expire_unpaid(&test.app).await.expect("a round");
            }
            Step::RivalBuys(number) => {
                if let Some(group) = &mut model.group {
                    let should = group.rival_buys(*number);
                    let booking = stored(test, &id).await;
                    assert_eq!(self.rival_buys(&booking, *number).await, should);
                }
            }
            Step::RivalLeaves => {
                if let Some(group) = &mut model.group {
                    group.rival = 0;
                    self.rival_leaves(&stored(test, &id).await).await;
                }
            }
            Step::Expire => {
                model.end_hold();
                model.expire();
                test.clock.advance(TimeDelta::hours(25));
                expire_unpaid(&test.app).await.expect("a round");
            }
            Step::Walked => {
                model.end_hold();
                let booking = stored(test, &id).await;
                let today = test.app.clock.today(test.app.config.timezone);
                let left = booking.end_date.signed_duration_since(today);
                test.clock
                    .advance(left.max(TimeDelta::zero()) + TimeDelta::days(1));
                if model.status == Confirmed {
                    model.status = Completed;
                }
                complete(&test.app).await.expect("a round");
            }
            Step::ChargeBehind if model.charge_behind() => {
                charge_behind_our_back(test, opened).await;
            }
            // The payment was charged already, or the sweep has nothing to do without a departure.
            _ => {}
        }
    }
}

// The transition table of the documents; no other transitions are allowed.
#[test]
fn the_model_allows_the_same_transitions_as_the_domain_rules() {
    for from in BookingStatus::ALL {
        for to in BookingStatus::ALL {
            let should = matches!(
                (from, to),
                (Pending, Confirmed | Cancelled) | (Confirmed, Completed | Cancelled)
            );
            assert_eq!(from.can_become(to), should, "{from:?} → {to:?}");
        }
    }
    assert!(!PaymentStatus::Failed.can_become(PaymentStatus::Pending));
}
