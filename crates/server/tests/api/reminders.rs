//! Balances: the list at the desk, and reminders by email (operations §3).

use chautari::features::balance::reminders::remind;
use domain::booking::NewDates;
use domain::money::{Money, Percent};
use domain::schedule::{BalanceDue, Deposit, PaymentTerms};
use domain::trek::Trek;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::money::{cancel, subjects};
use crate::payments::{booked_with_deposit, cash, minor, record};
use crate::stage::{GOOD_CARD, booked, booking_id, change_trek, pay, stored_trek, verify};
use crate::support::{Login, TestApp};
use crate::waitlist::admin_again;

const MAYA: &str = "maya@example.com";

/// A trek with a deposit of 20 %.
pub async fn trek_due(test: &TestApp, balance: BalanceDue) -> Trek {
    let mut trek = stored_trek(test).await;
    set_terms(test, &mut trek, balance).await;
    trek
}

async fn set_terms(test: &TestApp, trek: &mut Trek, balance: BalanceDue) {
    change_trek(test, trek, |trek| {
        trek.payment_details.terms = Some(PaymentTerms {
            deposit: Deposit::Percent(Percent::whole(20)),
            balance,
        });
    })
    .await;
}

/// A booking for 2027-03-01 whose deposit is paid.
pub async fn with_balance(test: &TestApp, who: &Login, trek: &Trek) -> String {
    let opened = booked_with_deposit(test, who, trek).await;
    pay(test, &opened, GOOD_CARD).await.expect(200);
    verify(test, who, &opened).await.expect(200);
    test.do_jobs().await;
    booking_id(&opened)
}

/// Sets the clock to noon of a day in Kathmandu.
pub fn set_day(test: &TestApp, day: &str) {
    let noon = format!("{day}T06:15:00Z");
    test.clock.set(noon.parse().expect("a moment"));
}

/// Runs the task on a day, twice.
async fn remind_on(test: &TestApp, day: &str) {
    set_day(test, day);
    remind(&test.app).await.expect("reminded");
    remind(&test.app).await.expect("reminded once");
    test.do_jobs().await;
}

/// The number of reminders that Maya got.
fn reminders(test: &TestApp) -> usize {
    let is_reminder = |subject: &String| {
        subject.starts_with("Reminder: $2,444.94") || subject.starts_with("Overdue: $2,444.94")
    };
    subjects(test, MAYA)
        .iter()
        .filter(|it| is_reminder(it))
        .count()
}

#[tokio::test]
async fn a_customer_is_reminded_before_and_after_the_due_date_once_each() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    // Due on 2027-01-30.
    let trek = trek_due(&test, BalanceDue::DaysBefore(30)).await;
    with_balance(&test, &me, &trek).await;
    for (day, sent) in [
        ("2026-11-20", 0),
        ("2027-01-15", 0),
        ("2027-01-16", 1),
        ("2027-01-22", 1),
        ("2027-01-23", 2),
        ("2027-01-29", 3),
        ("2027-01-30", 3),
        ("2027-01-31", 4),
        ("2027-02-06", 5),
        ("2027-02-28", 5),
    ] {
        remind_on(&test, day).await;
        assert_eq!(reminders(&test), sent, "{day}");
    }
    let mails = test.outbox();
    let first = mails
        .iter()
        .find(|mail| mail.subject.starts_with("Reminder"));
    let first = first.expect("a reminder");
    assert_eq!(
        first.subject,
        "Reminder: $2,444.94 left to pay for Namche Bazaar"
    );
    for text in [
        "The balance of $2,444.94 for your trek is due on Jan 30, 2027.",
        "Total: $3,056.18",
        "Paid: $611.24",
        "Pay the balance: http",
    ] {
        assert!(first.text.contains(text), "{text}: {}", first.text);
    }
    let last = mails.last().expect("a reminder");
    assert!(
        last.text.contains("was due on Jan 30, 2027."),
        "{}",
        last.text
    );
}

