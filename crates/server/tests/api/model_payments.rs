//! A model of the payments of one booking: deposits, balances, cash in two currencies, wallets, reversals, refunds and
//! payouts in any order, and changes of the party, with faults of the providers, must leave every derived figure as the
//! model computes it.
//!
//! `CHAUTARI_MODEL_CASES` sets the number of cases (15), `CHAUTARI_MODEL_SEED` which ones are made up.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use chautari::cli::{ledger_check, seats_check};
use chautari::platform::adapters::clock::Clock;
use chautari::platform::adapters::payments::Wallet;
use chautari::platform::adapters::sandbox_faults::Faults;
use chautari::platform::app::App;
use chautari::router;
use chrono::{Days, NaiveDate};
use domain::booking::BookingStatus::Confirmed;
use domain::money::{Currency, Percent};
use domain::rate::{LockedRate, Rate, RateSource};
use domain::schedule::{BalanceDue, Deposit, PaymentTerms};
use domain::trek::Trek;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use store::bookings::list_open_balances;
use store::npr_rates::{self, StoredRate};

use crate::model_payments_state::{Model, Said, Setup, Step, any_setup, any_step};
use crate::model_payments_steps::{Journey, People};
use crate::money::stored;
use crate::payments::{minor, payments};
use crate::stage::{booking_id, keep, read_booking, request, send, trek_named, with};
use crate::wallet_scene::Scene;

/// The balance is due this many days before the start, which is this many days ahead.
const DUE_BEFORE: u32 = 45;
const START_AFTER: u64 = 90;
/// A debug build needs more than the two megabytes of a test.
const STACK_BYTES: usize = 16 << 20;

struct Stage {
    scene: Scene,
    /// The same site while its card provider fails.
    failing: Router,
    treks: AtomicUsize,
}

// PAY-08: whatever the order, no cent is lost, counted twice or left without its line.
#[test]
fn every_order_of_payments_leaves_the_figures_of_the_model() {
    let name = std::thread::current().name().map(str::to_owned);
    let thread = std::thread::Builder::new().name(name.expect("a test"));
    let tried = thread.stack_size(STACK_BYTES).spawn(try_orders);
    if let Err(panic) = tried.expect("a thread").join() {
        std::panic::resume_unwind(panic);
    }
}

fn try_orders() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let stage = runtime.block_on(Stage::set());
    let usual = Setup {
        rate: 13_295,
        deposit_percent: 20,
        is_due_on_arrival: true,
        guests: 2,
    };
    for steps in known() {
        let walked = runtime.block_on(stage.walk(&usual, &steps));
        walked.unwrap_or_else(|breach| panic!("{breach}\nafter {steps:?}"));
    }
    let number = |name: &str| std::env::var(name).map(|text| text.parse().expect("a number"));
    let config = Config {
        cases: number("CHAUTARI_MODEL_CASES").unwrap_or(15),
        failure_persistence: None,
        // All cases share a database: once one has failed, so does the comparison of every other with the wallets.
        max_shrink_iters: 0,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number("CHAUTARI_MODEL_SEED").unwrap_or(1).to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let cases = (any_setup(), prop::collection::vec(any_step(), 3..16));
    let tried = TestRunner::new_with_rng(config, random).run(&cases, |(setup, steps)| {
        let walked = runtime.block_on(stage.walk(&setup, &steps));
        walked.map_err(|breach| TestCaseError::fail(format!("{breach}\nafter {steps:?}")))
    });
    runtime.block_on(async {
        stage.scene.test.do_jobs().await;
        stage.check_receipts().await;
    });
    if let Err(broken) = tried {
        panic!("{broken}");
    }
}

/// Orders that were wrong once.
fn known() -> Vec<Vec<Step>> {
    use Step::{
        Cancel, Card, Cash, Change, ChargeBehind, LeaveWallet, Month, OpenCard, OpenWallet,
        PayAtWallet, Payout, Reverse,
    };
    vec![
        // A card payment that is open while the amount that is due rises again.
        vec![Cash(50), OpenCard, Reverse(0), Card],
        // A payment of the rest of a deposit that is made after the booking was cancelled.
        vec![Cash(50), OpenCard, Cancel, ChargeBehind],
        vec![
            Cash(50),
            OpenWallet(Wallet::Esewa),
            Cancel,
            PayAtWallet(0, Said::Paid),
            Payout(1_000),
        ],
        // A wallet whose page stays open while another one is tried, left, and the booking cancelled.
        vec![
            OpenWallet(Wallet::Esewa),
            OpenWallet(Wallet::Khalti),
            LeaveWallet(1),
            Cancel,
            PayAtWallet(0, Said::Paid),
        ],
        // A payment of the balance that is open while the party becomes smaller, and made all the same.
        vec![Card, OpenCard, Change(1), ChargeBehind, Change(3), Card],
        // A wallet after the rate of the site is outdated.
        vec![Month, Month, OpenWallet(Wallet::Esewa)],
        // A wrong amount for the rest of a deposit.
        vec![
            Cash(50),
            OpenWallet(Wallet::Khalti),
            PayAtWallet(0, Said::PaidLess),
        ],
    ]
}

