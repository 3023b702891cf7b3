//! Kills the program while it sends an email to many recipients: no recipient gets it twice, and each has an outcome.

use std::collections::BTreeMap;

use chautari::platform::kill_points::CAMPAIGN_KILL_POINTS;
use serde_json::{Value, json};

use crate::mail_server::{Encryption, MailServer};
use crate::program::{Site, release_jobs};
use crate::soak::DESK;
use crate::traveller::{Traveller, get, post};

const SUBJECT: &str = "Snow on the pass";
const READERS: usize = 6;

// After a crash at any step, no recipient has the email twice. One whose email may have left is listed as failed.
#[tokio::test]
async fn an_email_to_many_reaches_each_recipient_at_most_once_across_a_crash() {
    let server = MailServer::start(Encryption::Never).await;
    let url = format!("smtp://{}", server.address);
    let mut site = Site::new().await;
    site.always(&[
        ("CHAUTARI_SMTP_URL", &url),
        ("CHAUTARI_CAMPAIGN_MAILS_PER_MINUTE", "1000"),
        ("CHAUTARI_LIMIT_SUBSCRIPTIONS_OF_CLIENT", "off"),
    ]);
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let desk = visitor.clone().log_in(DESK.0, DESK.1).await;
    for at in 0..READERS {
        let reader = json!({"email": format!("reader{at}@example.com")});
        let asked = post("/api/newsletter/subscribe", &reader);
        visitor.insist(&asked).await.expect(200);
    }
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    for point in CAMPAIGN_KILL_POINTS {
        println!("killed at {point}");
        let subject = format!("{SUBJECT}: {point}");
        let life = site.start(&["serve"], &[]).await;
        let draft = json!({
            "subject": subject, "body": "Bring boots.", "audience": {"kind": "subscribers"},
        });
        let made = desk
            .insist(&post("/api/campaigns", &draft))
            .await
            .expect(201);
        let campaign = made["data"]["campaign"].clone();
        let id = campaign["_id"].as_str().expect("an id").to_owned();
        site.kill(life).await;

        let life = site.start(&["serve"], &[("CHAUTARI_KILL_AT", point)]).await;
        let (who, path) = (desk.clone(), format!("/api/campaigns/{id}/send"));
        let sending = tokio::spawn(async move {
            let version = json!({"version": 1});
            // The process may die before it answers; the next one says that the email was sent already.
            let answer = who.insist(&post(&path, &version)).await;
            assert!([200, 409].contains(&answer.status));
        });
        let status = site.end_of(life).await.expect("it dies");
        assert!(!status.success(), "{status}");
        release_jobs(&db).await;
        let life = site.start(&["serve"], &[]).await;
        sending.await.expect("an answer");
        let ended = loop {
            let read = desk.insist(&get(&format!("/api/campaigns/{id}"))).await;
            let campaign = read.expect(200)["data"]["campaign"].clone();
            if campaign["status"] == "sent" {
                break campaign["recipients"].clone();
            }
            desk.breathe().await;
        };
        let mut received: BTreeMap<String, u32> = BTreeMap::new();
        for mail in server.received() {
            if mail.header("Subject") == subject {
                *received.entry(mail.to.clone()).or_default() += 1;
            }
        }
        let number = |name: &str| ended[name].as_u64().unwrap_or_default() as usize;
        assert!(
            received.values().all(|mails| *mails == 1),
            "{point}: {received:?}"
        );
        assert_eq!(number("sent") + number("failed"), total(&ended), "{point}");
        let uncertain = usize::from(*point != "campaign-queued");
        assert!(number("failed") <= uncertain * 8, "{point}: {ended}");
        assert!(received.len() >= number("sent"), "{point}: {ended}");
        assert!(
            received.len() <= number("sent") + number("failed"),
            "{point}: {ended}"
        );
        if uncertain == 1 {
            assert!(number("failed") >= 1, "{point}: {ended}");
        }
        site.kill(life).await;
    }
}

/// The demo has subscribers of its own.
fn total(counts: &Value) -> usize {
    let numbers = ["open", "sent", "skipped", "failed"];
    let sum = numbers
        .iter()
        .map(|name| counts[name].as_u64().unwrap_or_default());
    let all = sum.sum::<u64>() as usize;
    assert!(all >= READERS, "{counts}");
    all
}
