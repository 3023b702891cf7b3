//! Requests for custom treks, and the proposals that answer them.

use std::collections::HashMap;

use chrono::{Days, NaiveDate, TimeDelta};
use domain::custom_trek::{CustomTrek, Wish};
use domain::money::Money;
use domain::proposal::{Proposal, ProposalContent, ProposalLine, ProposalState};
use store::{Tx, custom_treks, proposals};

use super::Calendar;
use super::desk_table::{Offered, OfferedState, REQUESTS, Requested};
use super::treks::Stored;
use crate::features::proposal::copy::from_route;
use crate::features::proposal::link::end_of;
use crate::platform::app::{App, StartError};

pub(crate) async fn load(
    app: &App,
    tx: &Tx,
    calendar: Calendar,
    treks: &HashMap<String, Stored>,
) -> Result<(), StartError> {
    let today = calendar.today(app);
    for requested in REQUESTS {
        let asked = request(calendar, today, requested);
        if custom_treks::find(tx, asked.id).await?.is_some() {
            continue;
        }
        custom_treks::insert(tx, &asked).await?;
        for (number, offered) in (1..).zip(requested.proposals) {
            let content = content(treks, &asked, offered, today).ok_or_else(|| {
                StartError::Demo(format!("the proposal {} has no route", offered.title))
            })?;
            let made_at = calendar.before(TimeDelta::hours(offered.hours_ago));
            let state = match offered.state {
                OfferedState::Draft => ProposalState::Draft,
                OfferedState::Sent(_) => ProposalState::Sent,
                OfferedState::Superseded => ProposalState::Superseded,
            };
            let proposal = Proposal {
                id: calendar.id(made_at, &format!("proposal/{}/{number}", requested.email)),
                custom_trek_id: asked.id,
                number,
                state,
                version: 1,
                ends_at: end_of(app, content.valid_until),
                remind_at: None,
                content,
                booking_id: None,
                created_at: made_at,
                updated_at: made_at,
                sent_at: (state != ProposalState::Draft).then_some(made_at),
            };
            proposals::insert(tx, &proposal).await?;
        }
    }
    Ok(())
}

fn request(calendar: Calendar, today: NaiveDate, requested: &Requested) -> CustomTrek {
    let asked_at = calendar.before(TimeDelta::hours(requested.hours_ago));
    let wish = Wish {
        name: requested.name.to_owned(),
        email: requested.email.to_owned(),
        phone: None,
        destination: requested.destination.to_owned(),
        start_date: Some(today + Days::new(requested.start_in_days)),
        days: Some(requested.days),
        guests: requested.guests,
        message: Some(requested.message.to_owned()),
    };
    let id = calendar.id(asked_at, &format!("custom-trek/{}", requested.email));
    CustomTrek {
        status: requested.status,
        notes: requested.notes.map(str::to_owned),
        ..CustomTrek::new(id, wish, asked_at)
    }
}

/// A new proposal with the days and the price of a route. `None` if the route does not exist.
fn content(
    treks: &HashMap<String, Stored>,
    asked: &CustomTrek,
    offered: &Offered,
    today: NaiveDate,
) -> Option<ProposalContent> {
    let stored = treks.get(offered.trek)?;
    let id = stored.routes.get(offered.route)?;
    let route = stored.trek.routes.iter().find(|route| route.id == *id)?;
    let mut content = from_route(&stored.trek, route, &asked.wish, today);
    let (text, dollars) = offered.option;
    content.lines.push(ProposalLine {
        text: text.to_owned(),
        quantity: asked.wish.guests,
        unit_price: Money::from_minor(dollars * 100),
        counts: false,
    });
    if let OfferedState::Sent(days) = offered.state {
        content.valid_until = today + TimeDelta::days(days);
    }
    Some(ProposalContent {
        title: offered.title.to_owned(),
        message: offered.message.to_owned(),
        ..content
    })
}
