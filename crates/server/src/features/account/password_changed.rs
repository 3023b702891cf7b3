//! Informs the owner of an account of every change of its password.

use store::accounts;
use store::jobs::ClaimedJob;
use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::format;
use crate::platform::job_runner::JobError;
use crate::platform::mails::{Envelope, MailTemplate, PasswordChangedMail, Sender};

pub(crate) async fn mail_owner(
    app: &App,
    job: &ClaimedJob,
    account_id: Uuid,
) -> Result<(), JobError> {
    let Some(account) = accounts::find(&app.db, account_id).await? else {
        return Ok(());
    };
    let moment = job.created_at.with_timezone(&app.config.timezone);
    let letter = PasswordChangedMail {
        name: account.name.clone(),
        moment: format::moment(moment),
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
