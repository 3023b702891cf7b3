//! The stage of the tests about departures that the agency moves or cancels.

use chautari::cli::ledger_check::compare;
use chautari::cli::seats_check;
use domain::trek::{SoldAs, Trek};
use serde_json::{Value, json};

use crate::call::Answer;
use crate::stage::{
    GOOD_CARD, booking_id, change_trek, pay, read_booking, request, send, stored_trek, text, verify,
};
use crate::support::{Login, TestApp};

pub const START: &str = "2027-04-03";
/// The price of two guests on the classic route, with all charges.
pub const PRICE_OF_TWO: f64 = 3056.18;

/// A trek that is sold both ways, its agency, and a traveller.
pub struct Stage {
    pub test: TestApp,
    pub trek: Trek,
    pub desk: Login,
    pub maya: Login,
}

impl Stage {
    pub async fn set() -> Self {
        Self::set_with(&[]).await
    }

    pub async fn set_with(settings: &[(&'static str, &str)]) -> Self {
        let test = TestApp::start_with(settings).await;
        let mut trek = stored_trek(&test).await;
        change_trek(&test, &mut trek, |trek| trek.sold_as = SoldAs::Both).await;
        let (desk, maya) = (test.admin().await, test.traveller().await);
        Self {
            test,
            trek,
            desk,
            maya,
        }
    }

    /// After the clock has passed the end of the sessions' tokens.
    pub async fn sign_in_again(&mut self) {
        let (test, password) = (&self.test, "mountain of many roads");
        self.desk = test.login("admin@example.com", password).await;
        self.maya = test.login("maya@example.com", "trail of many stones").await;
    }

    pub async fn departure(&self, start: &str, terms: Value) -> String {
        let mut new = json!({
            "trekId": self.trek.id, "routeId": self.trek.routes[1].id, "startDate": start,
            "capacity": 4, "minimum": 2,
        });
        for (field, value) in terms.as_object().expect("terms") {
            new[field] = value.clone();
        }
        let made = self.test.post("/api/departures", &new);
        let made = made.bearer(&self.desk.access).send().await.expect(201);
        text(&made["data"]["departure"], "_id").to_owned()
    }

    /// The departure as staff see it.
    pub async fn read(&self, id: &str) -> Value {
        let read = self.test.get(&format!("/api/departures/{id}"));
        let read = read.bearer(&self.desk.access).send().await.expect(200);
        read["data"]["departure"].clone()
    }

    /// An unpaid booking of two seats.
    pub async fn held(&self, departure: &str) -> Value {
        let mut ask = request(&self.test, &self.trek, 2).await;
        ask["departureId"] = json!(departure);
        ask["bookingDetails"]["startDate"] = self.read(departure).await["startDate"].clone();
        send(&self.test, &self.maya, &ask).await.expect(201)["data"].clone()
    }

    pub async fn pay(&self, opened: &Value) -> String {
        pay(&self.test, opened, GOOD_CARD).await.expect(200);
        verify(&self.test, &self.maya, opened).await.expect(200);
        booking_id(opened)
    }

    pub async fn booked(&self, departure: &str) -> String {
        self.pay(&self.held(departure).await).await
    }

    pub async fn change(&self, departure: &str, how: &str, ask: &Value) -> Answer {
        let path = format!("/api/departures/{departure}/{how}");
        self.test
            .post(&path, ask)
            .bearer(&self.desk.access)
            .send()
            .await
    }

    pub async fn moved(&self, departure: &str, ask: &Value) -> Value {
        let answer = self.change(departure, "move", ask).await.expect(200);
        answer["data"]["change"].clone()
    }

    pub async fn cancelled(&self, departure: &str) -> Value {
        let ask = json!({"reason": "Too few travellers", "answerBy": "2027-03-20"});
        let answer = self.change(departure, "cancel", &ask).await.expect(200);
        answer["data"]["change"].clone()
    }

    pub async fn changes(&self, departure: &str) -> Vec<Value> {
        let read = self
            .test
            .get(&format!("/api/departures/{departure}/changes"));
        let read = read.bearer(&self.desk.access).send().await.expect(200);
        read["data"]["changes"].as_array().expect("a list").clone()
    }

    /// The path of the newest link that was mailed.
    pub async fn link(&self) -> String {
        self.test.do_jobs().await;
        let mails = self.test.outbox();
        let mail = mails.iter().rfind(|mail| mail.text.contains("/choices/"));
        let mail = mail.expect("a mail with a link");
        let (_, rest) = mail.text.split_once("/choices/").expect("a link");
        let token: String = rest
            .chars()
            .take_while(|letter| !letter.is_whitespace())
            .collect();
        format!("/api/choices/{token}")
    }

    pub async fn choose(&self, link: &str, choice: &str) -> Answer {
        let ask = json!({"choice": choice});
        self.test.post(link, &ask).send().await
    }

    pub async fn booking(&self, id: &str) -> Value {
        let read = read_booking(&self.test, &self.maya, id).await.expect(200);
        read["data"]["booking"].clone()
    }

    pub async fn seats(&self, departure: &str) -> (Value, Value) {
        let read = self.read(departure).await;
        (read["seatsHeld"].clone(), read["seatsTaken"].clone())
    }

    /// Every job is done, the ledger agrees with the provider and the bookings, and the seats with the bookings.
    pub async fn ends(&self) {
        self.test.do_jobs().await;
        let report = compare(&self.test.app).await.expect("compared");
        assert_eq!(report.differences, [""; 0]);
        let seats = seats_check::compare(&self.test.app)
            .await
            .expect("compared");
        assert_eq!(seats.differences, [""; 0]);
    }
}

pub fn to_another_day() -> Value {
    json!({
        "startDate": "2027-04-05", "answerBy": "2027-03-20", "whenSilent": "accept",
        "reason": "No flights to Lukla",
    })
}
