//! Kills the program while a booking takes the last use of a promotion code.

use chautari::platform::adapters::clock::Clock;
use chautari::platform::kill_points::PROMOTION_KILL_POINTS;
use domain::money::Percent;
use domain::promotion::{Deduction, Promotion};
use serde_json::json;
use store::promotions;
use uuid::Uuid;

use crate::journey::{Opened, offers, request};
use crate::program::Site;
use crate::traveller::{Traveller, post};

// A crash neither loses a use nor counts it twice: the repeated request gets the booking and its price.
#[tokio::test]
async fn the_last_use_of_a_promotion_code_is_counted_once_across_a_crash() {
    let site = Site::new().await;
    let life = site.start(&["serve", "--demo"], &[]).await;
    let visitor = Traveller::visitor(site.address());
    let routes = offers(&visitor).await;
    let buyer = visitor.sign_up(0, &site.outbox()).await;
    site.kill(life).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    for (number, point) in PROMOTION_KILL_POINTS
        .iter()
        .chain(&["seats-held", "booking-stored"])
        .enumerate()
    {
        println!("killed at {point}");
        let (clock, now) = (Clock::System, Clock::System.now());
        let promotion = Promotion {
            id: clock.new_id(),
            code: format!("CRASH-{number}"),
            deduction: Deduction::Percent(Percent::whole(10)),
            valid_from: None,
            valid_until: None,
            max_uses: Some(1),
            uses: 0,
            trek_ids: Vec::new(),
            note: String::new(),
            is_active: true,
            version: 1,
        };
        let tx = db.begin().await.expect("a transaction");
        let kept = promotions::insert(&tx, &promotion, now).await;
        kept.expect("stored");
        tx.commit().await.expect("kept");
        let life = site.start(&["serve"], &[("CHAUTARI_KILL_AT", point)]).await;
        let mut ask = request(&buyer, &routes[number], 2).await;
        let quote = json!({
            "trekId": ask["trekId"], "routeDetails": ask["routeDetails"], "totalGuests": 2,
            "departureId": ask["departureId"], "promotionCode": promotion.code,
        });
        let quoted = buyer.insist(&post("/api/bookings/quote", &quote)).await;
        let price = quoted.expect(200)["data"]["priceBreakdown"].clone();
        ask["promotionCode"] = json!(promotion.code);
        ask["payment"] = json!({"finalAmount": price["total"]});
        ask["priceBreakdown"] = price;
        let (who, key) = (buyer.clone(), (*point).to_owned());
        let acts = tokio::spawn(async move {
            let call = post("/api/bookings", &ask).with_key(&key);
            let opened = who.insist(&call).await.expect(201);
            Opened::of(&opened["data"]).id
        });
        let status = site.end_of(life).await.expect("it dies");
        assert!(!status.success(), "{status}");
        let life = site.start(&["serve"], &[]).await;
        let id: Uuid = acts.await.expect("done").parse().expect("an id");
        site.kill(life).await;
        let booking = store::bookings::find(&db, id).await;
        let booking = booking.expect("read").expect("stored");
        assert!(!booking.quote.promotion.is_zero(), "{point}");
        let counted = promotions::find(&db, promotion.id).await;
        assert_eq!(counted.expect("read").expect("stored").uses, 1, "{point}");
        let (users, _) = promotions::list_uses(&db, promotion.id, (0, 10))
            .await
            .expect("read");
        assert_eq!(users, [id], "{point}");
    }
}
