//! The jobs that mail a campaign. An email leaves at most once: its recipient is marked before it is handed to the mail
//! server. After a crash in between it is not known whether it was sent, so it is listed as failed and staff decide.

use domain::campaign::{Audience, Campaign, RecipientStatus};
use store::campaign_recipients::{self, Recipient};
use store::jobs::ClaimedJob;
use store::{accounts, campaigns, subscribers};
use uuid::Uuid;

use super::preview::letter;
use crate::features::newsletter;
use crate::platform::adapters::mailer::{Mail, without_addresses};
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::job_runner::{JobError, MAX_ATTEMPTS};
use crate::platform::kill_points::kill_point;
use crate::platform::mails::{Envelope, MailTemplate, Sender};

const INTERRUPTED: &str = "The server stopped while it sent this email. It may have arrived.";

const UNCONFIRMED: &str = "The mail server did not confirm this email. It may have arrived.";

/// The job that mails one recipient.
pub(crate) async fn mail_recipient(app: &App, job: &ClaimedJob, id: Uuid) -> Result<(), JobError> {
    let Some(recipient) = campaign_recipients::find(&app.db, id).await? else {
        return Ok(());
    };
    let Some(campaign) = campaigns::find(&app.db, recipient.campaign_id).await? else {
        return Ok(());
    };
    match recipient.status {
        RecipientStatus::Queued => {}
        RecipientStatus::Sending => {
            let failed = RecipientStatus::Failed;
            return end(app, id, failed, Some(INTERRUPTED)).await;
        }
        _ => return Ok(()),
    }
    if campaign.audience == Audience::Subscribers
        && !subscribers::is_subscribed(&app.db, &recipient.email).await?
    {
        return end(app, id, RecipientStatus::Skipped, None).await;
    }
    let mail = compose(app, job, &campaign, &recipient).await?;
    let (queued, sending) = (RecipientStatus::Queued, RecipientStatus::Sending);
    if !campaign_recipients::change_status(&app.db, id, queued, sending).await? {
        return Ok(());
    }
    kill_point("campaign-mail-marked");
    match app.send_mail(mail).await {
        Ok(()) => {
            kill_point("campaign-mail-sent");
            end(app, id, RecipientStatus::Sent, None).await
        }
        Err(error) if error.is_unconfirmed() => {
            end(app, id, RecipientStatus::Failed, Some(UNCONFIRMED)).await
        }
        Err(error) if error.is_permanent() || job.tries >= MAX_ATTEMPTS => {
            let reason = without_addresses(&error_chain(&error));
            end(app, id, RecipientStatus::Failed, Some(&reason)).await
        }
        Err(error) => {
            campaign_recipients::change_status(&app.db, id, sending, queued).await?;
            Err(error.into())
        }
    }
}

async fn end(
    app: &App,
    id: Uuid,
    status: RecipientStatus,
    error: Option<&str>,
) -> Result<(), JobError> {
    let now = app.clock.now();
    campaign_recipients::end(&app.db, id, status, error, now).await?;
    Ok(())
}

async fn compose(
    app: &App,
    job: &ClaimedJob,
    campaign: &Campaign,
    recipient: &Recipient,
) -> Result<Mail, JobError> {
    let letter = letter(app, campaign, &recipient.name, &recipient.email).await?;
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &recipient.name,
        to_address: recipient.email.as_str(),
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    if campaign.audience == Audience::Subscribers {
        mail.unsubscribe_url = Some(newsletter::one_click_url(app, &recipient.email));
    }
    Ok(mail)
}

/// The job that mails a campaign to a member of staff.
pub(crate) async fn mail_test(
    app: &App,
    job: &ClaimedJob,
    (campaign_id, account_id): (Uuid, Uuid),
) -> Result<(), JobError> {
    let campaign = campaigns::find(&app.db, campaign_id).await?;
    let account = accounts::find(&app.db, account_id).await?;
    let (Some(campaign), Some(account)) = (campaign, account) else {
        return Ok(());
    };
    let letter = letter(app, &campaign, &account.name, &account.email).await?;
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &account.name,
        to_address: account.email.as_str(),
    };
    let mail = letter.write(&envelope, &Sender::from(&app.config))?;
    Ok(app.send_mail(mail).await?)
}
