//! The job that mails an offer of seats. It may run twice: the email depends only on the entry and the job.

use domain::waitlist::WaitlistState;
use store::jobs::ClaimedJob;
use store::{accounts, departures, waitlist};
use uuid::Uuid;

use super::token;
use crate::platform::app::App;
use crate::platform::format::{count, day, moment};
use crate::platform::job_runner::JobError;
use crate::platform::mails::seats::SeatOfferMail;
use crate::platform::mails::{Envelope, MailTemplate, Sender};

/// Mails nothing if the offer has ended meanwhile.
pub(crate) async fn mail_offer(
    app: &App,
    job: &ClaimedJob,
    entry_id: Uuid,
) -> Result<(), JobError> {
    let Some(entry) = waitlist::find(&app.db, entry_id).await? else {
        return Ok(());
    };
    let (WaitlistState::Offered, Some(expires_at)) =
        (entry.state_at(app.clock.now()), entry.offer_expires_at)
    else {
        return Ok(());
    };
    let account = accounts::find(&app.db, entry.user_id).await?;
    let departure = departures::find(&app.db, entry.departure_id).await?;
    let (Some(account), Some(departure)) = (account, departure) else {
        return Ok(());
    };
    let Some(trek) = store::treks::find(&app.db, departure.trek_id).await? else {
        return Ok(());
    };
    let letter = SeatOfferMail {
        name: account.name.clone(),
        trek: trek.name,
        start: day(departure.start_date),
        end: day(departure.end_date),
        guests: count(entry.guests, "guest"),
        expires: moment(expires_at.with_timezone(&app.config.timezone)),
        link: format!(
            "{}/package/{}?departure={}&guests={}&offer={}",
            app.config.public_url,
            departure.trek_id,
            departure.id,
            entry.guests,
            token::sign(app, entry.id)
        ),
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &account.name,
        to_address: account.email.as_str(),
    };
    let mail = letter.write(&envelope, &Sender::from(&app.config))?;
    Ok(app.send_mail(mail).await?)
}
