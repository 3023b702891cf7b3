//! What staff write in a proposal, and what is refused (operations §6).

use serde_json::json;

use crate::call::{fields_of, message_of};
use crate::custom_trek::{asked, wish};
use crate::money::subjects;
use crate::proposals::{MAYA, content, create, edit, proposal, sent_for, step};
use crate::stage::{price, stored_trek, text, with};
use crate::support::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn two_staff_send_one_draft_once() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let request = asked(&test, &wish()).await;
    let ask = json!({"customTrekId": request["_id"]});
    let draft = proposal(&create(&test, &admin, &ask).await.expect(201));
    let draft = proposal(&edit(&test, &admin, &draft, &content()).await.expect(200));
    let send = || step(&test, &admin, &draft, "send");
    let (one, two) = tokio::join!(send(), send());
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    test.do_jobs().await;
    let mails = subjects(&test, MAYA);
    let mails = mails
        .iter()
        .filter(|subject| *subject == "Your trek proposal: Upper Dolpo in March");
    assert_eq!(mails.count(), 1);
}

#[tokio::test]
async fn the_mail_of_a_proposal_shows_markup_as_text() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let request = asked(&test, &wish()).await;
    let title = "<script>alert(1)</script> {{7*7}}";
    let written = with(&content(), "title", json!(title));
    sent_for(&test, &admin, &request, &written).await;
    test.do_jobs().await;
    let mails = test.outbox();
    let mail = mails.iter().find(|mail| mail.subject.contains("proposal"));
    let mail = mail.expect("the mail");
    assert!(mail.subject.contains(title) && mail.text.contains(title));
    assert!(!mail.html.contains("<script>") && mail.html.contains("{{7*7}}"));
}

#[tokio::test]
async fn an_incomplete_or_wrong_proposal_is_refused_with_its_fields() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let request = asked(&test, &wish()).await;
    let ask = json!({"customTrekId": request["_id"]});
    let draft = proposal(&create(&test, &admin, &ask).await.expect(201));
    let empty = step(&test, &admin, &draft, "send").await.expect(400);
    assert_eq!(fields_of(&empty), ["days", "lines"]);
    for (field, value, wrong) in [
        ("guests", json!(0), "guests"),
        ("startDate", json!("2026-11-19"), "startDate"),
        ("startDate", json!("soon"), "startDate"),
        ("title", json!("x".repeat(201)), "title"),
        ("message", json!("\u{1b}[2J"), "message"),
        ("title", json!("Dolpo\r\nBcc: all@example.com"), "title"),
        ("lines[0].unitPrice", json!(1.005), "lines[0].unitPrice"),
        ("lines[1].quantity", json!(0), "lines[1].quantity"),
        (
            "terms.deposit",
            json!({"percent": 101}),
            "terms.deposit.percent",
        ),
        ("terms.balance", json!({}), "terms.balance"),
    ] {
        let refused = edit(&test, &admin, &draft, &with(&content(), field, value)).await;
        let refused = refused.expect(400);
        assert!(message_of(&refused, wrong).is_some(), "{field}: {refused}");
    }
    for (field, value, wrong) in [
        ("validUntil", json!("2026-11-19"), "validUntil"),
        ("validUntil", json!("2027-03-02"), "validUntil"),
        ("lines[0].unitPrice", json!(50), "lines"),
        ("days[1].to", json!(" "), "days[1].to"),
        ("lines[2].text", json!(""), "lines[2].text"),
        ("title", json!(""), "title"),
    ] {
        let current = test.get(&format!("/api/proposals/{}", text(&draft["shown"], "_id")));
        let current = proposal(&current.bearer(&admin.access).send().await.expect(200));
        let changed = edit(&test, &admin, &current, &with(&content(), field, value)).await;
        let refused = step(&test, &admin, &proposal(&changed.expect(200)), "send").await;
        assert_eq!(fields_of(&refused.expect(400)), [wrong], "{field}");
    }
    test.do_jobs().await;
    assert!(
        subjects(&test, MAYA)
            .iter()
            .all(|subject| !subject.contains("proposal"))
    );
}

#[tokio::test]
async fn a_proposal_copies_the_days_the_price_and_the_terms_of_a_trek() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let trek = stored_trek(&test).await;
    let request = asked(&test, &wish()).await;
    let ask =
        json!({"customTrekId": request["_id"], "trekId": trek.id, "routeId": trek.routes[1].id});
    let draft = proposal(&create(&test, &admin, &ask).await.expect(201));
    let shown = &draft["shown"];
    assert_eq!(
        json!([shown["title"], shown["location"], shown["included"]]),
        json!(["Namche Bazaar", "Khumbu", ["Licensed guide", "Permits"]])
    );
    assert_eq!(shown["days"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        shown["days"][0],
        json!({"from": "Lukla", "to": "Namche Bazaar", "lodging": "Tea house", "description": "Along the Dudh Koshi"})
    );
    // The same price as that of the trek for four guests, with its group discount.
    let priced = price(&test, &trek, 4).await;
    assert_eq!(shown["priceBreakdown"]["total"], priced["total"]);
    assert_eq!(shown["lines"][1]["text"], "Group discount");
    for (field, value) in [
        ("trekId", json!("nope")),
        ("routeId", json!("nope")),
        ("customTrekId", json!("nope")),
    ] {
        let refused = create(&test, &admin, &with(&ask, field, value))
            .await
            .expect(400);
        assert_eq!(fields_of(&refused), [field]);
    }
    test.do_jobs().await;
}
