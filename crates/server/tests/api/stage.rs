//! Fixtures of bookings: treks, guests, quotes, requests, and the calls that book and pay.

use chautari::platform::app::App;
use domain::itinerary::{
    Accommodation, Connection, Coordinates, Day, FoodDetails, Place, Route, TransportMode, Waypoint,
};
use domain::money::{Currency, Money, Percent};
use domain::trek::{Charges, Discount, Images, PaymentDetails, Trek};
use serde_json::{Value, json};

use crate::call::Answer;
use crate::support::{Login, TestApp};

pub const GOOD_CARD: &str = "4242424242424242";
pub const DECLINED_CARD: &str = "4000000000000002";
pub const POOR_CARD: &str = "4000000000009995";
pub const BANK_CARD: &str = "4000002500003155";

fn texts(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

fn place(name: &str) -> Place {
    Place {
        name: name.to_owned(),
        coordinates: Coordinates {
            latitude: 27.7,
            longitude: 85.3,
        },
    }
}

fn day() -> Day {
    let waypoint = |name: &str, altitude| Waypoint {
        name: name.to_owned(),
        coordinates: Coordinates {
            latitude: 27.8,
            longitude: 86.7,
        },
        altitude: Some(altitude),
        ..Waypoint::default()
    };
    Day {
        waypoints: vec![
            Waypoint {
                is_start_point: true,
                ..waypoint("Lukla", 2860)
            },
            Waypoint {
                is_end_point: true,
                ..waypoint("Namche Bazaar", 3440)
            },
        ],
        connections: vec![Connection {
            from_waypoint_index: 0,
            to_waypoint_index: 1,
            transport_mode: TransportMode::Walking,
            description: "Along the Dudh Koshi".to_owned(),
            duration: Some(360),
            distance: Some(18.5),
            ..Connection::default()
        }],
        accommodation: Accommodation {
            title: "Tea house".to_owned(),
            description: "Two beds and a stove".to_owned(),
            features: texts(&["Blankets"]),
        },
        food_details: FoodDetails {
            breakfast: texts(&["Porridge"]),
            lunch: texts(&["Noodles"]),
            dinner: texts(&["Dal bhat"]),
        },
    }
}

fn route(app: &App, name: &str, price: i64, days: u32, is_visible: bool) -> Route {
    Route {
        id: app.clock.new_id(),
        name: name.to_owned(),
        description: format!("The {name} way"),
        price_per_head: Money::from_minor(price),
        number_of_days: days,
        number_of_nights: days - 1,
        is_visible,
        daily_activities: vec![day(); days as usize],
    }
}

/// A hidden route and two visible ones. The group discount is 10 % from 4 guests on.
pub fn trek_named(app: &App, name: &str) -> Trek {
    Trek {
        name: name.to_owned(),
        description: "A walk up to a village of traders".to_owned(),
        location: "Khumbu".to_owned(),
        features: texts(&["Guide", "Tea houses"]),
        images: Images {
            banner_image: "/pictures/a.svg".to_owned(),
            secondary_images: texts(&["/pictures/b.svg"]),
        },
        routes: vec![
            route(app, "Secret", 10_000, 1, false),
            route(app, "Classic", 125_050, 3, true),
            route(app, "Short", 80_000, 2, true),
        ],
        starting_place: place("Lukla"),
        ending_place: place("Namche Bazaar"),
        payment_details: PaymentDetails {
            discount: Discount {
                group_discount_threshold: 4,
                group_discount_percentage: Percent::whole(10),
                is_group_discount_applicable: true,
            },
            charges: Charges {
                gst: Percent::whole(13),
                service_fee: Percent::whole(5),
                insurance_per_person: Money::from_minor(4_000),
                booking_fee: Money::from_minor(2_500),
            },
            terms: None,
        },
        difficulty: Some("Moderate".to_owned()),
        best_seasons: texts(&["Oct", "Nov"]),
        region: Some("Everest".to_owned()),
        included: texts(&["Licensed guide", "Permits"]),
        not_included: texts(&["Flights"]),
        ..Trek::blank(app.clock.new_id(), Currency::USD, app.clock.now())
    }
}

pub async fn keep(app: &App, trek: &Trek) {
    let tx = app.db.begin().await.expect("a transaction");
    store::treks::insert(&tx, trek).await.expect("stored");
    tx.commit().await.expect("kept");
}

/// Stores a trek that is offered.
pub async fn stored_trek(test: &TestApp) -> Trek {
    let trek = trek_named(&test.app, "Namche Bazaar");
    keep(&test.app, &trek).await;
    trek
}

/// Changes a stored trek directly in the database.
pub async fn change_trek(test: &TestApp, trek: &mut Trek, change: impl FnOnce(&mut Trek)) {
    change(trek);
    let replaces = trek.version;
    trek.version += 1;
    let tx = test.app.db.begin().await.expect("a transaction");
    assert!(
        store::treks::update(&tx, trek, replaces)
            .await
            .expect("stored")
    );
    tx.commit().await.expect("kept");
}

pub fn guest(name: &str, age: u8) -> Value {
    json!({"name": name, "age": age, "gender": "Female", "phoneNumber": "+977 980-1234567"})
}

/// The current price of the classic route.
pub async fn price(test: &TestApp, trek: &Trek, guests: usize) -> Value {
    let ask =
        json!({"trekId": trek.id, "routeDetails": {"name": "Classic"}, "totalGuests": guests});
    let answer = test
        .post("/api/bookings/quote", &ask)
        .send()
        .await
        .expect(200);
    answer["data"]["priceBreakdown"].clone()
}

/// A valid request for the classic route, with every field that the client of the documents sends.
pub async fn request(test: &TestApp, trek: &Trek, guests: usize) -> Value {
    let price = price(test, trek, guests).await;
    let others: Vec<Value> = (1..guests)
        .map(|number| guest(&format!("Guest {number}"), 30))
        .collect();
    json!({
        "trekId": trek.id,
        "routeDetails": {"routeIndex": 0, "name": "Classic", "numberOfDays": 3, "pricePerHead": 1250.5},
        "bookingDetails": {"startDate": "2027-03-01", "endDate": "2027-03-03T00:00:00.000Z", "totalGuests": guests, "status": "Pending"},
        "guestDetails": {"primaryGuest": guest("Maya Gurung", 31), "additionalGuests": others},
        "payment": {
            "baseAmount": price["basePrice"], "finalAmount": price["total"], "status": "Pending",
            "charges": {
                "gst": price["gst"], "serviceFee": price["serviceFee"],
                "insuranceFee": price["insurance"], "bookingFee": price["bookingFee"],
            },
        },
        "additionalNotes": "Vegetarian",
        "includeMeals": true,
        "includePorter": false,
        "priceBreakdown": price,
    })
}

pub async fn send(test: &TestApp, who: &Login, ask: &Value) -> Answer {
    test.post("/api/bookings", ask)
        .bearer(&who.access)
        .send()
        .await
}

/// Creates an unpaid booking and returns the `data` of the response.
pub async fn booked(test: &TestApp, who: &Login, trek: &Trek) -> Value {
    let ask = request(test, trek, 2).await;
    send(test, who, &ask).await.expect(201)["data"].clone()
}

pub fn text<'a>(data: &'a Value, field: &str) -> &'a str {
    data[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field} in {data}"))
}

