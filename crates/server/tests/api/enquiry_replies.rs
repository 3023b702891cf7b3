//! Replies of travellers by email: what is stored, and what is refused with which exit code.

use chautari::features::enquiry::receive::{MAX_MAIL_BYTES, Received, receive};
use serde_json::Value;

use crate::enquiries::{MAYA, answer, ask, mails_to, only, question};
use crate::newsletter::header_of;
use crate::stage::{stored_trek, text};
use crate::support::{Login, TestApp};

/// A site with replies by email, an answered question, and the address for replies to it.
async fn answered(test: &TestApp) -> (Login, String) {
    let (admin, trek) = (test.admin().await, stored_trek(test).await);
    ask(test, &question(&trek)).await.expect(201);
    let enquiry = only(test, &admin).await;
    answer(test, &admin, &enquiry, "Yes.").await.expect(201);
    let mails = mails_to(test, MAYA).await;
    let address = header_of(&mails[1], "Reply-To");
    assert_eq!(address, header_of(&mails[0], "Reply-To"));
    (admin, address)
}

async fn with_inbox() -> TestApp {
    TestApp::start_with(&[("enquiry_inbox", "enquiry@agency.example")]).await
}

fn mail(to: &str, headers: &str, body: &str) -> Vec<u8> {
    let mail = format!(
        "From: Maya <{MAYA}>\r\nTo: Chautari <{to}>\r\nMessage-ID: <1@phone>\r\nSubject: Re: cold?\r\n{headers}\r\n{body}\r\n"
    );
    mail.into_bytes()
}

async fn exit_code(test: &TestApp, bytes: &[u8]) -> u8 {
    match receive(&test.app, bytes, None).await {
        Ok(_) => 0,
        Err(refusal) => refusal.exit_code(),
    }
}

fn last_text(enquiry: &Value) -> &str {
    let messages = enquiry["messages"].as_array().expect("messages");
    text(messages.last().expect("a message"), "text")
}

#[tokio::test]
async fn a_reply_by_email_is_stored_once_without_the_quoted_email() {
    let test = with_inbox().await;
    let (admin, to) = answered(&test).await;
    assert!(
        to.starts_with("enquiry+") && to.ends_with("@agency.example"),
        "{to}"
    );
    assert!(to.split('@').next().is_some_and(|name| name.len() <= 64));
    let sent = mails_to(&test, MAYA).await;
    assert!(
        sent[1]
            .text
            .starts_with("Please write your reply above this line")
    );

    let quoted: String = sent[1]
        .text
        .lines()
        .map(|line| format!("> {line}\r\n"))
        .collect();
    let body = format!(
        "Thank you! नमस्ते\r\n\r\nOn Fri, 20 Nov 2026 at 09:15, Chautari <{to}> wrote:\r\n{quoted}"
    );
    let bytes = mail(&to, "Content-Type: text/plain; charset=utf-8\r\n", &body);
    assert!(matches!(
        receive(&test.app, &bytes, None).await,
        Ok(Received::Stored(_))
    ));
    let enquiry = only(&test, &admin).await;
    assert_eq!(last_text(&enquiry), "Thank you! नमस्ते");
    assert_eq!(
        (text(&enquiry, "status"), &enquiry["isVerified"]),
        ("Waiting", &Value::Bool(true))
    );
    // The mail server delivers it again, in other words: the Message-ID counts.
    let again = mail(&to, "Received: again\r\n", &body);
    assert!(matches!(
        receive(&test.app, &again, None).await,
        Ok(Received::StoredBefore)
    ));
    assert_eq!(
        only(&test, &admin).await["messages"]
            .as_array()
            .map(Vec::len),
        Some(3)
    );
    let to_agency = mails_to(&test, "hello@chautari.example").await;
    assert!(
        to_agency
            .last()
            .is_some_and(|mail| mail.text.contains("> Thank you! नमस्ते"))
    );
}

