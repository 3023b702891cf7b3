//! Changes of a booking after it was made: cancelled by its traveller, refunded or confirmed by the agency.

use serde_json::json;

use crate::journey::{Opened, Promise};
use crate::traveller::{Traveller, get, patch, post};

/// The same amount in dollars and in cents.
const PART: (i64, i64) = (25, 2_500);

impl Opened {
    /// Retries until the booking is cancelled. After a lost response the retry returns 409.
    pub async fn cancel(&self, who: &Traveller) -> Promise {
        let path = format!("/api/bookings/{}/cancel", self.id);
        let answer = who.insist(&post(&path, &json!({}))).await;
        if answer.status != 200 {
            assert_eq!(answer.status, 409, "{}", answer.body);
            assert_eq!(status(&self.id, who).await, "Cancelled", "{}", answer.body);
        }
        Promise::Cancelled
    }

    /// Retries with the same key and body make one refund.
    pub async fn refund_part(&self, desk: &Traveller, key: &str) -> Promise {
        let path = format!("/api/bookings/{}/refund", self.id);
        let ask = json!({"amount": PART.0, "reason": "A day of rain"});
        let question = post(&path, &ask).with_key(key);
        desk.insist(&question).await.expect(200);
        let again = post(&path, &ask).with_key(key);
        desk.insist(&again).await.expect(200);
        Promise::RefundedInPart(PART.1)
    }

    pub async fn confirm_by_hand(&self, desk: &Traveller) -> Promise {
        confirm_by_hand(&self.id, desk).await
    }
}

/// Retries until the booking is confirmed.
pub async fn confirm_by_hand(id: &str, desk: &Traveller) -> Promise {
    let path = format!("/api/bookings/{id}");
    let ask = json!({"status": "Confirmed", "reason": "Paid at the desk"});
    let answer = desk.insist(&patch(&path, &ask)).await;
    if answer.status != 200 {
        // Already confirmed, by the card or by the call whose response was lost.
        assert_eq!(answer.status, 409, "{}", answer.body);
        assert_eq!(status(id, desk).await, "Confirmed", "{}", answer.body);
    }
    Promise::Paid
}

async fn status(id: &str, who: &Traveller) -> String {
    let path = format!("/api/bookings/{id}");
    let body = who.insist(&get(&path)).await.expect(200);
    let status = body["data"]["booking"]["status"].as_str();
    status.expect("a status").to_owned()
}
