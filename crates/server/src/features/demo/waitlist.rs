//! Parties of the demo that wait for seats of a departure that is sold out.

use chrono::TimeDelta;
use domain::waitlist::{WaitlistEntry, WaitlistState};
use store::Tx;

use super::Calendar;
use super::departure_table::{WAITING, Waiting};
use super::departures::Named;
use super::people::Travellers;
use crate::platform::app::StartError;

pub(crate) async fn load(
    tx: &Tx,
    calendar: Calendar,
    people: &Travellers,
    departures: &Named,
) -> Result<(), StartError> {
    for Waiting(name, customer, guests, hours) in WAITING {
        let unknown = || StartError::Demo(format!("waitlist: {name} or {customer} does not exist"));
        let departure = departures.get(name).ok_or_else(unknown)?;
        let (account, _) = people.accounts.get(*customer).ok_or_else(unknown)?;
        let since = calendar.before(TimeDelta::hours(*hours));
        let id = calendar.id(since, &format!("waitlist/{}/{customer}", departure.id));
        if store::waitlist::find(tx, id).await?.is_some() {
            continue;
        }
        let entry = WaitlistEntry {
            id,
            departure_id: departure.id,
            user_id: account.id,
            guests: *guests,
            state: WaitlistState::Waiting,
            offer_expires_at: None,
            booking_id: None,
            created_at: since,
        };
        store::waitlist::insert(tx, &entry).await?;
    }
    Ok(())
}
