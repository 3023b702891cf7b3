//! Journeys of travellers from choosing a trek to booking it, with all the failures on the way.

use std::sync::Arc;

use fastrand::Rng;
use serde_json::{Value, json};

use crate::traveller::{Traveller, get, post};

pub const GOOD_CARD: &str = "4242424242424242";
const DECLINED_CARD: &str = "4000000000000002";
const BANK_CARD: &str = "4000002500003155";

/// A route that can be booked.
#[derive(Clone)]
pub struct Offer {
    pub trek_id: String,
    pub route_id: String,
    /// None: the party walks by itself.
    pub departure_id: Option<String>,
    pub start_date: String,
}

impl Offer {
    /// The id of its departure.
    pub fn id(&self) -> &str {
        self.departure_id.as_deref().expect("a departure")
    }
}

/// What a traveller was told about a booking, which must still be true at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// 'Booking Confirmed!', or the card's "succeeded".
    Paid,
    /// The card was never charged.
    Unpaid,
    /// The response was lost, so that either is possible.
    Unknown,
    /// Refunded in full, or never paid.
    Cancelled,
    /// Paid and confirmed, or refunded in full because the hold of the seats had ended; or the card was never charged.
    PaidOrBack,
    /// Refunded once, by this amount in minor units.
    RefundedInPart(i64),
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub booking_id: String,
    pub promise: Promise,
}

#[derive(Clone, Copy, Debug)]
pub enum Way {
    Plain,
    /// Pays and closes the tab without verifying.
    ClosedTab,
    DeclinedFirst,
    Bank,
    BankSaysNo,
    /// Sends everything twice, as from two tabs.
    Twice,
    /// Books, pays and confirms in one call (the older flow).
    Older,
    Leaves,
    CancelsUnpaid,
    CancelsAfterPaying,
    CancelsWhilePaying,
    /// The agency refunds a part.
    RefundedInPart,
    /// The agency confirms by hand while the traveller pays.
    ByHandWhilePaying,
    /// Pays at the agency, which confirms by hand.
    ByHand,
}

const WAYS: [Way; 14] = [
    Way::Plain,
    Way::ClosedTab,
    Way::DeclinedFirst,
    Way::Bank,
    Way::BankSaysNo,
    Way::Twice,
    Way::Older,
    Way::Leaves,
    Way::CancelsUnpaid,
    Way::CancelsAfterPaying,
    Way::CancelsWhilePaying,
    Way::RefundedInPart,
    Way::ByHandWhilePaying,
    Way::ByHand,
];

pub fn any_way(rng: &mut Rng) -> Way {
    WAYS[rng.usize(..WAYS.len())]
}

/// Every visible route.
pub async fn offers(visitor: &Traveller) -> Arc<Vec<Offer>> {
    let list = visitor.insist(&get("/api/treks/getall")).await.expect(200);
    let treks = list["data"]["treks"].as_array().expect("treks");
    let mut offers = Vec::new();
    for trek in treks {
        for route in trek["routes"].as_array().expect("routes") {
            offers.push(Offer {
                trek_id: text(trek, "_id"),
                route_id: text(route, "_id"),
                departure_id: None,
                start_date: "2028-03-01".to_owned(),
            });
        }
    }
    assert!(!offers.is_empty());
    Arc::new(offers)
}

/// `desk` is an administrator.
pub async fn travel(
    who: &Traveller,
    desk: &Traveller,
    offers: &[Offer],
    way: Way,
    rng: &mut Rng,
) -> Outcome {
    let offer = &offers[rng.usize(..offers.len())];
    let ask = request(who, offer, rng.u32(1..=5)).await;
    let key = format!("{:032x}", rng.u128(..));
    if matches!(way, Way::Older) {
        return book_and_pay(who, ask, &key).await;
    }
    let opened = who
        .insist(&post("/api/bookings", &ask).with_key(&key))
        .await;
    let opened = opened.expect(201)["data"].clone();
    let booking = Opened::of(&opened);
    let promise = match way {
        Way::Plain | Way::Older => booking.pay(who, GOOD_CARD).await,
        Way::ClosedTab => match booking.card(who, GOOD_CARD).await {
            Some(200) => Promise::Paid,
            _ => Promise::Unknown,
        },
        Way::DeclinedFirst => {
            booking.card(who, DECLINED_CARD).await;
            booking.pay(who, GOOD_CARD).await
        }
        Way::Bank => booking.pay_with_bank(who, true).await,
        Way::BankSaysNo => booking.pay_with_bank(who, false).await,
        Way::Twice => {
            let same = post("/api/bookings", &ask).with_key(&key);
            let (again, promise, _) = tokio::join!(
                who.insist(&same),
                booking.pay(who, GOOD_CARD),
                booking.pay(who, GOOD_CARD)
            );
            assert_eq!(Opened::of(&again.expect(201)["data"]).id, booking.id);
            promise
        }
        Way::Leaves => Promise::Unpaid,
        Way::CancelsUnpaid => booking.cancel(who).await,
        Way::CancelsAfterPaying => {
            booking.pay(who, GOOD_CARD).await;
            booking.cancel(who).await
        }
        Way::CancelsWhilePaying => {
            let (promise, _) = tokio::join!(booking.cancel(who), booking.card(who, GOOD_CARD));
            promise
        }
        Way::RefundedInPart => {
            booking.pay(who, GOOD_CARD).await;
            booking.refund_part(desk, &key).await
        }
        Way::ByHand => booking.confirm_by_hand(desk).await,
        Way::ByHandWhilePaying => {
            let (promise, _) =
                tokio::join!(booking.confirm_by_hand(desk), booking.card(who, GOOD_CARD));
            promise
        }
    };
    Outcome {
        booking_id: booking.id,
        promise,
    }
}

