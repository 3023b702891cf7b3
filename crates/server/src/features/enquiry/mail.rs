//! Emails about enquiries. An email to an address that is not verified contains no text of the sender (decisions §11 "Names
//! of strangers").

use domain::enquiry::{Author, Enquiry, Message};
use domain::mail_reply::REPLY_LINE;
use store::enquiries;
use store::jobs::ClaimedJob;
use uuid::Uuid;

use super::link;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;
use crate::platform::mails::enquiry::{EnquiryAnswerMail, EnquiryMessageMail, EnquiryReceivedMail};
use crate::platform::mails::{Envelope, MailTemplate, Sender};

/// The job that confirms an enquiry to the traveller.
pub(crate) async fn mail_received(app: &App, job: &ClaimedJob, id: Uuid) -> Result<(), JobError> {
    let Some(enquiry) = enquiries::find(&app.db, id).await? else {
        return Ok(());
    };
    let messages = enquiries::list_messages(&app.db, id).await?;
    let question = messages.into_iter().next().map(|message| message.text);
    let letter = EnquiryReceivedMail {
        name: name_of(&enquiry),
        trek: enquiry.trek_name.clone(),
        question: question.filter(|_| enquiry.is_verified).unwrap_or_default(),
        link: link::page_of(app, id),
        reply_line: reply_line(app),
    };
    to_traveller(app, job, &enquiry, &letter).await
}

/// The job that mails an answer to the traveller.
pub(crate) async fn mail_answer(
    app: &App,
    job: &ClaimedJob,
    message_id: Uuid,
) -> Result<(), JobError> {
    let Some((enquiry, answer)) = find(app, message_id).await? else {
        return Ok(());
    };
    let messages = enquiries::list_messages(&app.db, enquiry.id).await?;
    let asked = messages
        .into_iter()
        .take_while(|message| message.id != answer.id)
        .filter(|message| message.author == Author::Traveller && enquiry.is_verified)
        .last();
    let letter = EnquiryAnswerMail {
        name: name_of(&enquiry),
        trek: enquiry.trek_name.clone(),
        answer: answer.text,
        answered_by: answer.author_name,
        asked: asked.map(|message| message.text).unwrap_or_default(),
        link: link::page_of(app, enquiry.id),
        reply_line: reply_line(app),
    };
    to_traveller(app, job, &enquiry, &letter).await
}

/// The job that mails a message of the traveller to the agency. Replies go to the traveller.
pub(crate) async fn mail_agency(
    app: &App,
    job: &ClaimedJob,
    message_id: Uuid,
) -> Result<(), JobError> {
    let Some((enquiry, message)) = find(app, message_id).await? else {
        return Ok(());
    };
    let letter = EnquiryMessageMail {
        name: enquiry.name.clone(),
        email: enquiry.email.as_str().to_owned(),
        trek: enquiry.trek_name.clone(),
        text: message.text,
        link: format!(
            "{}/admin?section=enquiries&enquiry={}",
            app.config.public_url, enquiry.id
        ),
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: "",
        to_address: &app.config.contact_email,
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.reply_to = Some(enquiry.email.into());
    mail.thread_id = Some(enquiry.id);
    Ok(app.send_mail(mail).await?)
}

async fn find(app: &App, message_id: Uuid) -> Result<Option<(Enquiry, Message)>, JobError> {
    let Some(message) = enquiries::find_message(&app.db, message_id).await? else {
        return Ok(None);
    };
    let enquiry = enquiries::find(&app.db, message.enquiry_id).await?;
    Ok(enquiry.map(|enquiry| (enquiry, message)))
}

async fn to_traveller(
    app: &App,
    job: &ClaimedJob,
    enquiry: &Enquiry,
    letter: &impl MailTemplate,
) -> Result<(), JobError> {
    let name = name_of(enquiry);
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &name,
        to_address: enquiry.email.as_str(),
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.reply_to = link::reply_address(app, enquiry.id);
    mail.thread_id = Some(enquiry.id);
    Ok(app.send_mail(mail).await?)
}

/// Empty if the address is not verified.
fn name_of(enquiry: &Enquiry) -> String {
    match enquiry.is_verified {
        true => enquiry.name.clone(),
        false => String::new(),
    }
}

/// Empty if replies by email are not stored.
fn reply_line(app: &App) -> &'static str {
    match app.config.enquiry_inbox {
        Some(_) => REPLY_LINE,
        None => "",
    }
}
