//! Kills the program while a traveller accepts a proposal.

use chautari::platform::kill_points::PROPOSAL_KILL_POINTS;
use domain::booking::BookingStatus;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::journey::Opened;
use crate::program::Site;
use crate::soak::DESK;
use crate::traveller::{Traveller, patch, post};

/// A proposal of two days for one guest, sent.
async fn sent_token(desk: &Traveller) -> String {
    let wish =
        json!({"name": "Maya", "email": "maya@example.com", "destination": "Dolpo", "guests": 1});
    let asked = desk
        .insist(&post("/api/custom-treks", &wish))
        .await
        .expect(201);
    let ask = json!({"customTrekId": asked["data"]["customTrek"]["_id"]});
    let made = desk.insist(&post("/api/proposals", &ask)).await.expect(201);
    let kept = &made["data"]["proposal"];
    let path = format!(
        "/api/proposals/{}",
        kept["shown"]["_id"].as_str().expect("an id")
    );
    let day = json!({"from": "Juphal", "to": "Dunai"});
    let line = json!({"text": "Trek", "quantity": 1, "unitPrice": 500, "counts": true});
    let content = json!({"startDate": "2028-03-01", "days": [day, day], "lines": [line]});
    let change = json!({"version": kept["version"], "content": content});
    let kept = desk.insist(&patch(&path, &change)).await.expect(200);
    let step = json!({"version": kept["data"]["proposal"]["version"]});
    let sent = desk
        .insist(&post(&format!("{path}/send"), &step))
        .await
        .expect(200);
    let url = sent["data"]["proposal"]["url"].as_str().expect("a link");
    url.rsplit('/').next().expect("a token").to_owned()
}

fn acceptance(token: &str) -> Value {
    let guest = json!({"name": "Maya Gurung", "age": 30, "gender": "Female", "phoneNumber": "+977 980-1234567"});
    json!({
        "trekId": Uuid::nil(), "routeDetails": {}, "proposal": token,
        "bookingDetails": {"startDate": "2028-03-01", "totalGuests": 1},
        "guestDetails": {"primaryGuest": guest}, "payment": {"finalAmount": 500},
    })
}

// After a crash at any step the proposal has one booking or none, and the repeated request creates it.
#[tokio::test]
async fn a_proposal_is_accepted_once_across_a_crash() {
    let site = Site::new().await;
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let buyer = visitor.clone().sign_up(0, &site.outbox()).await;
    let desk = visitor.log_in(DESK.0, DESK.1).await;
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    for point in PROPOSAL_KILL_POINTS
        .iter()
        .chain(&["seats-held", "booking-stored"])
    {
        println!("killed at {point}");
        let life = site.start(&["serve"], &[]).await;
        let token = sent_token(&desk).await;
        site.kill(life).await;
        let life = site.start(&["serve"], &[("CHAUTARI_KILL_AT", point)]).await;
        let (who, key, ask) = (buyer.clone(), (*point).to_owned(), acceptance(&token));
        let acts = tokio::spawn(async move {
            let call = post("/api/bookings", &ask).with_key(&key);
            let opened = who.insist(&call).await.expect(201);
            Opened::of(&opened["data"]).id
        });
        let status = site.end_of(life).await.expect("it dies");
        assert!(!status.success(), "{status}");
        let life = site.start(&["serve"], &[]).await;
        let id: Uuid = acts.await.expect("done").parse().expect("an id");
        let again = buyer
            .insist(&post("/api/bookings", &acceptance(&token)))
            .await;
        again.expect(409);
        site.kill(life).await;
        let booking = store::bookings::find(&db, id).await;
        let booking = booking.expect("read").expect("stored");
        assert_eq!(booking.status, BookingStatus::Pending, "{point}");
        let accepted = store::proposals::find(&db, booking.trek.id).await;
        let accepted = accepted.expect("read").expect("stored");
        assert_eq!(accepted.booking_id, Some(id), "{point}");
        let count = store::bookings::count_by_trek(&db, Some(booking.trek.id)).await;
        assert_eq!(count.expect("counted"), [(booking.trek.id, 1)], "{point}");
        assert!(
            store::treks::find(&db, booking.trek.id)
                .await
                .expect("read")
                .is_some()
        );
    }
}
