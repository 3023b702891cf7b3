//! The mails of the account page: codes, and notices to the owner or the agency.

use std::time::Duration;

use store::jobs::ClaimedJob;
use store::one_time_codes::{self, Purpose};
use store::{accounts, bookings};
use uuid::Uuid;

use crate::features::account::linked_account::provider_name;
use crate::features::account::one_time_code;
use crate::platform::app::App;
use crate::platform::format;
use crate::platform::job_runner::JobError;
use crate::platform::mails::profile::{
    AccountCodeMail, AccountDeletedMail, EmailChangeOnKnownAddressMail, EmailChangedMail,
    IdentityLinkedMail, LeftBooking, TravellerLeftMail,
};
use crate::platform::mails::{Envelope, MailTemplate, Sender, lifetime};

async fn send(
    app: &App,
    job: &ClaimedJob,
    (to_name, to_address): (&str, &str),
    letter: &impl MailTemplate,
    time_left: Option<Duration>,
) -> Result<(), JobError> {
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name,
        to_address,
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.time_left = time_left;
    Ok(app.send_mail(mail).await?)
}

/// Job that mails a code, unless it has expired, was used or was discarded.
pub(crate) async fn mail_code(app: &App, job: &ClaimedJob, code_id: Uuid) -> Result<(), JobError> {
    let Some(code) = one_time_codes::find(&app.db, code_id).await? else {
        return Ok(());
    };
    let Some(account_id) = code.purpose.account_id() else {
        return Ok(());
    };
    let Some(account) = accounts::find(&app.db, account_id).await? else {
        return Ok(());
    };
    let Some(time_left) = one_time_code::time_left(app, &code, job) else {
        return Ok(());
    };
    // The new address is not verified yet, so the mail contains no name.
    let (name, address) = match code.purpose.email() {
        Some(new_email) => ("", new_email.as_str()),
        None => (account.name.as_str(), account.email.as_str()),
    };
    let letter = AccountCodeMail {
        name: name.to_owned(),
        deletes: matches!(code.purpose, Purpose::DeleteAccount { .. }),
        confirms: matches!(code.purpose, Purpose::ConfirmChange { .. }),
        code: one_time_code::derive(app, &code).digits().to_owned(),
        lifetime: lifetime(app.config.otp_ttl_seconds),
    };
    send(app, job, (name, address), &letter, Some(time_left)).await
}

/// Job that informs an owner of an attempt to use its address for another account.
pub(crate) async fn mail_owner(
    app: &App,
    job: &ClaimedJob,
    account_id: Uuid,
) -> Result<(), JobError> {
    let Some(account) = accounts::find(&app.db, account_id).await? else {
        return Ok(());
    };
    let letter = EmailChangeOnKnownAddressMail {
        name: account.name.clone(),
    };
    send(
        app,
        job,
        (&account.name, account.email.as_str()),
        &letter,
        None,
    )
    .await
}

/// Job that informs an owner that a third-party sign-in was linked to the account.
pub(crate) async fn mail_linked(
    app: &App,
    job: &ClaimedJob,
    account_id: Uuid,
    issuer: &str,
) -> Result<(), JobError> {
    let Some(account) = accounts::find(&app.db, account_id).await? else {
        return Ok(());
    };
    let moment = job.created_at.with_timezone(&app.config.timezone);
    let letter = IdentityLinkedMail {
        name: account.name.clone(),
        provider: provider_name(issuer),
        moment: format::moment(moment),
    };
    let to = (account.name.as_str(), account.email.as_str());
    send(app, job, to, &letter, None).await
}

/// Job that informs the old address that the account has a new one.
pub(crate) async fn mail_old_address(
    app: &App,
    job: &ClaimedJob,
    account_id: Uuid,
    old_email: &str,
) -> Result<(), JobError> {
    let account = accounts::find(&app.db, account_id).await?;
    let name = account.map(|account| account.name).unwrap_or_default();
    let moment = job.created_at.with_timezone(&app.config.timezone);
    let letter = EmailChangedMail {
        name: name.clone(),
        moment: format::moment(moment),
    };
    send(app, job, (&name, old_email), &letter, None).await
}

/// Job that confirms the deletion of an account.
pub(crate) async fn mail_goodbye(app: &App, job: &ClaimedJob, email: &str) -> Result<(), JobError> {
    send(app, job, ("", email), &AccountDeletedMail, None).await
}

/// Job that informs the agency of paid bookings whose traveller can no longer be contacted.
pub(crate) async fn mail_agency(
    app: &App,
    job: &ClaimedJob,
    booking_ids: &[Uuid],
) -> Result<(), JobError> {
    let mut left = Vec::new();
    for id in booking_ids {
        if let Some(booking) = bookings::find(&app.db, *id).await? {
            left.push(LeftBooking {
                id: booking.id.to_string(),
                trek: booking.trek.name.clone(),
                start: format::day(booking.start_date),
                guests: booking.party.size(),
            });
        }
    }
    let letter = TravellerLeftMail { bookings: left };
    send(app, job, ("", &app.config.contact_email), &letter, None).await
}
