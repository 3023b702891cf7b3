//! Queues the emails of campaigns a few at a time, so that a small mail server is not overloaded: at most
//! `campaign_mails_per_minute` in any 60 seconds, by all servers and for all campaigns together.

use chrono::TimeDelta;
use store::jobs::{self, Job};
use store::{StoreResult, campaign_recipients, campaigns};

use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::job_runner::JobError;
use crate::platform::kill_points::kill_point;

const WINDOW: TimeDelta = TimeDelta::seconds(60);
/// How often the task runs. Each run queues a share of the emails of a minute, so that they do not leave in one burst.
pub const INTERVAL_SECONDS: u64 = 5;

/// The periodic task: queues the next emails, and ends the campaigns whose emails have all ended.
pub async fn queue(app: &App) -> Result<(), JobError> {
    if campaign_recipients::is_any_waiting(&app.db).await? {
        queue_next(app).await?;
    }
    campaigns::finish(&app.db).await?;
    Ok(())
}

/// Queues the first emails of a campaign that was just stored. Otherwise they leave within a few seconds.
pub(crate) async fn queue_soon(app: &App) {
    if let Err(error) = queue_next(app).await {
        tracing::warn!(
            error = error_chain(&error),
            "failed to queue the first emails of a campaign"
        );
    }
}

async fn queue_next(app: &App) -> StoreResult<()> {
    let a_minute = u64::from(app.config.campaign_mails_per_minute);
    let share = (a_minute * INTERVAL_SECONDS).div_ceil(60);
    let queued = app
        .in_transaction("queue_campaign_mails", async |tx| -> StoreResult<_> {
            let now = app.clock.now();
            let queued =
                campaign_recipients::queue(&tx, (a_minute, share), now - WINDOW, now).await?;
            for recipient_id in &queued {
                let job = Job::MailCampaign {
                    recipient_id: *recipient_id,
                };
                jobs::add(&tx, app.clock.new_id(), &job, now).await?;
            }
            Ok(queued)
        })
        .await?;
    if !queued.is_empty() {
        kill_point("campaign-queued");
        app.wake_worker();
    }
    Ok(())
}
