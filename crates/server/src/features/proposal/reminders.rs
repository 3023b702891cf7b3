//! Reminds travellers of the end of their proposal, once, with the job of the email in the same transaction.

use store::jobs::{self, Job};
use store::proposals;

use crate::platform::app::App;
use crate::platform::job_runner::JobError;

/// The periodic task.
pub async fn remind(app: &App) -> Result<(), JobError> {
    let now = app.clock.now();
    let due = proposals::list_to_remind(&app.db, now).await?;
    for proposal in &due {
        app.in_transaction("remind_of_proposal", async |tx| -> Result<(), JobError> {
            // Another server may have been first.
            if proposals::note_reminded(&tx, proposal.id).await? {
                let mail = Job::MailProposal {
                    proposal_id: proposal.id,
                    is_reminder: true,
                };
                jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
            }
            Ok(())
        })
        .await?;
    }
    if !due.is_empty() {
        app.wake_worker();
    }
    Ok(())
}
