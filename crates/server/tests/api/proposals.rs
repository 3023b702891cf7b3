//! Proposals: staff answer a custom trek request, the traveller reads the answer by its link and books it (operations §6).

use axum::http::Method;
use chautari::features::proposal::reminders::remind;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of};
use crate::custom_trek::{asked, wish};
use crate::money::{cancel, ledger, states, subjects};
use crate::payment::booking;
use crate::payments::{cash, minor, record};
use crate::reminders::set_day;
use crate::stage::{GOOD_CARD, booking_id, guest, pay, text, verify};
use crate::support::{Login, TestApp};
use crate::waitlist::admin_again;

const DEPOSIT: i64 = 58_020;
pub const MAYA: &str = "maya@example.com";

/// Three days for two guests: lines that count, a discount, an option and an own arrangement.
pub fn content() -> Value {
    let day = |from: &str, to: &str| json!({"from": from, "to": to, "lodging": "Tea house", "description": "Along the river"});
    let line = |text: &str, quantity: u32, price: f64, counts: bool| json!({"text": text, "quantity": quantity, "unitPrice": price, "counts": counts});
    json!({
        "title": "Upper Dolpo in March", "message": "As we discussed.\nTwo tents.", "location": "Dolpo",
        "days": [day("Kathmandu", "Juphal"), day("Juphal", "Dunai"), day("Dunai", "Juphal")],
        "startDate": "2027-03-01", "guests": 2,
        "lines": [
            line("Guided trek", 2, 1500.5, true),
            line("Early booking", 1, -100.0, true),
            line("Single tent", 2, 80.25, false),
            line("International flights, booked by you", 2, 0.0, false),
        ],
        "included": ["Permits", " "], "notIncluded": ["Tips"],
        "terms": {"deposit": {"percent": 20}, "balance": {"daysBefore": 30}},
        "validUntil": "2026-12-10",
    })
}

pub async fn create(test: &TestApp, admin: &Login, ask: &Value) -> Answer {
    let call = test.post("/api/proposals", ask).bearer(&admin.access);
    call.send().await
}

pub async fn edit(test: &TestApp, admin: &Login, kept: &Value, content: &Value) -> Answer {
    let path = format!("/api/proposals/{}", text(&kept["shown"], "_id"));
    let ask = json!({"version": kept["version"], "content": content});
    let call = test.call(Method::PATCH, &path).json(&ask);
    call.bearer(&admin.access).send().await
}

/// Sends or withdraws.
pub async fn step(test: &TestApp, admin: &Login, kept: &Value, what: &str) -> Answer {
    let path = format!("/api/proposals/{}/{what}", text(&kept["shown"], "_id"));
    let ask = json!({"version": kept["version"]});
    test.post(&path, &ask).bearer(&admin.access).send().await
}

pub fn proposal(answer: &Value) -> Value {
    answer["data"]["proposal"].clone()
}

/// The next version for a request, sent.
pub async fn sent_for(test: &TestApp, admin: &Login, request: &Value, content: &Value) -> Value {
    let ask = json!({"customTrekId": request["_id"]});
    let made = proposal(&create(test, admin, &ask).await.expect(201));
    let changed = proposal(&edit(test, admin, &made, content).await.expect(200));
    proposal(&step(test, admin, &changed, "send").await.expect(200))
}

/// A proposal that was sent to Maya.
pub async fn sent(test: &TestApp, admin: &Login) -> Value {
    let request = asked(test, &wish()).await;
    sent_for(test, admin, &request, &content()).await
}

pub fn token(kept: &Value) -> &str {
    let (_, token) = text(kept, "url").split_once("/proposal/").expect("a link");
    token
}

/// Reads a proposal by its link.
pub async fn read(test: &TestApp, token: &str, who: Option<&Login>) -> Answer {
    let mut call = test.get(&format!("/api/proposal/{token}"));
    if let Some(who) = who {
        call = call.bearer(&who.access);
    }
    call.send().await
}

/// The request of a booking that accepts the proposal and pays the deposit.
pub fn acceptance(token: &str) -> Value {
    json!({
        "trekId": "00000000-0000-7000-8000-000000000000", "routeDetails": {}, "proposal": token,
        "bookingDetails": {"startDate": "2027-03-01", "totalGuests": 2},
        "guestDetails": {"primaryGuest": guest("Maya Gurung", 31), "additionalGuests": [guest("Pemba", 30)]},
        "payment": {"finalAmount": 2901}, "pay": "deposit",
    })
}

pub async fn book(test: &TestApp, who: &Login, ask: &Value) -> Answer {
    let call = test.post("/api/bookings", ask).bearer(&who.access);
    call.send().await
}

