//! The handlers of all kinds of jobs, and the periodic tasks. `platform::job_runner` and `platform::periodic_tasks` run
//! them.

use std::time::Duration;

use futures_util::future::BoxFuture;
use store::jobs::{ClaimedJob, Job};
use tokio::sync::watch;

use crate::features::account::{forgot_password, password_changed, session, signup};
use crate::features::balance::{reminder_mail, reminders as balance_reminders};
use crate::features::blog::views;
use crate::features::booking::agency_event_mail;
use crate::features::booking::mail::{mail_confirmation, mail_guaranteed};
use crate::features::booking::payment::settle::end_intent;
use crate::features::booking::payment::{instructions_mail, receipt_mail, reconcile};
use crate::features::booking::refund::mail::{mail_cancelled, mail_refund, mail_travel_credit};
use crate::features::campaign;
use crate::features::custom_trek::mail as custom_trek;
use crate::features::departure::reminders;
use crate::features::departure_change;
use crate::features::enquiry;
use crate::features::exchange_rate;
use crate::features::newsletter;
use crate::features::npr_rate;
use crate::features::profile::{delete, mail as profile};
use crate::features::proposal;
use crate::features::review::ask as review_requests;
use crate::features::staff;
use crate::features::upload::{missing_placeholders, usage};
use crate::features::waitlist::mail::mail_offer;
use crate::features::waitlist::notice::{mail_ended, mail_moved};
use crate::features::waitlist::offers;
use crate::http::last_use;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
pub use crate::platform::job_runner::claim;
use crate::platform::job_runner::{self, JobError};
use crate::platform::periodic_tasks::{self, PeriodicTask};

/// Adapts [`run`] to the type that the job runner expects.
fn run_job<'a>(app: &'a App, job: &'a ClaimedJob) -> BoxFuture<'a, Result<(), JobError>> {
    Box::pin(run(app, job))
}

pub async fn run(app: &App, job: &ClaimedJob) -> Result<(), JobError> {
    match job.job {
        Job::MailCode { attempt_id } => signup::mail_code(app, job, attempt_id).await,
        Job::MailSignupOnKnownAddress { account_id } => {
            signup::mail_owner(app, job, account_id).await
        }
        Job::MailResetCode { attempt_id } => forgot_password::mail_code(app, job, attempt_id).await,
        Job::MailPasswordChanged { account_id } => {
            password_changed::mail_owner(app, job, account_id).await
        }
        Job::MailBookingConfirmed { booking_id } => mail_confirmation(app, job, booking_id).await,
        Job::MailBookingCancelled { booking_id } => mail_cancelled(app, job, booking_id).await,
        Job::MailRefund { refund_id } => mail_refund(app, job, refund_id).await,
        Job::MailTravelCredit { credit_id } => mail_travel_credit(app, job, credit_id).await,
        Job::MailReceipt { payment_id } => receipt_mail::mail_receipt(app, job, payment_id).await,
        Job::MailPaymentInstructions { booking_id } => {
            instructions_mail::mail(app, job, booking_id).await
        }
        Job::MailBalanceReminder {
            booking_id,
            due_on,
            days_before,
        } => reminder_mail::mail_reminder(app, job, (booking_id, due_on, days_before)).await,
        Job::MailReviewRequest { booking_id } => {
            review_requests::mail_request(app, job, booking_id).await
        }
        Job::EndPaymentIntent {
            booking_id,
            ref intent_id,
        } => end_intent(app, booking_id, intent_id).await,
        Job::MailNewsletterWelcome { subscriber_id } => {
            newsletter::mail_welcome(app, job, subscriber_id).await
        }
        Job::MailAccountCode { code_id } => profile::mail_code(app, job, code_id).await,
        Job::MailEmailChangeOnKnownAddress { account_id } => {
            profile::mail_owner(app, job, account_id).await
        }
        Job::MailIdentityLinked {
            account_id,
            ref issuer,
        } => profile::mail_linked(app, job, account_id, issuer).await,
        Job::MailEmailChanged {
            account_id,
            ref old_email,
        } => profile::mail_old_address(app, job, account_id, old_email).await,
        Job::MailAccountDeleted { ref email } => profile::mail_goodbye(app, job, email).await,
        Job::ForgetTraveller { account_id } => delete::forget_late(app, account_id).await,
        Job::MailTravellerLeft { ref booking_ids } => {
            profile::mail_agency(app, job, booking_ids).await
        }
        Job::MailCustomTrekReceived {
            custom_trek_id,
            is_owner,
        } => custom_trek::mail_traveller(app, job, custom_trek_id, is_owner).await,
        Job::MailCustomTrekAsked { custom_trek_id } => {
            custom_trek::mail_agency(app, job, custom_trek_id).await
        }
        Job::MailAgencyEvent { event_id } => agency_event_mail::mail(app, job, event_id).await,
        Job::MailSeatOffer { entry_id } => mail_offer(app, job, entry_id).await,
        Job::MailWaitlistEnded { entry_id } => mail_ended(app, job, entry_id).await,
        Job::MailWaitlistMoved {
            entry_id,
            from_start,
        } => mail_moved(app, job, entry_id, from_start).await,
        Job::MailDepartureGuaranteed { booking_id } => mail_guaranteed(app, job, booking_id).await,
        Job::MailDepartureChange { choice_id, .. } => {
            departure_change::mail::mail_traveller(app, job, choice_id).await
        }
        Job::MailEnquiryReceived { enquiry_id } => {
            enquiry::mail::mail_received(app, job, enquiry_id).await
        }
        Job::MailEnquiryMessage { message_id } => {
            enquiry::mail::mail_agency(app, job, message_id).await
        }
        Job::MailEnquiryAnswer { message_id } => {
            enquiry::mail::mail_answer(app, job, message_id).await
        }
        Job::MailProposal {
            proposal_id,
            is_reminder,
        } => proposal::mail::mail_proposal(app, job, proposal_id, is_reminder).await,
        Job::MailProposalWithdrawn { proposal_id } => {
            proposal::mail::mail_withdrawn(app, job, proposal_id).await
        }
        Job::MailCampaign { recipient_id } => {
            campaign::mail::mail_recipient(app, job, recipient_id).await
        }
        Job::MailCampaignTest {
            campaign_id,
            account_id,
        } => campaign::mail::mail_test(app, job, (campaign_id, account_id)).await,
        Job::MailStaffInvitation { invitation_id } => {
            staff::mail::mail_invitation(app, job, invitation_id).await
        }
        Job::CarryOnDepartureChange { change_id } => {
            departure_change::carry_on::carry_on(app, change_id).await
        }
    }
}