impl Stage {
    async fn set() -> Self {
        let scene = Scene::start_with(&[("rate_source", "typed")]).await;
        let test = &scene.test;
        test.traveller().await;
        test.admin().await;
        let mut config = (*test.app.config).clone();
        config.sandbox_faults = Faults {
            failing: true,
            ..Faults::default()
        };
        let (db, clock) = (test.app.db.clone(), Clock::Fixed(test.clock.clone()));
        let failing = App::new(config, db, clock, test.app.secrets.clone());
        Self {
            failing: router::router(failing.expect("an app")),
            treks: AtomicUsize::default(),
            scene,
        }
    }

    async fn people(&self) -> People {
        let test = &self.scene.test;
        People {
            owner: test.login("maya@example.com", "trail of many stones").await,
            admin: test
                .login("admin@example.com", "mountain of many roads")
                .await,
        }
    }

    /// A trek of its own, so that the reports say what came of this booking alone.
    async fn trek(&self, setup: &Setup) -> Trek {
        let app = &self.scene.test.app;
        let now = app.clock.now();
        let rate = LockedRate {
            value: Rate::parse(&format!("{}.{:02}", setup.rate / 100, setup.rate % 100))
                .expect("a rate"),
            source: RateSource::Typed,
            at: now,
        };
        let rate = StoredRate {
            rate,
            checked_at: now,
        };
        let saved = npr_rates::save(&app.db, Currency::USD, &rate).await;
        saved.expect("saved");
        let number = self.treks.fetch_add(1, Ordering::Relaxed);
        let mut trek = trek_named(app, &format!("Namche Bazaar {number}"));
        trek.payment_details.terms = Some(PaymentTerms {
            deposit: Deposit::Percent(Percent::whole(setup.deposit_percent)),
            balance: match setup.is_due_on_arrival {
                true => BalanceDue::OnArrival,
                false => BalanceDue::DaysBefore(DUE_BEFORE),
            },
        });
        keep(app, &trek).await;
        trek
    }

    async fn walk(&self, setup: &Setup, steps: &[Step]) -> Result<(), String> {
        let test = &self.scene.test;
        let (trek, people) = (self.trek(setup).await, self.people().await);
        let today = test.app.clock.today(test.app.config.timezone);
        let start = today + Days::new(START_AFTER);
        let ask = request(test, &trek, setup.guests).await;
        let ask = with(&ask, "pay", json!("deposit"));
        let ask = with(&ask, "bookingDetails.startDate", json!(start.to_string()));
        let opened = send(test, &people.owner, &ask).await.expect(201)["data"].clone();
        let price = stored(test, &booking_id(&opened)).await.quote.total.minor();
        let due = start - Days::new(DUE_BEFORE.into());
        let due = (!setup.is_due_on_arrival).then_some(due);
        let prices = (price, minor(&opened["amountDue"]));
        let model = Model::new(prices, (today, due), setup.rate);
        let mut journey = Journey::new((&self.scene, &self.failing), people, opened, model);
        journey.due_before = (!setup.is_due_on_arrival).then_some(DUE_BEFORE);
        for step in steps {
            let taken = Box::pin(journey.take(step)).await;
            taken.map_err(|what| format!("{step:?}: {what}"))?;
            if matches!(step, Step::Expire | Step::Month) {
                journey.people = self.people().await;
            }
            // Cards that were replaced are cancelled, and money that was taken all the same goes back.
            test.do_jobs().await;
            let compared = Box::pin(compare(&journey, &trek, (today, start))).await;
            compared.map_err(|what| format!("{step:?}: {what}"))?;
        }
        let report = Box::pin(ledger_check::compare(&test.app)).await;
        let mut found = report.expect("compared").differences;
        let seats = Box::pin(seats_check::compare(&test.app)).await;
        found.extend(seats.expect("compared").differences);
        match found.as_slice() {
            [] => Ok(()),
            found => Err(found.join("\n")),
        }
    }