#[tokio::test]
async fn a_request_is_answered_accepted_and_its_deposit_paid() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let request = asked(&test, &wish()).await;
    let ask = json!({"customTrekId": request["_id"]});
    let draft = proposal(&create(&test, &admin, &ask).await.expect(201));
    let begun = &draft["shown"];
    assert_eq!(
        json!([
            begun["title"],
            begun["startDate"],
            begun["guests"],
            begun["validUntil"],
            begun["state"],
            draft["url"]
        ]),
        json!(["Upper Dolpo", "2027-03-01", 4, "2026-12-04", "draft", null])
    );
    let kept = proposal(&edit(&test, &admin, &draft, &content()).await.expect(200));
    let stale = edit(&test, &admin, &draft, &content()).await;
    assert_eq!(stale.expect(409)["currentVersion"], kept["version"]);
    let kept = proposal(&step(&test, &admin, &kept, "send").await.expect(200));
    test.do_jobs().await;
    let mails = test.outbox();
    let mail = mails
        .iter()
        .find(|mail| mail.subject == "Your trek proposal: Upper Dolpo in March");
    let mail = mail.expect("the mail");
    assert_eq!(mail.to, MAYA);
    for said in [
        "Total: $2,901.00",
        "Deposit: $580.20",
        "Valid until: Dec 10, 2026",
        text(&kept, "url"),
    ] {
        assert!(mail.text.contains(said), "{said}: {}", mail.text);
    }
    assert!(!mail.text.contains("yak"), "the words of the request");
    let answered = test.get(&format!("/api/custom-treks/{}", text(&request, "_id")));
    let answered = answered.bearer(&admin.access).send().await.expect(200);
    assert_eq!(answered["data"]["customTrek"]["status"], "Answered");

    let shown = proposal(&read(&test, token(&kept), None).await.expect(200));
    assert_eq!(
        json!([
            shown["state"],
            shown["canBeAccepted"],
            shown["endDate"],
            shown["included"],
            shown["priceBreakdown"]["total"]
        ]),
        json!(["sent", true, "2027-03-03", ["Permits"], 2901])
    );
    assert_eq!(
        shown["lines"][2],
        json!({"text": "Single tent", "quantity": 2, "unitPrice": 80.25, "amount": 160.5, "counts": false})
    );
    assert_eq!(shown["lines"][1]["amount"], -100);
    let parts = json!([
        {"amount": 580.2, "dueAt": "2026-11-20", "paid": false},
        {"amount": 2320.8, "dueAt": "2027-01-30", "paid": false},
    ]);
    assert_eq!(shown["schedule"], parts);

    let opened = book(&test, &me, &acceptance(token(&kept)))
        .await
        .expect(201)["data"]
        .clone();
    assert_eq!(minor(&opened["amountDue"]), DEPOSIT);
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    let made = booking(&test, &me, &opened).await;
    assert_eq!(states(&made), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(
        json!([
            made["trek"]["name"],
            made["routeDetails"]["routeName"],
            made["checkIn"],
            made["checkOut"],
            made["amount"],
            made["balance"],
            made["totalGuests"]
        ]),
        json!([
            "Upper Dolpo in March",
            "Private trek",
            "2027-03-01",
            "2027-03-03",
            2901,
            2320.8,
            2
        ])
    );
    assert!(made["invoiceNumber"].is_string(), "{made}");
    assert_eq!(made["trek"]["proposalToken"], token(&kept));
    let id = booking_id(&opened);
    assert_eq!(ledger(&test, &id).await, [("capture", DEPOSIT)]);
    // The owner of the booking and staff see it, others do not.
    let own = proposal(&read(&test, token(&kept), Some(&me)).await.expect(200));
    assert_eq!(
        own["booking"],
        json!({"_id": id, "reference": made["reference"], "status": "Confirmed"})
    );
    let other = proposal(&read(&test, token(&kept), None).await.expect(200));
    assert_eq!(
        json!([other["state"], other["canBeAccepted"], other["booking"]]),
        json!(["accepted", false, null])
    );
    test.do_jobs().await;
    assert!(
        subjects(&test, MAYA).iter().any(
            |subject| subject.contains("Upper Dolpo in March") && subject.contains("confirmed")
        )
    );
    // Manifest, balance and cancellation are those of any private booking.
    let manifest = test.get(&format!("/api/departures/{id}/manifest"));
    manifest.bearer(&admin.access).send().await.expect(200);
    record(&test, &admin, &id, &cash(2320.8)).await.expect(201);
    assert_eq!(booking(&test, &me, &opened).await["balance"], 0);
    cancel(&test, &me, &id).await.expect(200);
    test.do_jobs().await;
    let over = book(&test, &me, &acceptance(token(&kept))).await;
    over.expect_failure(409, "This proposal was accepted already.");
}

