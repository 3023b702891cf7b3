//! Questions about treks: the form, the emails and the link of the traveller (operations §6). The desk: enquiries_desk.rs.
//! Replies by email: enquiry_replies.rs.

use axum::http::Method;
use chrono::TimeDelta;
use domain::trek::Trek;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::blog_write::audit;
use crate::call::{Answer, fields_of};
use crate::newsletter::header_of;
use crate::outbox::MailFile;
use crate::stage::{change_trek, stored_trek, text, with};
use crate::support::{Login, TestApp};

const AGENCY: &str = "hello@chautari.example";
pub const MAYA: &str = "maya@example.com";

pub fn question(trek: &Trek) -> Value {
    json!({
        "trekId": trek.id, "name": "Maya Gurung", "email": MAYA,
        "question": "Is it cold?\nMay I bring a <b>yak</b>?",
    })
}

pub async fn ask(test: &TestApp, body: &Value) -> Answer {
    test.post("/api/enquiries", body).send().await
}

pub async fn mails_to(test: &TestApp, address: &str) -> Vec<MailFile> {
    test.do_jobs().await;
    let mails = test.outbox().into_iter();
    let is_about = |mail: &MailFile| mail.subject.contains("uestion about");
    mails
        .filter(|mail| mail.to == address && is_about(mail))
        .collect()
}

/// The token of the link in the newest email to Maya.
pub async fn mailed_token(test: &TestApp) -> String {
    let mails = mails_to(test, MAYA).await;
    let text = &mails.last().expect("a mail").text;
    let (_, rest) = text.split_once("/enquiry/").expect("a link");
    rest.split_whitespace().next().expect("a token").to_owned()
}

pub async fn shared(test: &TestApp, token: &str) -> Value {
    let answer = test.get(&format!("/api/enquiry/{token}")).send().await;
    answer.expect(200)["data"]["enquiry"].clone()
}

pub async fn write(test: &TestApp, token: &str, text: &str) -> Answer {
    let path = format!("/api/enquiry/{token}");
    test.post(&path, &json!({"text": text})).send().await
}

pub async fn list(test: &TestApp, who: &Login, query: &str) -> Value {
    let call = test.get(&format!("/api/enquiries?{query}"));
    call.bearer(&who.access).send().await.expect(200)["data"].clone()
}

/// The only enquiry, with its messages.
pub async fn only(test: &TestApp, who: &Login) -> Value {
    let found = list(test, who, "").await;
    assert_eq!(found["total"], 1);
    read(test, who, text(&found["enquiries"][0], "_id")).await
}

pub async fn read(test: &TestApp, who: &Login, id: &str) -> Value {
    let call = test.get(&format!("/api/enquiries/{id}"));
    call.bearer(&who.access).send().await.expect(200)["data"]["enquiry"].clone()
}

pub async fn answer(test: &TestApp, who: &Login, enquiry: &Value, reply: &str) -> Answer {
    let path = format!("/api/enquiries/{}/answers", text(enquiry, "_id"));
    let body = json!({"text": reply, "version": enquiry["version"]});
    test.post(&path, &body).bearer(&who.access).send().await
}

pub async fn set_status(test: &TestApp, who: &Login, enquiry: &Value, status: &str) -> Answer {
    let path = format!("/api/enquiries/{}", text(enquiry, "_id"));
    let body = json!({"status": status, "version": enquiry["version"]});
    let call = test.call(Method::PATCH, &path).json(&body);
    call.bearer(&who.access).send().await
}

pub fn texts(enquiry: &Value) -> Vec<(&str, &str)> {
    let messages = enquiry["messages"].as_array().expect("messages");
    let said = messages.iter();
    said.map(|message| (text(message, "author"), text(message, "text")))
        .collect()
}