pub fn booking_id(opened: &Value) -> String {
    text(&opened["booking"], "_id").to_owned()
}

pub fn card(secret: &str, number: &str) -> Value {
    json!({
        "clientSecret": secret,
        "card": {"number": number, "expMonth": 12, "expYear": 2060, "cvc": "123"},
        "billing": {"name": "Maya Gurung", "email": "maya@example.com"},
    })
}

/// Pays with a card, as the card form does.
pub async fn pay(test: &TestApp, opened: &Value, number: &str) -> Answer {
    let path = format!(
        "/api/payments/sandbox/{}/confirm",
        text(opened, "paymentIntentId")
    );
    test.post(&path, &card(text(opened, "clientSecret"), number))
        .send()
        .await
}

pub async fn verify(test: &TestApp, who: &Login, opened: &Value) -> Answer {
    let ask = json!({"paymentIntentId": opened["paymentIntentId"], "id": booking_id(opened)});
    test.post("/api/bookings/verify-payment", &ask)
        .bearer(&who.access)
        .send()
        .await
}

pub async fn read_booking(test: &TestApp, who: &Login, id: &str) -> Answer {
    test.get(&format!("/api/bookings/{id}"))
        .bearer(&who.access)
        .send()
        .await
}

/// Counts the stored bookings.
pub async fn stored_bookings(test: &TestApp) -> u64 {
    store::bookings::count(&test.app.db).await.expect("a count")
}

/// A copy with one field changed. The path of the field is dotted.
pub fn with(base: &Value, path: &str, value: Value) -> Value {
    let mut changed = base.clone();
    let pointer = format!("/{}", path.replace(['.', '['], "/").replace(']', ""));
    match changed.pointer_mut(&pointer) {
        Some(field) => *field = value,
        None => {
            let (parent, name) = pointer.rsplit_once('/').expect("a path");
            changed.pointer_mut(parent).expect("a parent")[name] = value;
        }
    }
    changed
}

/// A copy without one field. The path of the field is dotted.
pub fn without(base: &Value, path: &str) -> Value {
    let mut changed = base.clone();
    let pointer = format!("/{}", path.replace('.', "/"));
    let (parent, name) = pointer.rsplit_once('/').expect("a path");
    let parent = changed
        .pointer_mut(parent)
        .and_then(Value::as_object_mut)
        .expect("a parent");
    parent
        .remove(name)
        .unwrap_or_else(|| panic!("{path} is not there"));
    changed
}