#[tokio::test]
async fn a_late_booking_and_an_outage_send_only_the_newest_reminder() {
    let test = TestApp::start().await;
    let trek = trek_due(&test, BalanceDue::OnArrival).await;
    // 10 days before it is due.
    set_day(&test, "2027-02-19");
    let me = test.traveller().await;
    with_balance(&test, &me, &trek).await;
    for (day, sent) in [
        ("2027-02-19", 0),
        ("2027-02-21", 0),
        ("2027-02-22", 1),
        // Those of 1 day before and after it are both over.
        ("2027-03-02", 2),
        ("2027-03-03", 2),
        // More than a week after the last one.
        ("2027-03-16", 2),
    ] {
        remind_on(&test, day).await;
        assert_eq!(reminders(&test), sent, "{day}");
    }
    let mails = test.outbox();
    let first = mails
        .iter()
        .find(|mail| mail.subject.starts_with("Reminder"));
    let text = &first.expect("a reminder").text;
    assert!(
        text.contains("is due on arrival, on Mar 01, 2027."),
        "{text}"
    );
    assert!(text.contains("or in cash when you arrive."), "{text}");
}

#[tokio::test]
async fn nobody_is_reminded_of_a_booking_that_is_paid_or_cancelled() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let trek = trek_due(&test, BalanceDue::OnArrival).await;
    let paid = booked(&test, &me, &trek).await;
    pay(&test, &paid, GOOD_CARD).await.expect(200);
    verify(&test, &me, &paid).await.expect(200);
    // Nobody paid its deposit.
    booked_with_deposit(&test, &me, &trek).await;
    let cancelled = with_balance(&test, &me, &trek).await;
    cancel(&test, &me, &cancelled).await.expect(200);
    let late = with_balance(&test, &me, &trek).await;
    set_day(&test, "2027-02-15");
    remind(&test.app).await.expect("reminded");
    // It is paid while the email waits.
    let admin_now = admin_again(&test).await;
    assert_ne!(admin.access, admin_now.access);
    record(&test, &admin_now, &late, &cash(2_444.94))
        .await
        .expect(201);
    remind_on(&test, "2027-02-22").await;
    assert_eq!(reminders(&test), 0, "{:?}", subjects(&test, MAYA));
}

#[tokio::test]
async fn a_booking_that_is_moved_is_reminded_by_its_new_dates() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let trek = trek_due(&test, BalanceDue::DaysBefore(30)).await;
    let id = with_balance(&test, &me, &trek).await;
    remind_on(&test, "2027-01-16").await;
    assert_eq!(reminders(&test), 1);
    let day = |text: &str| text.parse().expect("a day");
    let dates = NewDates {
        departure_id: None,
        start_date: day("2027-04-01"),
        end_date: day("2027-04-03"),
        route: None,
        quote: None,
    };
    let (id, now) = (id.parse().expect("an id"), test.app.clock.now());
    let tx = test.app.db.begin().await.expect("begun");
    let moved =
        store::bookings::change_dates(&tx, id, &dates, Money::ZERO, (now, now.date_naive())).await;
    assert!(moved.expect("moved"));
    tx.commit().await.expect("committed");
    for (day, sent) in [
        ("2027-01-23", 1),
        ("2027-02-15", 1),
        // Due on 2027-03-02.
        ("2027-02-16", 2),
        ("2027-02-23", 3),
    ] {
        remind_on(&test, day).await;
        assert_eq!(reminders(&test), sent, "{day}");
    }
}

#[tokio::test]
async fn a_reminder_and_its_email_are_stored_together_or_not_at_all() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let trek = trek_due(&test, BalanceDue::OnArrival).await;
    with_balance(&test, &me, &trek).await;
    set_day(&test, "2027-02-15");
    let rename = async |sql| {
        let done = test.app.db.execute_unprepared(sql).await;
        done.expect("renamed");
    };
    rename("alter table jobs rename to jobs_away").await;
    remind(&test.app).await.expect_err("the job is not stored");
    rename("alter table jobs_away rename to jobs").await;
    remind_on(&test, "2027-02-15").await;
    assert_eq!(reminders(&test), 1);
}

