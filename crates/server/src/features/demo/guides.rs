//! Guides of the demo, and the departures that they lead.

use chrono::{NaiveDate, TimeDelta};
use domain::account::Email;
use domain::guide::Guide;
use store::{Tx, guides};

use super::Calendar;
use super::departure_plan::published;
use super::departure_table::{GUIDES, Leader};
use super::departures::Named;
use crate::platform::app::StartError;

/// Stores the guides that do not exist yet. One who exists keeps the departures that staff have assigned since.
pub(crate) async fn load(
    tx: &Tx,
    (calendar, today): (Calendar, NaiveDate),
    departures: &Named,
) -> Result<(), StartError> {
    let now = published(today);
    for leader in GUIDES {
        let guide = guide(leader, calendar, today)?;
        if guides::find(tx, guide.id).await?.is_some() {
            continue;
        }
        guides::insert(tx, &guide, now).await?;
        for name in leader.leads {
            let unknown = || StartError::Demo(format!("guides: {name} does not exist"));
            let departure = departures.get(name).ok_or_else(unknown)?;
            guides::assign(tx, departure.id, &[guide.id]).await?;
        }
    }
    Ok(())
}

fn guide(leader: &Leader, calendar: Calendar, today: NaiveDate) -> Result<Guide, StartError> {
    let email = leader.email.map(Email::parse).transpose();
    Ok(Guide {
        id: calendar.id(published(today), &format!("guide/{}", leader.name)),
        name: leader.name.to_owned(),
        phone: Some(leader.phone.to_owned()),
        email: email.map_err(|error| StartError::Demo(error.to_string()))?,
        licence: Some(leader.licence.to_owned()),
        licence_until: Some(today + TimeDelta::days(leader.licence_days)),
        is_active: true,
        version: 1,
    })
}
