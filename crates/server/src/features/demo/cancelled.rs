//! The departure of the demo that the agency cancelled, with the answers of its travellers.

use std::collections::HashMap;

use chrono::{Days, NaiveDate, TimeDelta};
use domain::departure_change::{AnsweredBy, ChangeKind, Choice, DepartureChange, WhenSilent};
use store::Tx;
use store::departure_changes::{self, Answer};

use super::Calendar;
use super::booking_orders::booking_id;
use super::departure_table::{
    ANSWER_DAYS, ANSWERED_HOURS, ASKED, Answered, Asked, CANCELLED, CANCELLED_HOURS, CANCELLED_WHY,
    INSTEAD,
};
use super::departures::Named;
use super::people::Travellers;
use super::treks::Stored;
use crate::platform::app::StartError;

const CANCELLED_BY: &str = "staff@chautari.example";

pub(crate) async fn load(
    tx: &Tx,
    (calendar, today): (Calendar, NaiveDate),
    people: &Travellers,
    treks: &HashMap<String, Stored>,
    departures: &Named,
) -> Result<(), StartError> {
    let unknown = || StartError::Demo(format!("{CANCELLED}: a part of it does not exist"));
    let departure = departures.get(CANCELLED).ok_or_else(unknown)?;
    let instead = departures.get(INSTEAD).ok_or_else(unknown)?;
    let is_its = |(_, stored): &(_, &Stored)| stored.trek.id == departure.trek_id;
    let (trek_key, _) = treks.iter().find(is_its).ok_or_else(unknown)?;
    let (staff, _) = people.accounts.get(CANCELLED_BY).ok_or_else(unknown)?;
    let at = calendar.before(TimeDelta::hours(CANCELLED_HOURS));
    let change = DepartureChange {
        id: calendar.id(at, &format!("change/{}", departure.id)),
        kind: ChangeKind::Cancel,
        departure_id: departure.id,
        to_departure_id: None,
        from_start: departure.start_date,
        to_start: None,
        to_end: None,
        reason: CANCELLED_WHY.to_owned(),
        answer_by: departure.start_date.min(today + Days::new(ANSWER_DAYS)),
        when_silent: WhenSilent::Refund,
        changed_by: staff.id,
        created_at: at,
        finished_at: None,
    };
    if departure_changes::find(tx, change.id).await?.is_some() {
        return Ok(());
    }
    departure_changes::insert(tx, &change).await?;
    let mut asked_at = at;
    for Asked(customer, _, hours_ago, answered) in ASKED {
        // The ids are in order of time, as the list of the desk is.
        asked_at += TimeDelta::milliseconds(1);
        let id = calendar.id(asked_at, &format!("choice/{customer}"));
        let booking_id = booking_id(calendar, trek_key, customer, *hours_ago);
        departure_changes::insert_choice(tx, id, change.id, booking_id).await?;
        let Some(answered) = answered else { continue };
        let (choice, departure_id) = match answered {
            Answered::Refund => (Choice::Refund, None),
            Answered::OtherDeparture => (Choice::Departure, Some(instead.id)),
        };
        let answer = Answer {
            choice,
            departure_id,
            by: AnsweredBy::Traveller,
        };
        let answered_at = calendar.before(TimeDelta::hours(ANSWERED_HOURS));
        departure_changes::answer(tx, id, answer, answered_at).await?;
    }
    Ok(())
}
