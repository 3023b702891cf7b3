//! Emails about custom trek requests (decisions §10 "Limits": no text of the sender is sent to an address that is not
//! verified as theirs).

use domain::custom_trek::Wish;
use store::custom_treks;
use store::jobs::ClaimedJob;
use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::format;
use crate::platform::job_runner::JobError;
use crate::platform::mails::booking_confirmed::Line;
use crate::platform::mails::custom_trek::{CustomTrekAskedMail, CustomTrekReceivedMail};
use crate::platform::mails::{Envelope, MailTemplate, Sender};

/// The job that confirms the request to the traveller.
pub(crate) async fn mail_traveller(
    app: &App,
    job: &ClaimedJob,
    id: Uuid,
    is_owner: bool,
) -> Result<(), JobError> {
    let Some(asked) = custom_treks::find(&app.db, id).await? else {
        return Ok(());
    };
    let wish = asked.wish;
    let letter = if is_owner {
        let mut facts = vec![line("Destination", &wish.destination)];
        facts.extend(numbers(&wish));
        CustomTrekReceivedMail {
            name: wish.name.clone(),
            facts,
            message: wish.message.unwrap_or_default(),
        }
    } else {
        CustomTrekReceivedMail {
            name: String::new(),
            facts: numbers(&wish),
            message: String::new(),
        }
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &letter.name,
        to_address: &wish.email,
    };
    let mail = letter.write(&envelope, &Sender::from(&app.config))?;
    Ok(app.send_mail(mail).await?)
}

/// The job that mails the agency. Replies go to the traveller.
pub(crate) async fn mail_agency(app: &App, job: &ClaimedJob, id: Uuid) -> Result<(), JobError> {
    let Some(asked) = custom_treks::find(&app.db, id).await? else {
        return Ok(());
    };
    let wish = asked.wish;
    let mut facts = vec![
        line("Destination", &wish.destination),
        line("Name", &wish.name),
        line("Email", &wish.email),
    ];
    facts.extend(wish.phone.as_deref().map(|phone| line("Phone", phone)));
    facts.extend(numbers(&wish));
    let letter = CustomTrekAskedMail {
        facts,
        destination: wish.destination,
        message: wish.message.unwrap_or_default(),
        link: format!(
            "{}/admin?section=custom-treks&request={id}",
            app.config.public_url
        ),
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: "",
        to_address: &app.config.contact_email,
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.reply_to = Some(wish.email);
    Ok(app.send_mail(mail).await?)
}

fn numbers(wish: &Wish) -> Vec<Line> {
    let start = wish.start_date.map(format::day);
    let days = wish.days.map(|days| days.to_string());
    let guests = Some(wish.guests.to_string());
    [("Start", start), ("Days", days), ("Guests", guests)]
        .into_iter()
        .filter_map(|(label, text)| text.map(|text| line(label, &text)))
        .collect()
}

fn line(label: &'static str, text: &str) -> Line {
    Line {
        label,
        amount: text.to_owned(),
    }
}