#[tokio::test]
async fn a_question_becomes_a_conversation_that_staff_answer_and_the_traveller_continues_by_link() {
    let test = TestApp::start().await;
    let (admin, trek) = (test.admin().await, stored_trek(&test).await);
    let asked = ask(&test, &question(&trek)).await.expect(201);
    assert_eq!(
        asked,
        json!({"status": "success", "message": "Thank you. We'll answer by email."})
    );

    let to_agency = mails_to(&test, AGENCY).await;
    assert_eq!(to_agency.len(), 1);
    assert_eq!(to_agency[0].subject, "Question about Namche Bazaar");
    assert_eq!(header_of(&to_agency[0], "Reply-To"), MAYA);
    assert!(
        to_agency[0]
            .text
            .contains("Maya Gurung (maya@example.com) wrote")
    );
    assert!(to_agency[0].text.contains("> May I bring a <b>yak</b>?"));
    let enquiry = only(&test, &admin).await;
    assert_eq!(enquiry["status"], "Waiting");
    assert_eq!(enquiry["isVerified"], false);
    let id = text(&enquiry, "_id").to_owned();
    assert!(
        to_agency[0]
            .text
            .contains(&format!("section=enquiries&enquiry={id}"))
    );

    let received = mails_to(&test, MAYA).await;
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].subject, "Your question about Namche Bazaar");
    assert_eq!(header_of(&received[0], "Reply-To"), "", "no inbox is set");

    let answered = answer(&test, &admin, &enquiry, "Yes. <i>Very</i>.").await;
    let answered = answered.expect(201)["data"]["enquiry"].clone();
    assert_eq!(
        (&answered["status"], &answered["version"]),
        (&json!("Answered"), &json!(2))
    );
    assert_eq!(answered["messages"][1]["authorName"], "Ang Rita");
    let mails = mails_to(&test, MAYA).await;
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1].subject, "Re: Your question about Namche Bazaar");
    let sent = mails[1].text.replace("\r\n", "\n");
    assert!(sent.contains("Yes. <i>Very</i>.\n\nAng Rita"), "{sent}");
    assert!(mails[1].html.contains("Yes. &#60;i&#62;Very"));
    let references = header_of(&mails[0], "References");
    assert!(references.contains(&id), "{references}");
    assert_eq!(
        header_of(&mails[1], "References"),
        references,
        "one conversation"
    );

    let token = mailed_token(&test).await;
    assert_eq!(texts(&shared(&test, &token).await).len(), 2);
    test.clock.advance(TimeDelta::minutes(1));
    let written = write(&test, &token, "  Thank you!  ").await.expect(201);
    assert_eq!(
        texts(&written["data"]["enquiry"])[2],
        ("traveller", "Thank you!")
    );
    let enquiry = only(&test, &admin).await;
    assert_eq!(
        (&enquiry["status"], &enquiry["version"]),
        (&json!("Waiting"), &json!(3))
    );
    assert_eq!(enquiry["isVerified"], true);
    assert_eq!(mails_to(&test, AGENCY).await.len(), 2);

    // The address is verified now: the answer greets by name and quotes what was asked.
    answer(&test, &admin, &enquiry, "You are welcome.")
        .await
        .expect(201);
    let mails = mails_to(&test, MAYA).await;
    assert!(
        mails[2].text.contains("Namaste Maya Gurung,"),
        "{}",
        mails[2].text
    );
    assert!(mails[2].text.contains("> Thank you!"));

    let closed = only(&test, &admin).await;
    set_status(&test, &admin, &closed, "Closed")
        .await
        .expect(200);
    write(&test, &token, "One more thing.").await.expect(201);
    assert_eq!(
        only(&test, &admin).await["status"],
        "Waiting",
        "a message reopens it"
    );
    assert_eq!(
        audit(&test, &admin).await,
        [
            "update enquiry Namche Bazaar",
            "answer enquiry Namche Bazaar",
            "answer enquiry Namche Bazaar",
        ]
    );
    test.do_jobs().await;
}

// decisions §11 "Names of strangers".
#[tokio::test]
async fn emails_to_an_address_that_is_not_verified_contain_no_text_of_the_sender() {
    let test = TestApp::start().await;
    let (admin, trek) = (test.admin().await, stored_trek(&test).await);
    ask(&test, &question(&trek)).await.expect(201);
    let enquiry = only(&test, &admin).await;
    answer(&test, &admin, &enquiry, "Yes.").await.expect(201);
    let mails = mails_to(&test, MAYA).await;
    assert_eq!(mails.len(), 2);
    for mail in mails {
        assert_eq!(header_of(&mail, "To"), MAYA);
        for part in [&mail.text, &mail.html] {
            for word in ["Maya", "cold", "yak"] {
                assert!(!part.contains(word), "{word}: {part}");
            }
        }
    }
    // The owner of the address, signed in, gets the question.
    let maya = test.traveller().await;
    let call = test.post("/api/enquiries", &question(&trek));
    call.bearer(&maya.access).send().await.expect(201);
    let mails = mails_to(&test, MAYA).await;
    let mail = mails.last().expect("a mail");
    assert!(mail.text.contains("Namaste Maya Gurung,") && mail.text.contains("> Is it cold?"));
}