/// Tasks that one of all servers on the database runs.
const PERIODIC_TASKS: &[PeriodicTask] = &[
    PeriodicTask {
        name: "purge_expired",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { session::drop_expired(&app).await }),
    },
    PeriodicTask {
        name: "reconcile_payments",
        every: Duration::from_secs(60),
        run: |app| Box::pin(async move { reconcile::reconcile(&app).await }),
    },
    PeriodicTask {
        name: "refund_late_payments",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { reconcile::find_late_payments(&app).await }),
    },
    PeriodicTask {
        name: "complete_bookings",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { reconcile::complete(&app).await }),
    },
    PeriodicTask {
        name: "cancel_unpaid_bookings",
        every: Duration::from_secs(5 * 60),
        run: |app| Box::pin(async move { reconcile::expire_unpaid(&app).await }),
    },
    PeriodicTask {
        name: "offer_free_seats",
        every: Duration::from_secs(30),
        run: |app| Box::pin(async move { offers::sweep(&app).await }),
    },
    PeriodicTask {
        name: "remind_to_decide_departures",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { reminders::remind(&app).await }),
    },
    PeriodicTask {
        name: "remind_of_balances",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { balance_reminders::remind(&app).await }),
    },
    PeriodicTask {
        name: "ask_for_reviews",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { review_requests::ask(&app).await }),
    },
    PeriodicTask {
        name: "remind_of_proposals",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { proposal::reminders::remind(&app).await }),
    },
    PeriodicTask {
        name: "carry_on_departure_changes",
        every: Duration::from_secs(5 * 60),
        run: |app| Box::pin(async move { departure_change::carry_on::carry_on_all(&app).await }),
    },
    PeriodicTask {
        name: "queue_campaigns",
        every: Duration::from_secs(campaign::queue::INTERVAL_SECONDS),
        run: |app| Box::pin(async move { campaign::queue::queue(&app).await }),
    },
    PeriodicTask {
        name: "remove_unused_pictures",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { usage::sweep(&app).await }),
    },
    PeriodicTask {
        name: "make_missing_placeholders",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { missing_placeholders::make_missing(&app).await }),
    },
    PeriodicTask {
        name: "refresh_exchange_rates",
        every: Duration::from_secs(5 * 60),
        run: |app| Box::pin(async move { exchange_rate::refresh(&app).await }),
    },
    PeriodicTask {
        name: "refresh_npr_rate",
        every: Duration::from_secs(5 * 60),
        run: |app| Box::pin(async move { npr_rate::refresh::refresh(&app).await }),
    },
];

/// Runs in every server, because each has its own session uses in memory.
const SAVE_SESSION_USE: PeriodicTask = PeriodicTask {
    name: "save_session_use",
    every: Duration::from_secs(60),
    run: |app| Box::pin(async move { Ok(last_use::write_down(&app).await?) }),
};

/// As above.
const SAVE_ARTICLE_VIEWS: PeriodicTask = PeriodicTask {
    name: "save_article_views",
    every: Duration::from_secs(5),
    run: |app| Box::pin(async move { Ok(views::save(&app).await?) }),
};

/// Runs jobs and periodic tasks until `stop` is true. Work in progress is completed.
pub async fn work(app: App, stop: watch::Receiver<bool>) {
    let (jobs, shared) = (app.clone(), app.clone());
    tokio::join!(
        job_runner::run(jobs, stop.clone(), run_job),
        periodic_tasks::share(shared, stop.clone(), PERIODIC_TASKS, periodic_tasks::LEASE),
        periodic_tasks::repeat(app.clone(), stop.clone(), &SAVE_SESSION_USE),
        periodic_tasks::repeat(app.clone(), stop, &SAVE_ARTICLE_VIEWS),
    );
    if let Err(error) = last_use::write_down(&app).await {
        tracing::warn!(
            error = error_chain(&error),
            "failed to store when sessions were last used"
        );
    }
    if let Err(error) = views::save(&app).await {
        tracing::warn!(
            error = error_chain(&error),
            "failed to store views of articles"
        );
    }
}

/// Runs a claimed job and stores its outcome.
pub async fn attempt(app: &App, job: &ClaimedJob) {
    job_runner::attempt(app, job, run_job).await;
}