/// The request that the page sends for a party of this size.
pub async fn request(who: &Traveller, offer: &Offer, guests: u32) -> Value {
    let ask = request_on_sale(who, offer, guests).await;
    ask.expect("it is on sale")
}

/// Like [`request`]. None: the departure is not sold any more.
pub async fn request_on_sale(who: &Traveller, offer: &Offer, guests: u32) -> Option<Value> {
    let route = json!({"routeId": offer.route_id});
    let ask = json!({
        "trekId": offer.trek_id, "routeDetails": route, "totalGuests": guests, "departureId": offer.departure_id,
    });
    let quote = who.insist(&post("/api/bookings/quote", &ask)).await;
    if quote.status == 409 {
        return None;
    }
    let quote = quote.expect(200);
    let price = &quote["data"]["priceBreakdown"];
    let guest = |name: String| json!({"name": name, "age": 30, "gender": "Female", "phoneNumber": "+977 980-1234567"});
    let others: Vec<Value> = (1..guests)
        .map(|number| guest(format!("Guest {number}")))
        .collect();
    Some(json!({
        "trekId": offer.trek_id,
        "routeDetails": route,
        "departureId": offer.departure_id,
        "bookingDetails": {"startDate": offer.start_date, "totalGuests": guests},
        "guestDetails": {"primaryGuest": guest("Maya Gurung".to_owned()), "additionalGuests": others},
        "payment": {"finalAmount": price["total"]},
        "priceBreakdown": price,
    }))
}

async fn book_and_pay(who: &Traveller, mut ask: Value, key: &str) -> Outcome {
    ask["paymentMethodId"] = json!("pm_card_visa");
    let path = "/api/bookings/verify-payment";
    loop {
        let answer = who.insist(&post(path, &ask).with_key(key)).await;
        // 402: the response of the provider was lost and the card was not charged. The same call is repeated.
        if answer.status != 402 {
            let body = answer.expect(200);
            return Outcome {
                booking_id: text(&body["data"]["booking"], "_id"),
                promise: Promise::Paid,
            };
        }
        who.breathe().await;
    }
}

/// A booking that awaits its payment.
pub struct Opened {
    pub id: String,
    pub intent: String,
    secret: String,
}

impl Opened {
    pub fn of(data: &Value) -> Self {
        Self {
            id: text(&data["booking"], "_id"),
            intent: text(data, "paymentIntentId"),
            secret: text(data, "clientSecret"),
        }
    }

    /// The payment of a balance that was opened by its link.
    pub fn of_balance(id: &str, data: &Value) -> Self {
        Self {
            id: id.to_owned(),
            intent: text(data, "paymentIntentId"),
            secret: text(data, "clientSecret"),
        }
    }

    /// The status of the card payment; none if there is no response.
    pub async fn card(&self, who: &Traveller, number: &str) -> Option<u16> {
        let ask = json!({
            "clientSecret": self.secret,
            "card": {"number": number, "expMonth": 12, "expYear": 2040, "cvc": "123"},
            "billing": {"name": "Maya Gurung", "email": who.email},
        });
        let path = format!("/api/payments/sandbox/{}/confirm", self.intent);
        who.once(&post(&path, &ask))
            .await
            .map(|answer| answer.status)
    }

    async fn bank(&self, who: &Traveller, outcome: &str) -> Option<u16> {
        let ask = json!({"clientSecret": self.secret, "outcome": outcome});
        let path = format!("/api/payments/sandbox/{}/authenticate", self.intent);
        who.once(&post(&path, &ask))
            .await
            .map(|answer| answer.status)
    }

    pub async fn verify(&self, who: &Traveller) -> u16 {
        let ask = json!({"paymentIntentId": self.intent, "id": self.id});
        let answer = who
            .insist(&post("/api/bookings/verify-payment", &ask))
            .await;
        if answer.status == 200 {
            let booking = &answer.body["data"]["booking"];
            assert_eq!(booking["status"], "Confirmed", "{booking}");
            assert!(booking["invoiceNumber"].is_string(), "{booking}");
        } else {
            assert_eq!(answer.status, 402, "{}", answer.body);
        }
        answer.status
    }

    /// Repeats card payment and verification until the booking is confirmed.
    pub async fn pay(&self, who: &Traveller, card: &str) -> Promise {
        loop {
            self.card(who, card).await;
            if self.verify(who).await == 200 {
                return Promise::Paid;
            }
            who.breathe().await;
        }
    }

    async fn pay_with_bank(&self, who: &Traveller, succeeds: bool) -> Promise {
        loop {
            self.card(who, BANK_CARD).await;
            let outcome = if succeeds { "succeed" } else { "fail" };
            let said = self.bank(who, outcome).await;
            let verified = self.verify(who).await;
            match (succeeds, verified, said) {
                (true, 200, _) => return Promise::Paid,
                (false, 200, _) => panic!("{}: paid although its bank said no", self.id),
                (false, _, Some(402)) => return Promise::Unpaid,
                _ => who.breathe().await,
            }
        }
    }
}

fn text(data: &Value, field: &str) -> String {
    let value = data[field].as_str();
    value
        .unwrap_or_else(|| panic!("{field} in {data}"))
        .to_owned()
}