#[tokio::test]
async fn a_question_is_checked_limited_and_stored_once() {
    let test = TestApp::start_with(&[
        ("limit_enquiries_of_client", "3/1h"),
        ("limit_enquiry_mails", "1/1d"),
    ])
    .await;
    let admin = test.admin().await;
    let mut trek = stored_trek(&test).await;
    let asked = question(&trek);
    let refused = json!({"trekId": trek.id, "name": "M", "email": "maya", "question": " "});
    let refused = ask(&test, &refused).await.expect(400);
    assert_eq!(fields_of(&refused), ["name", "email", "question"]);
    for (field, value) in [
        ("question", json!("x".repeat(2001))),
        ("question", json!("NUL \u{0}")),
        ("name", json!("x".repeat(101))),
    ] {
        let answer = ask(&test, &with(&asked, field, value)).await.expect(400);
        assert_eq!(fields_of(&answer), [field]);
    }
    let unknown = with(
        &asked,
        "trekId",
        json!("0190a6a4-0000-7000-8000-000000000001"),
    );
    ask(&test, &unknown).await.expect(404);
    // A program filled in the invisible field: the same answer, nothing is stored.
    let trapped = with(&asked, "website", json!("https://spam.example"));
    ask(&test, &trapped).await.expect(201);
    assert_eq!(list(&test, &admin, "").await["total"], 0);

    let keyed = || {
        test.post("/api/enquiries", &asked)
            .header("Idempotency-Key", "k1")
    };
    let calls = join_all([keyed().send(), keyed().send(), keyed().send()]).await;
    for call in calls {
        call.expect(201);
    }
    keyed().send().await.expect(201);
    assert_eq!(list(&test, &admin, "").await["total"], 1);
    let other = with(&asked, "question", json!("Another one"));
    let reused = test
        .post("/api/enquiries", &other)
        .header("Idempotency-Key", "k1");
    reused.send().await.expect(409);

    // Concurrent requests with the key may have been counted before they found the other one.
    let mut stored = 1;
    loop {
        let answer = ask(&test, &other).await;
        if answer.status == 429 {
            break;
        }
        answer.expect(201);
        stored += 1;
        assert!(stored <= 3, "the limit");
    }
    assert_eq!(list(&test, &admin, "").await["total"], stored);
    assert_eq!(
        mails_to(&test, MAYA).await.len(),
        1,
        "one confirmation a day"
    );
    assert_eq!(mails_to(&test, AGENCY).await.len() as u64, stored);

    test.clock.advance(TimeDelta::hours(2));
    let archived = test.app.clock.now();
    change_trek(&test, &mut trek, |trek| trek.archived_at = Some(archived)).await;
    ask(&test, &asked).await.expect(404);
}

#[tokio::test]
async fn a_link_opens_only_its_own_enquiry_and_messages_are_checked_and_limited() {
    let test = TestApp::start_with(&[("limit_enquiry_messages", "2/1h")]).await;
    let trek = stored_trek(&test).await;
    ask(&test, &question(&trek)).await.expect(201);
    let token = mailed_token(&test).await;
    let seen = shared(&test, &token).await;
    for hidden in ["email", "name", "_id", "status"] {
        assert_eq!(seen.get(hidden), None, "{hidden}");
    }
    let changed = format!("B{}", &token[1..]);
    for wrong in [&*changed, "no.such", "x", &token[..20]] {
        let path = format!("/api/enquiry/{wrong}");
        test.get(&path).send().await.expect(404);
        write(&test, wrong, "Hello").await.expect(404);
    }
    for empty in ["", " \n", "\u{0}"] {
        let refused = write(&test, &token, empty).await.expect(400);
        assert_eq!(fields_of(&refused), ["text"]);
    }
    write(&test, &token, &"x".repeat(10_001)).await.expect(400);
    let path = format!("/api/enquiry/{token}");
    for _ in 0..3 {
        let body = json!({"text": "Sent twice"});
        let call = test.post(&path, &body).header("Idempotency-Key", "m1");
        call.send().await.expect(201);
    }
    assert_eq!(texts(&shared(&test, &token).await).len(), 2);
    write(&test, &token, "Second").await.expect(201);
    write(&test, &token, "Third").await.expect(429);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_person_who_deletes_the_account_gets_the_enquiries_before_and_none_are_left_after() {
    let test = TestApp::start().await;
    let (admin, trek) = (test.admin().await, stored_trek(&test).await);
    ask(&test, &question(&trek)).await.expect(201);
    let maya = test.traveller().await;
    let export = test
        .get("/api/users/me/export")
        .bearer(&maya.access)
        .send()
        .await;
    let export = export.expect(200);
    assert_eq!(
        texts(&export["enquiries"][0]),
        [("traveller", "Is it cold?\nMay I bring a <b>yak</b>?")]
    );
    let token = mailed_token(&test).await;
    let body = json!({"password": "trail of many stones"});
    let call = test.call(Method::DELETE, "/api/users/me").json(&body);
    assert_eq!(call.bearer(&maya.access).send().await.status, 204);
    assert_eq!(list(&test, &admin, "").await["total"], 0);
    test.get(&format!("/api/enquiry/{token}"))
        .send()
        .await
        .expect(404);
    test.do_jobs().await;
    test.clock.advance(TimeDelta::minutes(2));
    test.do_jobs().await;
}

#[tokio::test]
async fn the_page_of_a_trek_links_to_whatsapp_only_when_a_number_is_set() {
    let test = TestApp::start().await;
    let config = test.get("/api/config").send().await.expect(200);
    assert_eq!(config["data"].get("whatsappUrl"), None);
    let test = TestApp::start_with(&[("whatsapp_number", "+977 984-1234567")]).await;
    let config = test.get("/api/config").send().await.expect(200);
    assert_eq!(config["data"]["whatsappUrl"], "https://wa.me/9779841234567");
}
