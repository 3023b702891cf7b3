//! The desk's first page: what is to be done, and the months behind and ahead (operations §6).

use domain::schedule::BalanceDue;
use serde_json::{Value, json};

use crate::custom_trek::{asked, wish};
use crate::custom_trek_desk::change;
use crate::departures::departure_with;
use crate::enquiries::{answer, ask, only, question};
use crate::guides::{assign, guide_named};
use crate::payments::{cash, record};
use crate::reminders::{set_day, trek_due, with_balance};
use crate::reviews::{act, store_review, walked};
use crate::stage::{booking_id, request, send, stored_trek, text, with};
use crate::support::{Login, TestApp};
use crate::waitlist::{admin_again, person, sold};

async fn read(test: &TestApp, who: &Login, path: &str) -> Value {
    let answer = test.get(path).bearer(&who.access).send().await.expect(200);
    answer["data"].clone()
}

/// The group of a kind, without the ids of its tasks.
async fn group(test: &TestApp, who: &Login, kind: &str) -> Value {
    let today = read(test, who, "/api/today").await;
    let groups = today["groups"].as_array().expect("groups");
    let mut found = groups.iter().find(|group| group["kind"] == kind).cloned();
    let tasks = found
        .as_mut()
        .and_then(|group| group["tasks"].as_array_mut());
    for task in tasks.expect("tasks") {
        task.as_object_mut().expect("a task").remove("_id");
    }
    found.expect("the kind")
}

async fn csv(test: &TestApp, who: &Login, path: &str) -> Vec<String> {
    let answer = test.get(path).bearer(&who.access).send().await;
    assert_eq!(answer.status, 200, "{path}");
    let table = String::from_utf8(answer.body.to_vec()).expect("UTF-8");
    table.lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn a_site_without_work_lists_every_kind_of_task_with_nothing_to_do() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let today = read(&test, &admin, "/api/today").await;
    assert_eq!(today["date"], "2026-11-20");
    let groups = today["groups"].as_array().expect("groups");
    let kinds: Vec<_> = groups.iter().map(|group| group["kind"].clone()).collect();
    assert_eq!(
        json!(kinds),
        json!([
            "overdue-balance",
            "failed-mail",
            "decision",
            "missing-guide",
            "owed-refund",
            "bank-transfer",
            "custom-trek",
            "enquiry",
            "review",
            "proposal",
            "due-balance",
            "departing",
        ])
    );
    assert!(groups.iter().all(|group| group["count"] == 0));
}

#[tokio::test]
async fn a_balance_is_due_for_two_weeks_and_then_overdue_until_it_is_paid() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    // Due on 2027-01-30.
    let trek = trek_due(&test, BalanceDue::DaysBefore(30)).await;
    let id = with_balance(&test, &me, &trek).await;
    set_day(&test, "2027-01-15");
    let admin = test.admin().await;
    assert_eq!(group(&test, &admin, "due-balance").await["count"], 0);
    set_day(&test, "2027-01-16");
    let admin = admin_again(&test).await;
    let task = json!({
        "name": "Maya Gurung", "subject": "Namche Bazaar", "date": "2027-01-30",
        "amount": 2444.94, "currency": "USD",
    });
    let due = group(&test, &admin, "due-balance").await;
    assert_eq!(
        due,
        json!({"kind": "due-balance", "count": 1, "tasks": [task]})
    );
    set_day(&test, "2027-01-31");
    let admin = admin_again(&test).await;
    assert_eq!(group(&test, &admin, "due-balance").await["count"], 0);
    let overdue = group(&test, &admin, "overdue-balance").await;
    assert_eq!(
        overdue,
        json!({"kind": "overdue-balance", "count": 1, "tasks": [task]})
    );
    record(&test, &admin, &id, &cash(2444.94)).await.expect(201);
    test.do_jobs().await;
    assert_eq!(group(&test, &admin, "overdue-balance").await["count"], 0);
}

#[tokio::test]
async fn a_departure_asks_for_its_decision_and_its_guide_before_it_leaves() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 3).await;
    let maya = person(&test, "Maya").await;
    sold(&test, &maya, (&trek, &made), 1).await;
    test.do_jobs().await;
    set_day(&test, "2027-02-10");
    let admin = admin_again(&test).await;
    let decision = json!({
        "subject": "Namche Bazaar", "date": "2027-02-20", "guests": 1, "minimum": 2,
    });
    let decisions = group(&test, &admin, "decision").await;
    assert_eq!(
        decisions,
        json!({"kind": "decision", "count": 1, "tasks": [decision]})
    );
    // It leaves on 2027-04-03.
    set_day(&test, "2027-03-19");
    let admin = admin_again(&test).await;
    for kind in ["missing-guide", "departing"] {
        assert_eq!(group(&test, &admin, kind).await["count"], 0, "{kind}");
    }
    set_day(&test, "2027-03-20");
    let admin = admin_again(&test).await;
    let leaves = json!({"subject": "Namche Bazaar", "date": "2027-04-03", "guests": 1});
    for kind in ["missing-guide", "departing"] {
        let found = group(&test, &admin, kind).await;
        assert_eq!(found, json!({"kind": kind, "count": 1, "tasks": [leaves]}));
    }
    let pasang = guide_named(&test, &admin, "Pasang Sherpa", &json!({})).await;
    let id = made["_id"].as_str().expect("an id");
    assign(&test, &admin, id, &[&pasang]).await.expect(200);
    assert_eq!(group(&test, &admin, "missing-guide").await["count"], 0);
    let departing = group(&test, &admin, "departing").await;
    assert_eq!(departing["tasks"][0]["guides"], json!(["Pasang Sherpa"]));
    test.do_jobs().await;
}