#[tokio::test]
async fn html_old_character_sets_and_attachments_are_read() {
    let test = with_inbox().await;
    let (admin, to) = answered(&test).await;
    let upper = to.to_uppercase();
    let html = "Content-Type: text/html; charset=utf-8\r\n";
    let shift_jis =
        "Content-Type: text/plain; charset=shift_jis\r\nContent-Transfer-Encoding: base64\r\n";
    let mixed = "Content-Type: multipart/mixed; boundary=b\r\n";
    let parts = "--b\r\nContent-Type: text/plain\r\n\r\nSee my photo.\r\n--b\r\nContent-Type: image/jpeg; name=\"yak.jpg\"\r\nContent-Disposition: attachment; filename=\"yak.jpg\"\r\nContent-Transfer-Encoding: base64\r\n\r\n/9j/4AAQ\r\n--b--\r\n";
    for (at, (address, headers, body, wanted)) in [
        (
            &*to,
            html,
            "<p>Hot &amp; <b>dry</b>?</p><script>alert(1)</script>",
            "Hot & dry?",
        ),
        (&*upper, shift_jis, "gqCC6IKqgsaCpA==", "ありがとう"),
        (
            &*to,
            mixed,
            parts,
            "See my photo.\n\n[Attachments that were not stored: yak.jpg]",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let bytes = String::from_utf8(mail(address, headers, body)).expect("text");
        let bytes = bytes.replace("<1@phone>", &format!("<{at}@tablet>"));
        assert_eq!(exit_code(&test, bytes.as_bytes()).await, 0, "{wanted}");
        assert_eq!(last_text(&only(&test, &admin).await), wanted);
        test.clock.advance(chrono::TimeDelta::seconds(1));
    }
    // The address may be known to the mail server alone.
    let hidden = mail("undisclosed@agency.example", "", "To you");
    let hidden = String::from_utf8(hidden)
        .expect("text")
        .replace("<1@", "<9@");
    assert_eq!(exit_code(&test, hidden.as_bytes()).await, 67);
    let done = receive(&test.app, hidden.as_bytes(), Some(&to)).await;
    assert!(matches!(done, Ok(Received::Stored(_))));
    test.do_jobs().await;
}

#[tokio::test]
async fn a_wrong_token_another_sender_no_text_and_a_huge_email_are_refused_with_their_codes() {
    let test = with_inbox().await;
    let (admin, to) = answered(&test).await;
    let wrong = {
        let (name, host) = to.split_once('@').expect("an address");
        let last = if name.ends_with('0') { '1' } else { '0' };
        format!("{}{last}@{host}", &name[..name.len() - 1])
    };
    let spoofed = String::from_utf8(mail(&to, "", "Hello")).expect("text");
    let two_senders = spoofed.replace(
        "From: Maya <maya@example.com>",
        "From: maya@example.com, eve@example.com",
    );
    let no_sender = spoofed.replace("From:", "X-From:");
    let spoofed = spoofed.replace(MAYA, "eve@example.com");
    let binary = "Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n";
    let mut huge = mail(&to, "", "Hello\r\n");
    huge.resize(MAX_MAIL_BYTES + 1, b'x');
    for (bytes, code) in [
        (mail(&wrong, "", "Hello"), 67),
        (mail("enquiry@agency.example", "", "Hello"), 67),
        (mail("enquiry+@agency.example", "", "Hello"), 67),
        (spoofed.into_bytes(), 77),
        (two_senders.into_bytes(), 65),
        (no_sender.into_bytes(), 65),
        (mail(&to, "", "> only quoted"), 65),
        (mail(&to, binary, "AAECAwQ="), 65),
        (mail(&to, "", &"x".repeat(10_001)), 65),
        (huge, 65),
        (Vec::new(), 65),
        (vec![0xff; 4096], 67),
    ] {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
        assert_eq!(exit_code(&test, &bytes).await, code, "{start}");
    }
    assert_eq!(
        last_text(&only(&test, &admin).await),
        "Yes.",
        "nothing was stored"
    );
    // Answers of programs are dropped, so that two of them do not write to each other for ever.
    for header in [
        "Auto-Submitted: auto-replied\r\n",
        "Precedence: bulk\r\n",
        "Return-Path: <>\r\n",
    ] {
        let done = receive(&test.app, &mail(&to, header, "I am away"), None).await;
        assert!(matches!(done, Ok(Received::Automatic)), "{header}");
    }
    assert_eq!(last_text(&only(&test, &admin).await), "Yes.");
}

#[tokio::test]
async fn too_many_emails_and_a_site_without_inbox_leave_the_email_with_the_mail_server() {
    let test = TestApp::start_with(&[
        ("enquiry_inbox", "enquiry@agency.example"),
        ("limit_enquiry_messages", "1/1h"),
    ])
    .await;
    let (_, to) = answered(&test).await;
    assert_eq!(exit_code(&test, &mail(&to, "", "First")).await, 0);
    let second = String::from_utf8(mail(&to, "", "Second"))
        .expect("text")
        .replace("<1@", "<2@");
    assert_eq!(exit_code(&test, second.as_bytes()).await, 75);
    test.clock.advance(chrono::TimeDelta::hours(2));
    assert_eq!(exit_code(&test, second.as_bytes()).await, 0);
    test.do_jobs().await;
    let off = TestApp::start().await;
    assert_eq!(exit_code(&off, &mail(&to, "", "Hello")).await, 75);
}