#[tokio::test]
async fn the_days_of_the_reminders_are_a_setting() {
    for (days, sent) in [("off", 0), ("30, -2", 2)] {
        let test = TestApp::start_with(&[("balance_reminders", days)]).await;
        let me = test.traveller().await;
        let trek = trek_due(&test, BalanceDue::OnArrival).await;
        with_balance(&test, &me, &trek).await;
        for day in ["2027-01-30", "2027-02-15", "2027-03-03"] {
            remind_on(&test, day).await;
        }
        assert_eq!(reminders(&test), sent, "{days}");
    }
}

#[tokio::test]
async fn staff_list_the_balances_by_due_date() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let mut trek = trek_due(&test, BalanceDue::OnArrival).await;
    let first = with_balance(&test, &me, &trek).await;
    let second = with_balance(&test, &me, &trek).await;
    let paid = booked(&test, &me, &trek).await;
    set_terms(&test, &mut trek, BalanceDue::DaysBefore(30)).await;
    let overdue = with_balance(&test, &me, &trek).await;
    pay(&test, &paid, GOOD_CARD).await.expect(200);
    verify(&test, &me, &paid).await.expect(200);
    test.do_jobs().await;
    test.admin().await;
    let listed = async |query: &str, status| {
        let admin = admin_again(&test).await;
        let call = test.get(&format!("/api/balances{query}"));
        call.bearer(&admin.access).send().await.expect(status)
    };
    let ids = |answer: &Value| -> Vec<String> {
        let rows = answer["data"]["balances"].as_array().expect("a list");
        let rows = rows.iter().map(|row| row["bookingId"].as_str());
        rows.map(|id| id.expect("an id").to_owned()).collect()
    };
    let none = listed("?state=due", 200).await;
    assert_eq!(ids(&none), [""; 0]);
    assert_eq!(
        none["data"]["counts"],
        json!({"due": 0, "overdue": 0, "all": 3})
    );
    // In Kathmandu it is already the day after the due date, 2027-01-30.
    test.clock
        .set("2027-01-30T18:20:00Z".parse().expect("a moment"));
    remind(&test.app).await.expect("reminded");
    test.do_jobs().await;
    let all = listed("", 200).await;
    assert_eq!(ids(&all), [overdue.as_str(), &first, &second]);
    assert_eq!(
        ids(&listed("?state=overdue", 200).await),
        [overdue.as_str()]
    );
    assert_eq!(ids(&listed("?state=due", 200).await), [overdue]);
    let row = &all["data"]["balances"][0];
    assert_eq!(minor(&row["total"]), 305_618);
    assert_eq!(minor(&row["paid"]), 61_124);
    assert_eq!(minor(&row["balance"]), 244_494);
    assert_eq!(row["customerName"], "Maya Gurung");
    assert_eq!(row["startDate"], "2027-03-01");
    assert_eq!(row["dueAt"], "2027-01-30");
    assert_eq!(row["daysUntilDue"], -1);
    assert_eq!(row["isDueOnArrival"], false);
    assert_eq!(row["lastReminderAt"], "2027-01-30T18:20:00Z");
    let row = &all["data"]["balances"][1];
    assert_eq!(
        (&row["dueAt"], &row["isDueOnArrival"]),
        (&json!("2027-03-01"), &json!(true))
    );
    assert_eq!(row["lastReminderAt"], Value::Null);
    let page = listed("?page=2&limit=2", 200).await;
    assert_eq!(
        (ids(&page), &page["data"]["total"]),
        (vec![second], &json!(3))
    );
    set_day(&test, "2027-02-15");
    let due = listed("?state=due", 200).await;
    assert_eq!(
        due["data"]["counts"],
        json!({"due": 3, "overdue": 1, "all": 3})
    );
    listed("?state=late", 400).await;
    let admin = admin_again(&test).await;
    let overview = test.get("/api/overview").bearer(&admin.access);
    let overview = overview.send().await.expect(200);
    assert_eq!(overview["data"]["overdueBalances"], 1);
}
