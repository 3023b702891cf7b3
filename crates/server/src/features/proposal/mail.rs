//! The jobs that mail the link of a proposal, remind of its end, and report its withdrawal. The text of the request is not
//! repeated: the address may not be the sender's own.

use domain::proposal::{Proposal, ProposalState};
use domain::schedule::Pay;
use store::jobs::ClaimedJob;
use store::{custom_treks, proposals};
use uuid::Uuid;

use super::link::proposal_url;
use crate::features::booking::price::installments;
use crate::platform::app::App;
use crate::platform::format::{amount, count, day};
use crate::platform::job_runner::JobError;
use crate::platform::mails::proposal::{ProposalMail, ProposalWithdrawnMail};
use crate::platform::mails::{Envelope, MailTemplate, Sender};

/// Sends nothing if the proposal was accepted, replaced or withdrawn, or has ended.
pub(crate) async fn mail_proposal(
    app: &App,
    job: &ClaimedJob,
    id: Uuid,
    is_reminder: bool,
) -> Result<(), JobError> {
    let Some(proposal) = proposals::find(&app.db, id).await? else {
        return Ok(());
    };
    if proposal.state_at(app.clock.now()) != ProposalState::Sent {
        return Ok(());
    }
    let letter = letter(app, &proposal, is_reminder);
    send(app, job, &proposal, &letter).await
}

/// The job that follows the withdrawal of a proposal that the traveller could accept.
pub(crate) async fn mail_withdrawn(app: &App, job: &ClaimedJob, id: Uuid) -> Result<(), JobError> {
    let Some(proposal) = proposals::find(&app.db, id).await? else {
        return Ok(());
    };
    let letter = ProposalWithdrawnMail {
        title: proposal.content.title.clone(),
    };
    send(app, job, &proposal, &letter).await
}

/// Sends nothing if the request was deleted.
async fn send(
    app: &App,
    job: &ClaimedJob,
    proposal: &Proposal,
    letter: &impl MailTemplate,
) -> Result<(), JobError> {
    let Some(asked) = custom_treks::find(&app.db, proposal.custom_trek_id).await? else {
        return Ok(());
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: "",
        to_address: &asked.wish.email,
    };
    let mail = letter.write(&envelope, &Sender::from(&app.config))?;
    Ok(app.send_mail(mail).await?)
}

fn letter(app: &App, proposal: &Proposal, is_reminder: bool) -> ProposalMail {
    let content = &proposal.content;
    let quote = content.quote();
    let trek = proposal.private_trek(proposal.updated_at);
    let (guests, start) = (content.guests, content.start_date);
    let parts = installments(app, &trek, &quote, guests, start, Pay::Deposit);
    let deposit = parts.first().filter(|_| parts.len() > 1);
    ProposalMail {
        is_reminder,
        is_new_version: proposal.number > 1,
        title: content.title.clone(),
        dates: format!("{} to {}", day(start), day(content.end_date())),
        length: count(content.number_of_days(), "day"),
        guests: count(guests, "guest"),
        total: amount(quote.total, quote.currency),
        deposit: deposit.map_or_else(String::new, |part| amount(part.amount, quote.currency)),
        valid_until: day(content.valid_until),
        link: proposal_url(app, proposal.id),
    }
}
