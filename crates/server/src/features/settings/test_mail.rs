//! `POST /api/settings/test-mail`: emails the owner at once, without the queue, to show the answer of the mail server.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use domain::problem::Problem;
use tokio::time::timeout;

use super::SUBJECT;
use super::list::message_for;
use super::wire::TestMail;
use crate::features::account::wire::MessageAnswer;
use crate::features::audit;
use crate::http::auth::Admin;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, ServerError};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::config::{Config, DeskValues};
use crate::platform::error_chain::error_chain;
use crate::platform::mails::settings_test::SettingsTestMail;
use crate::platform::mails::{Envelope, MailTemplate, Sender};
use crate::platform::settings::desk;

/// Shorter than a browser waits for an answer.
const TIMEOUT: Duration = Duration::from_secs(8);
const INVALID: &str = "The email was not sent. Please check the sender.";
const TOO_SLOW: &str = "The mail server did not answer within 8 seconds.";

/// Sends a test email to the owner. 409 with the answer of the mail server if it cannot be sent.
#[utoipa::path(
    post, path = "/api/settings/test-mail", tag = "settings", security(("session" = [])), request_body = TestMail,
    responses((status = 200, body = MessageAnswer), BodyErrors, AdminErrors, Conflict, ServerError),
)]
pub(crate) async fn send_test_mail(
    State(app): State<App>,
    Admin(me): Admin,
    Body(ask): Body<TestMail>,
) -> ApiResult<Json<MessageAnswer>> {
    let config = match ask.mail_from {
        None => Config::clone(&app.config),
        Some(mail_from) => with_sender(&app, mail_from)?,
    };
    let to = me.account.email.as_str();
    let letter = SettingsTestMail {
        sender: config.mail_from.to_string(),
    };
    let envelope = Envelope {
        job_id: app.clock.new_id(),
        written_at: app.clock.now(),
        to_name: &me.account.name,
        to_address: to,
    };
    let failed = |cause: &str| ApiError::conflict(format!("The email was not sent: {cause}"));
    let mail = letter
        .write(&envelope, &Sender::from(&app.config))
        .map_err(|error| failed(&error_chain(&error)))?;
    let sent = timeout(TIMEOUT, app.send_mail_from(mail, &config.mail_from)).await;
    sent.map_err(|_| ApiError::conflict(TOO_SLOW))?
        .map_err(|error| failed(&error_chain(&error)))?;
    let subject = (SUBJECT, "mail_from".to_owned(), "Sender of emails");
    let entry = audit::note(&app, &me, "send test email", subject, Vec::new());
    app.in_transaction("note_test_mail", async |tx| -> ApiResult<()> {
        store::audit::add(&tx, &entry).await?;
        Ok(())
    })
    .await?;
    let message = match app.config.smtp {
        Some(_) => format!("Email sent to {to}."),
        None => "There is no mail server. The email was written to the outbox folder.".to_owned(),
    };
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message,
    }))
}

/// The settings with another sender, which is not saved.
fn with_sender(app: &App, mail_from: String) -> ApiResult<Config> {
    const NAME: &str = "mail_from";
    let current = app.settings.current();
    let stored = current.stored.values();
    let mut values: DeskValues = stored
        .filter_map(|one| Some((desk::find(&one.name)?.name, one.value.clone())))
        .collect();
    values.insert(NAME, mail_from);
    let (config, refused) = current.config.with_desk(&values);
    match refused.iter().find(|one| one.name == NAME) {
        None => Ok(config),
        Some(refused) => {
            let message = message_for(NAME, &refused.problem);
            Err(ApiError::invalid(
                INVALID,
                vec![Problem::new(NAME, message)],
            ))
        }
    }
}