#[tokio::test]
async fn a_new_version_replaces_the_one_before() {
    let test = TestApp::start().await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let request = asked(&test, &wish()).await;
    let first = sent_for(&test, &admin, &request, &content()).await;
    let ask = json!({"customTrekId": request["_id"]});
    let draft = proposal(&create(&test, &admin, &ask).await.expect(201));
    assert_eq!(
        json!([draft["shown"]["number"], draft["shown"]["title"]]),
        json!([2, "Upper Dolpo in March"])
    );
    let twice = create(&test, &admin, &ask).await.expect(409);
    assert_eq!(twice["data"]["proposalId"], draft["shown"]["_id"]);
    // The first one is good until the second one is sent, whose link staff do not see before.
    read(&test, token(&first), None).await.expect(200);
    let second = proposal(&step(&test, &admin, &draft, "send").await.expect(200));
    let gone = read(&test, token(&first), None).await;
    let gone = gone.expect_failure(410, "This proposal was replaced by a new version.");
    assert_eq!(gone["data"]["url"], second["url"]);
    let refused = book(&test, &me, &acceptance(token(&first)))
        .await
        .expect(410);
    assert_eq!(refused["data"]["url"], second["url"]);
    read(&test, token(&second), None).await.expect(200);
    edit(&test, &admin, &second, &content()).await.expect(409);
    let withdrawn = proposal(&step(&test, &admin, &second, "withdraw").await.expect(200));
    assert_eq!(withdrawn["shown"]["state"], "withdrawn");
    for answer in [
        read(&test, token(&second), None).await,
        book(&test, &me, &acceptance(token(&second))).await,
    ] {
        answer.expect_failure(410, "This proposal was withdrawn.");
    }
    step(&test, &admin, &withdrawn, "withdraw")
        .await
        .expect(409);
    step(&test, &admin, &withdrawn, "send").await.expect(409);
    let list = |query: &'static str| {
        let call = test.get(&format!("/api/proposals?{query}"));
        call.bearer(&admin.access).send()
    };
    let all = list("").await.expect(200)["data"].clone();
    let rows = all["proposals"].as_array().expect("a list");
    let rows: Vec<_> = rows
        .iter()
        .map(|row| json!([row["number"], row["state"], row["name"], row["total"]]))
        .collect();
    assert_eq!(
        rows,
        [
            json!([2, "withdrawn", "Maya Gurung", 2901]),
            json!([1, "superseded", "Maya Gurung", 2901])
        ]
    );
    assert_eq!(
        list("state=superseded").await.expect(200)["data"]["total"],
        1
    );
    assert_eq!(list("state=sent").await.expect(200)["data"]["total"], 0);
    assert_eq!(fields_of(&list("state=new").await.expect(400)), ["state"]);
    let versions = test.get(&format!(
        "/api/proposals?customTrekId={}",
        text(&request, "_id")
    ));
    let versions = versions.bearer(&admin.access).send().await.expect(200);
    assert_eq!(versions["data"]["total"], 2);
    test.do_jobs().await;
    // Both links had ended before their emails were sent.
    let mut mails = subjects(&test, MAYA);
    mails.retain(|subject| subject.contains("proposal"));
    assert_eq!(
        mails,
        ["Withdrawn: your trek proposal Upper Dolpo in March"]
    );
}

#[tokio::test]
async fn a_proposal_is_reminded_of_once_and_ends_by_the_clock() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    test.traveller().await;
    let kept = sent(&test, &admin).await;
    let reminders = || {
        let all = subjects(&test, MAYA);
        all.iter()
            .filter(|it| *it == "Ends on Dec 10, 2026: your trek proposal Upper Dolpo in March")
            .count()
    };
    for (day, sent) in [("2026-12-08", 0), ("2026-12-09", 1), ("2026-12-10", 1)] {
        set_day(&test, day);
        remind(&test.app).await.expect("reminded");
        remind(&test.app).await.expect("reminded once");
        test.do_jobs().await;
        assert_eq!(reminders(), sent, "{day}");
    }
    let admin = admin_again(&test).await;
    let today = test
        .get("/api/today")
        .bearer(&admin.access)
        .send()
        .await
        .expect(200);
    let groups = today["data"]["groups"].as_array().expect("groups").clone();
    let ending = groups
        .iter()
        .find(|group| group["kind"] == "proposal")
        .expect("the kind");
    assert_eq!(
        json!([
            ending["count"],
            ending["tasks"][0]["subject"],
            ending["tasks"][0]["date"]
        ]),
        json!([1, "Upper Dolpo in March", "2026-12-10"])
    );
    // The last day ends at midnight in Kathmandu.
    test.clock
        .set("2026-12-10T18:14:59Z".parse().expect("a moment"));
    assert_eq!(
        proposal(&read(&test, token(&kept), None).await.expect(200))["state"],
        "sent"
    );
    test.clock
        .set("2026-12-10T18:15:00Z".parse().expect("a moment"));
    let shown = proposal(&read(&test, token(&kept), None).await.expect(200));
    assert_eq!(
        json!([shown["state"], shown["canBeAccepted"]]),
        json!(["expired", false])
    );
    let me = test.login(MAYA, "trail of many stones").await;
    let late = book(&test, &me, &acceptance(token(&kept))).await;
    late.expect_failure(
        410,
        "This proposal ended on Dec 10, 2026. Write to us to renew it.",
    );
    assert_eq!(crate::stage::stored_bookings(&test).await, 0);
    let admin = admin_again(&test).await;
    let expired = test
        .get("/api/proposals?state=expired")
        .bearer(&admin.access);
    assert_eq!(expired.send().await.expect(200)["data"]["total"], 1);
}