    /// The receipts of all bookings have the numbers from 1 on, without a gap.
    async fn check_receipts(&self) {
        let db = &self.scene.test.app.db;
        let lines = store::ledger::list_all(db).await.expect("read");
        let ids: Vec<_> = lines.iter().map(|line| line.booking_id).collect();
        let all = store::payments::list_for_bookings(db, &ids).await;
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

/// Compares all that the server derives from the payments with the model.
async fn compare(
    journey: &Journey<'_>,
    trek: &Trek,
    (began_on, start): (NaiveDate, NaiveDate),
) -> Result<(), String> {
    let (test, model, people) = (&journey.scene.test, &journey.model, &journey.people);
    let read = read_booking(test, &people.owner, &journey.id).await;
    let read = &read.expect(200)["data"]["booking"];
    let rows = payments(test, &people.owner, &journey.id).await;
    let rows = rows.as_array().expect("rows").iter();
    let schedule = read["schedule"].as_array().expect("parts");
    let is = [
        (
            "paid",
            rows.map(|row| minor(&row["amountInBookingCurrency"])).sum(),
        ),
        ("balance", minor(&read["balance"])),
        ("in rupees", minor(&read["balanceInRupees"])),
        ("refunded", minor(&read["refunded"])),
        ("refundable", minor(&read["refundable"])),
        ("owed", minor(&read["owedByHand"])),
        ("owed in rupees", minor(&read["owedByHandInRupees"])),
        (
            "schedule",
            schedule.iter().map(|part| minor(&part["amount"])).sum(),
        ),
        ("report", reported(journey, trek, began_on).await),
    ];
    let should = [
        ("paid", model.paid()),
        ("balance", model.balance()),
        ("in rupees", model.to_rupees(model.balance())),
        ("refunded", model.refunded_of_price()),
        ("refundable", model.refundable()),
        ("owed", model.owed()),
        ("owed in rupees", model.to_rupees(model.owed())),
        ("schedule", model.price),
        ("report", model.kept()),
    ];
    let (status, now) = (json!(model.status), &read["status"]);
    if is != should || *now != status {
        return Err(format!("{now} {is:?}, the model says {status} {should:?}"));
    }
    if model.was_unpaid_at_end != (read["payment"]["status"] == "Failed") {
        return Err(format!("the payment is {}", read["payment"]["status"]));
    }
    let parts: Vec<_> = (schedule.iter())
        .map(|part| (minor(&part["amount"]), part["paid"] == true))
        .collect();
    if parts != model.paid_parts() {
        return Err(format!("the parts {schedule:?}: {:?}", model.paid_parts()));
    }
    let due = model.due(start);
    if read.get("dueAt").cloned() != due.map(|day| json!(day)) {
        return Err(format!("due at {}, the model says {due:?}", read["dueAt"]));
    }
    let today = test.app.clock.today(test.app.config.timezone);
    let should = model.status == Confirmed && due.is_some_and(|day| day < today);
    let open = list_open_balances(&test.app.db).await.expect("read");
    let own = open
        .iter()
        .find(|open| json!(open.booking_id) == read["_id"]);
    if own.is_some_and(|own| own.is_overdue(today)) != should {
        return Err(format!("the model says overdue: {should}, {own:?}"));
    }
    Ok(())
}

/// What the payments report says of a trek, in cents.
async fn reported(journey: &Journey<'_>, trek: &Trek, from: NaiveDate) -> i64 {
    let test = &journey.scene.test;
    let to = test.app.clock.today(test.app.config.timezone);
    let path = format!("/api/reports/payments?from={from}&to={to}");
    let call = test.get(&path).bearer(&journey.people.admin.access);
    let report = call.send().await.expect(200)["data"].clone();
    let sums = |list: &str, key: &str, value: &Value| -> i64 {
        let list = report[list].as_array().expect("a list").iter();
        let own = list.filter(|sum| sum[key] == *value);
        own.map(|sum| minor(&sum["amount"])).sum()
    };
    assert_eq!(
        sums("months", "currency", &json!("USD")),
        sums("methods", "currency", &json!("USD"))
    );
    sums("treks", "trekId", &json!(trek.id))
}
