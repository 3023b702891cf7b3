//! The email that reminds the agency to guarantee or cancel a departure.

use std::cmp::Ordering;

use domain::departure::{Departure, DepartureState};
use store::{StoreResult, seats, waitlist};

use crate::platform::app::App;
use crate::platform::format::{count, day};
use crate::platform::mails::agency_event::AgencyEventMail;
use crate::platform::mails::booking_confirmed::Line;

/// `None` if the agency has decided meanwhile.
pub(crate) async fn letter(
    app: &App,
    departure: &Departure,
) -> StoreResult<Option<AgencyEventMail>> {
    let Some(decide_by) = departure.decide_by else {
        return Ok(None);
    };
    if departure.is_guaranteed || departure.state == DepartureState::Cancelled {
        return Ok(None);
    }
    let Some(trek) = store::treks::find(&app.db, departure.trek_id).await? else {
        return Ok(None);
    };
    let route = trek.routes.iter().find(|one| one.id == departure.route_id);
    let taken = seats::count_taken(&app.db, departure.id).await?;
    let waiting = waitlist::count_waiting(&app.db, &[departure.id]).await?;
    let waiting = waiting.get(&departure.id).copied().unwrap_or_default();
    let left = (decide_by - app.clock.today(app.config.timezone)).num_days();
    let when = match left.cmp(&0) {
        Ordering::Greater if left == 1 => "in 1 day".to_owned(),
        Ordering::Greater => format!("in {left} days"),
        Ordering::Equal => "today".to_owned(),
        Ordering::Less => "overdue".to_owned(),
    };
    let line = |label, amount: String| Line { label, amount };
    let mut facts = vec![
        line("Trek", trek.name.clone()),
        line(
            "Route",
            route.map_or_else(String::new, |one| one.name.clone()),
        ),
        line(
            "Dates",
            format!(
                "{} to {}",
                day(departure.start_date),
                day(departure.end_date)
            ),
        ),
        line("Decide by", format!("{} ({when})", day(decide_by))),
        line("Sold", count(taken, "seat")),
        line("Minimum", count(departure.minimum, "seat")),
    ];
    if waiting > 0 {
        let parties = if waiting == 1 { "party" } else { "parties" };
        facts.push(line("Waitlist", format!("{waiting} {parties}")));
    }
    Ok(Some(AgencyEventMail {
        headline: "Guarantee or cancel",
        explanation: "This departure has not reached its minimum. Guarantee it or cancel it by the decision date, so \
                      that its travellers can book their flights or choose another one.",
        trek: trek.name,
        reference: day(departure.start_date),
        facts,
        link: format!(
            "{}/admin/departures/{}",
            app.config.public_url, departure.id
        ),
        action: "Open the departure",
    }))
}
