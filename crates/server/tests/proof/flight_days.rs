//! Flight days in the soak: staff move departures to other days while travellers buy them, and everybody who is asked
//! answers by the link of the email.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{Days, NaiveDate};
use fastrand::Rng;
use serde_json::json;
use tokio::sync::watch;

use crate::journey::Offer;
use crate::outbox;
use crate::traveller::{Traveller, get, post};

/// The departures on sale, which the travellers of the soak book.
pub type Groups = Arc<Mutex<Vec<Offer>>>;

pub struct FlightDays {
    pub desk: Traveller,
    pub groups: Groups,
    pub outbox: PathBuf,
}

impl FlightDays {
    /// Moves one departure after the other until it is told to stop.
    pub async fn live(self, mut rng: Rng, mut stop: watch::Receiver<bool>) {
        let first = NaiveDate::from_ymd_opt(2028, 4, 1).expect("a day");
        let mut answered = HashSet::new();
        for number in 0.. {
            let _ = tokio::time::timeout(Duration::from_millis(800), stop.changed()).await;
            self.answer(&mut answered, &mut rng).await;
            if *stop.borrow() {
                return;
            }
            let start = first + Days::new(number);
            let index = rng.usize(..self.groups.lock().expect("unbroken").len());
            self.move_to(index, &start.to_string()).await;
        }
    }

    async fn move_to(&self, index: usize, start: &str) {
        let group = self.groups.lock().expect("unbroken")[index].clone();
        let path = format!("/api/departures/{}/move", group.id());
        let ask = json!({"startDate": start, "answerBy": "2028-02-01", "whenSilent": "accept"});
        // After a lost response the move is refused, because it was made.
        self.desk.insist(&post(&path, &ask)).await;
        let path = format!("/api/departures/{}/changes", group.id());
        let read = self.desk.insist(&get(&path)).await.expect(200);
        let changes = read["data"]["changes"].as_array().expect("changes");
        let moved = changes.iter().find(|change| change["toStartDate"] == start);
        if let Some(target) = moved.and_then(|change| change["toDepartureId"].as_str()) {
            self.groups.lock().expect("unbroken")[index] = Offer {
                departure_id: Some(target.to_owned()),
                start_date: start.to_owned(),
                ..group
            };
        }
    }

    /// Answers every link that came since the last round, or leaves it to silence.
    async fn answer(&self, answered: &mut HashSet<String>, rng: &mut Rng) {
        for mail in outbox::read(&self.outbox) {
            let link = mail.text.split_once("/choices/");
            let token = link.and_then(|(_, rest)| rest.split_whitespace().next());
            let Some(token) = token.filter(|token| answered.insert((*token).to_owned())) else {
                continue;
            };
            let choice = match rng.u8(..5) {
                0 => continue,
                1 => "refund",
                2 => "credit",
                _ => "accept",
            };
            let path = format!("/api/choices/{token}");
            let asked = self.desk.insist(&get(&path)).await;
            let options = &asked.body["data"]["choices"]["options"];
            let is_possible = options
                .as_array()
                .is_some_and(|all| all.iter().any(|it| it == choice));
            // A payment that arrived after two moves finds no seats kept at the first target.
            let choice = if is_possible { choice } else { "refund" };
            let ask = json!({"choice": choice});
            let answer = self.desk.insist(&post(&path, &ask)).await;
            // 410: answered by a call whose response was lost, cancelled meanwhile, or asked again by a later move.
            assert!([200, 410].contains(&answer.status), "{}", answer.body);
        }
    }
}
