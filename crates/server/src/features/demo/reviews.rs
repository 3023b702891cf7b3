//! Reviews of the demo's trips that are over.

use chrono::{Days, NaiveTime};
use domain::review::{Review, ReviewState, ReviewText};
use store::{Tx, bookings, reviews};

use super::Calendar;
use super::booking_orders::booking_id;
use super::review_table::{Decision, ROWS, Row};
use crate::platform::app::StartError;

/// How long after the last day a review was written.
const DAYS_AFTER: Days = Days::new(2);
const HOUR: NaiveTime = NaiveTime::from_hms_opt(9, 30, 0).expect("a time of the day");

pub(crate) async fn load(tx: &Tx, calendar: Calendar) -> Result<(), StartError> {
    for Row(trek, customer, hours_ago, name, rating, title, text, decision) in ROWS {
        let booking_id = booking_id(calendar, trek, customer, *hours_ago);
        let unknown = || StartError::Demo(format!("the review {title} has no booking"));
        let booking = bookings::find(tx, booking_id).await?.ok_or_else(unknown)?;
        if reviews::find_for_booking(tx, booking_id).await?.is_some() {
            continue;
        }
        let written_at = (booking.end_date + DAYS_AFTER).and_time(HOUR).and_utc();
        let review = Review {
            id: calendar.id(written_at, &format!("review/{booking_id}")),
            booking_id,
            trek_id: booking.trek.id,
            written: ReviewText {
                rating: *rating,
                title: (*title).to_owned(),
                text: (*text).to_owned(),
                name: (*name).to_owned(),
            },
            state: match decision {
                Decision::Waiting => ReviewState::Waiting,
                Decision::Published | Decision::Answered(_) => ReviewState::Approved,
            },
            reason: None,
            answer: match decision {
                Decision::Answered(answer) => Some((*answer).to_owned()),
                Decision::Published | Decision::Waiting => None,
            },
            walked_on: booking.start_date,
            created_at: written_at,
            updated_at: written_at,
            version: 1,
        };
        reviews::record_request(tx, booking_id, written_at).await?;
        reviews::insert(tx, &review).await?;
    }
    Ok(())
}
