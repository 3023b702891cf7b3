//! The jobs that tell a traveller what became of a waitlist: the offer lapsed, or the agency cancelled or moved the
//! departure. They may run twice: an email depends on what is stored and on its job.

use chrono::NaiveDate;
use domain::departure::{Departure, DepartureState};
use domain::waitlist::{WaitlistEntry, WaitlistState};
use store::accounts::Account;
use store::jobs::ClaimedJob;
use store::{StoreError, accounts, departure_changes, departures, waitlist};
use uuid::Uuid;

use crate::features::departure::on_sale::list_with_seats;
use crate::platform::app::App;
use crate::platform::format::{count, day, moment};
use crate::platform::job_runner::JobError;
use crate::platform::mails::seats::WaitlistNoticeMail;
use crate::platform::mails::{Envelope, MailTemplate, Sender};

/// More of them are on the page of the trek.
const MAX_OTHER_DATES: usize = 5;

/// Mails nothing to a traveller who waits again meanwhile.
pub(crate) async fn mail_ended(
    app: &App,
    job: &ClaimedJob,
    entry_id: Uuid,
) -> Result<(), JobError> {
    let Some(found) = find(app, entry_id).await? else {
        return Ok(());
    };
    let (entry, departure) = (&found.entry, &found.departure);
    let waits_again = waitlist::find_active(&app.db, departure.id, entry.user_id).await?;
    if entry.state != WaitlistState::Lapsed || waits_again.is_some() {
        return Ok(());
    }
    let is_cancelled = departure.state == DepartureState::Cancelled;
    let today = app.clock.today(app.config.timezone);
    let mail = if departure.is_on_sale(today) {
        let held = entry.offer_expires_at.map(|end| {
            let end = moment(end.with_timezone(&app.config.timezone));
            format!("We held seats for you until {end}. ")
        });
        let held = held.unwrap_or_default();
        WaitlistNoticeMail {
            headline: "Your offer of seats has ended".to_owned(),
            opening: format!("{held}They are no longer held for you."),
            action: "Join the waitlist again".to_owned(),
            link: found.departure_page(app),
            closing: "If you no longer want to go, you don't need to do anything.".to_owned(),
            ..found.mail()
        }
    } else {
        WaitlistNoticeMail {
            headline: match is_cancelled {
                true => "The departure you were waiting for is cancelled",
                false => "Your offer of seats has ended",
            }
            .to_owned(),
            opening: match is_cancelled {
                true => "We had to cancel this departure, so its waitlist has ended. We are sorry.",
                false => {
                    "The departure is no longer on sale, so the seats are no longer held for you."
                }
            }
            .to_owned(),
            reason: match is_cancelled {
                true => reason(app, departure.id).await?,
                false => String::new(),
            },
            other_dates: other_dates(app, entry, departure).await?,
            action: "See dates and prices".to_owned(),
            link: format!("{}/package/{}", app.config.public_url, departure.trek_id),
            closing: "Nothing was charged for the waitlist.".to_owned(),
            ..found.mail()
        }
    };
    found.send(app, job, &mail).await
}

/// Mails nothing to a traveller who left the waitlist meanwhile.
pub(crate) async fn mail_moved(
    app: &App,
    job: &ClaimedJob,
    entry_id: Uuid,
    from_start: NaiveDate,
) -> Result<(), JobError> {
    let Some(found) = find(app, entry_id).await? else {
        return Ok(());
    };
    let active = [WaitlistState::Waiting, WaitlistState::Offered];
    if !active.contains(&found.entry.state) {
        return Ok(());
    }
    let mail = WaitlistNoticeMail {
        headline: "New dates for the departure you are waiting for".to_owned(),
        opening: format!(
            "We had to move the departure of {} to other dates. You keep your place on the waitlist.",
            day(from_start)
        ),
        action: "See the departure".to_owned(),
        link: found.departure_page(app),
        closing: "If the new dates don't suit you, leave the waitlist there.".to_owned(),
        ..found.mail()
    };
    found.send(app, job, &mail).await
}

/// An entry with what its email names.
struct Found {
    entry: WaitlistEntry,
    departure: Departure,
    account: Account,
    trek_name: String,
}

/// `None` if the account is deleted.
async fn find(app: &App, entry_id: Uuid) -> Result<Option<Found>, StoreError> {
    let Some(entry) = waitlist::find(&app.db, entry_id).await? else {
        return Ok(None);
    };
    let account = accounts::find(&app.db, entry.user_id).await?;
    let departure = departures::find(&app.db, entry.departure_id).await?;
    let (Some(account), Some(departure)) = (account, departure) else {
        return Ok(None);
    };
    let trek = store::treks::find(&app.db, departure.trek_id).await?;
    Ok(trek.map(|trek| Found {
        entry,
        departure,
        account,
        trek_name: trek.name,
    }))
}

impl Found {
    /// What every notice says.
    fn mail(&self) -> WaitlistNoticeMail {
        WaitlistNoticeMail {
            headline: String::new(),
            name: self.account.name.clone(),
            opening: String::new(),
            trek: self.trek_name.clone(),
            start: day(self.departure.start_date),
            end: day(self.departure.end_date),
            guests: count(self.entry.guests, "guest"),
            reason: String::new(),
            other_dates: Vec::new(),
            action: String::new(),
            link: String::new(),
            closing: String::new(),
        }
    }

    fn departure_page(&self, app: &App) -> String {
        format!(
            "{}/package/{}?departure={}",
            app.config.public_url, self.departure.trek_id, self.departure.id
        )
    }

    async fn send(
        &self,
        app: &App,
        job: &ClaimedJob,
        mail: &WaitlistNoticeMail,
    ) -> Result<(), JobError> {
        let envelope = Envelope {
            job_id: job.id,
            written_at: job.created_at,
            to_name: &self.account.name,
            to_address: self.account.email.as_str(),
        };
        let mail = mail.write(&envelope, &Sender::from(&app.config))?;
        Ok(app.send_mail(mail).await?)
    }
}

/// What the agency said when it cancelled a departure.
async fn reason(app: &App, departure_id: Uuid) -> Result<String, StoreError> {
    let changes = departure_changes::list_for_departure(&app.db, departure_id).await?;
    let newest = changes.into_iter().next();
    Ok(newest.map(|change| change.reason).unwrap_or_default())
}

async fn other_dates(
    app: &App,
    entry: &WaitlistEntry,
    departure: &Departure,
) -> Result<Vec<String>, StoreError> {
    let route = (departure.trek_id, departure.route_id);
    let found = list_with_seats(app, route, entry.guests).await?;
    let found = found
        .iter()
        .filter(|(other, _)| other.id != departure.id)
        .take(MAX_OTHER_DATES);
    let dates = |other: &Departure| format!("{} to {}", day(other.start_date), day(other.end_date));
    Ok(found.map(|(other, _)| dates(other)).collect())
}