#[tokio::test]
async fn a_bank_transfer_is_waited_for_until_staff_record_it() {
    let test = TestApp::start_with(&[
        ("pay_by_bank", "1"),
        ("bank_account_name", "Chautari Treks Pvt. Ltd."),
        ("bank_account_number", "0123456789"),
        ("bank_name", "Himalayan Bank, Thamel"),
    ])
    .await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let ask = with(&ask, "payWith", json!("bank"));
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    let admin = test.admin().await;
    let task = json!({
        "name": "Maya Gurung", "subject": "Namche Bazaar", "date": "2027-03-01",
        "amount": 3056.18, "currency": "USD",
    });
    let waiting = group(&test, &admin, "bank-transfer").await;
    assert_eq!(
        waiting,
        json!({"kind": "bank-transfer", "count": 1, "tasks": [task]})
    );
    let id = booking_id(&opened);
    record(&test, &admin, &id, &cash(3056.18)).await.expect(201);
    assert_eq!(group(&test, &admin, "bank-transfer").await["count"], 0);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_request_for_a_custom_trek_waits_until_it_is_answered() {
    let test = TestApp::start().await;
    let request = asked(&test, &wish()).await;
    test.do_jobs().await;
    let admin = test.admin().await;
    let task = json!({
        "name": "Maya Gurung", "subject": "Upper Dolpo", "date": "2027-03-01", "guests": 4,
    });
    let waiting = group(&test, &admin, "custom-trek").await;
    assert_eq!(
        waiting,
        json!({"kind": "custom-trek", "count": 1, "tasks": [task]})
    );
    let answered = json!({"status": "Answered"});
    change(&test, &admin, text(&request, "_id"), &answered)
        .await
        .expect(200);
    assert_eq!(group(&test, &admin, "custom-trek").await["count"], 0);
}

#[tokio::test]
async fn a_question_about_a_trek_waits_until_it_is_answered() {
    let test = TestApp::start().await;
    let (admin, trek) = (test.admin().await, stored_trek(&test).await);
    ask(&test, &question(&trek)).await.expect(201);
    let task = json!({"name": "Maya Gurung", "subject": "Namche Bazaar", "date": "2026-11-20"});
    let waiting = group(&test, &admin, "enquiry").await;
    assert_eq!(
        waiting,
        json!({"kind": "enquiry", "count": 1, "tasks": [task]})
    );
    let enquiry = only(&test, &admin).await;
    answer(&test, &admin, &enquiry, "Yes.").await.expect(201);
    assert_eq!(group(&test, &admin, "enquiry").await["count"], 0);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_review_waits_until_staff_decide_on_it() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (booking, _) = walked(&test, &me, &trek).await;
    let review = store_review(&test, &booking).await;
    let admin = test.admin().await;
    let task = json!({"name": "Maya", "subject": "Namche Bazaar", "date": "2027-03-06"});
    let waiting = group(&test, &admin, "review").await;
    assert_eq!(
        waiting,
        json!({"kind": "review", "count": 1, "tasks": [task]})
    );
    let read = json!({"_id": review});
    act(&test, &admin, &read, "approve", json!({"version": 1}))
        .await
        .expect(200);
    assert_eq!(group(&test, &admin, "review").await["count"], 0);
    test.do_jobs().await;
}

#[tokio::test]
async fn months_have_the_guests_that_start_in_them_and_the_income_of_their_days() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let trek = trek_due(&test, BalanceDue::DaysBefore(30)).await;
    with_balance(&test, &me, &trek).await;
    set_day(&test, "2026-12-02");
    let admin = test.admin().await;
    let data = read(&test, &admin, "/api/today/months").await;
    assert_eq!(data["currency"], "USD");
    let months = data["months"].as_array().expect("months");
    assert_eq!(months.len(), 18);
    assert_eq!(
        months[0],
        json!({"month": "2026-01", "guests": 0, "income": 0})
    );
    assert_eq!(
        months[10],
        json!({"month": "2026-11", "guests": 0, "income": 611.24})
    );
    assert_eq!(
        months[11],
        json!({"month": "2026-12", "guests": 0, "income": 0})
    );
    assert_eq!(months[12], json!({"month": "2027-01", "guests": 0}));
    assert_eq!(months[14], json!({"month": "2027-03", "guests": 2}));
    let table = csv(&test, &admin, "/api/today/months.csv").await;
    assert_eq!(table.len(), 19);
    assert_eq!(table[11], "\"2026-11\",\"0\",\"611.24\",\"USD\"");
    assert_eq!(table[15], "\"2027-03\",\"2\",\"\",\"USD\"");
}
