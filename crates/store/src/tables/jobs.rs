//! The job queue. A job is stored in the transaction of its cause, so that neither exists without the other. Every
//! job must be safe to run twice.
//!
//! Due times and leases use the clock of the database, because the clocks of the servers that share it may differ.

use std::time::Instant;

use chrono::{DateTime, NaiveDate, SubsecRound, TimeDelta, Utc};
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Query, SimpleExpr};
use sea_orm::{QueryOrder, QuerySelect, UpdateMany};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Connection, StoreResult};

mod clock;
mod mails;
pub use clock::database_time;
use clock::no_later_than_now;
pub use mails::*;

/// All kinds of jobs. They are stored as JSON: variants may be added, but never renamed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Job {
    /// Mails the code of a sign-up to its address.
    MailCode { attempt_id: Uuid },
    /// Informs the owner of an account that somebody tried to sign up with the same address.
    MailSignupOnKnownAddress { account_id: Uuid },
    /// Mails the code of a password reset, if the address has an account.
    MailResetCode { attempt_id: Uuid },
    /// Informs the owner of an account that its password was changed.
    MailPasswordChanged { account_id: Uuid },
    /// Mails the booking confirmation to the customer.
    MailBookingConfirmed { booking_id: Uuid },
    /// Informs the customer that a paid booking was cancelled, and about the refund.
    MailBookingCancelled { booking_id: Uuid },
    /// Informs the customer about a refund that is not part of a cancellation.
    MailRefund { refund_id: Uuid },
    /// Informs the customer about a travel credit that is not part of a cancellation.
    MailTravelCredit { credit_id: Uuid },
    /// Mails the receipt of a payment to the customer.
    MailReceipt { payment_id: Uuid },
    /// Mails how to pay a booking by bank transfer or at the agency.
    MailPaymentInstructions { booking_id: Uuid },
    /// Reminds the customer of a balance. `days_before` is negative after the due date.
    MailBalanceReminder {
        booking_id: Uuid,
        due_on: NaiveDate,
        days_before: i32,
    },
    /// Asks the customer for a review after the trip.
    MailReviewRequest { booking_id: Uuid },
    /// Cancels a payment intent that was replaced, because part of its amount came another way.
    EndPaymentIntent { booking_id: Uuid, intent_id: String },
    /// Welcomes a newsletter subscriber.
    MailNewsletterWelcome { subscriber_id: Uuid },
    /// Mails a one-time code that a signed-in user requested.
    MailAccountCode { code_id: Uuid },
    /// Informs the owner of an account that somebody tried to change another account to the same address.
    MailEmailChangeOnKnownAddress { account_id: Uuid },
    /// Informs the owner of an account that it was linked to a sign-in provider.
    MailIdentityLinked { account_id: Uuid, issuer: String },
    /// Informs the old address of an account that the address was changed.
    MailEmailChanged { account_id: Uuid, old_email: String },
    /// Confirms the deletion of an account. The job contains the address, because the account no longer exists.
    MailAccountDeleted { email: String },
    /// Removes personal data from bookings that were created while their account was being deleted.
    ForgetTraveller { account_id: Uuid },
    /// Informs the agency about paid bookings whose traveller deleted the account.
    MailTravellerLeft { booking_ids: Vec<Uuid> },
    /// Confirms to the traveller that a custom trek request has arrived. `is_owner`: the traveller was signed in with
    /// that address.
    MailCustomTrekReceived {
        custom_trek_id: Uuid,
        is_owner: bool,
    },
    /// Informs the agency about a custom trek request.
    MailCustomTrekAsked { custom_trek_id: Uuid },
    /// Informs the agency about a paid booking, a cancellation, a failed payment or refund, or a departure to decide.
    MailAgencyEvent { event_id: Uuid },
    /// Offers seats to a waiting party.
    MailSeatOffer { entry_id: Uuid },
    /// Informs a traveller that an offer of seats lapsed, or that the departure was cancelled.
    MailWaitlistEnded { entry_id: Uuid },
    /// Informs a waiting traveller that the agency moved the departure of this start date.
    MailWaitlistMoved {
        entry_id: Uuid,
        from_start: NaiveDate,
    },
    /// Informs the customer that the departure of a booking is guaranteed.
    MailDepartureGuaranteed { booking_id: Uuid },
    /// Asks a traveller what happens to the booking, after the agency moved or cancelled its departure.
    MailDepartureChange { booking_id: Uuid, choice_id: Uuid },
    /// Confirms to the traveller that an enquiry has arrived.
    MailEnquiryReceived { enquiry_id: Uuid },
    /// Informs the agency about a message of a traveller.
    MailEnquiryMessage { message_id: Uuid },
    /// Mails an answer of the agency to the traveller.
    MailEnquiryAnswer { message_id: Uuid },
    /// Mails the link of a proposal to the traveller, or reminds of its end.
    MailProposal {
        proposal_id: Uuid,
        is_reminder: bool,
    },
    /// Informs the traveller that a proposal can no longer be accepted.
    MailProposalWithdrawn { proposal_id: Uuid },
    /// Mails a campaign to one recipient.
    MailCampaign { recipient_id: Uuid },
    /// Mails a campaign to a member of staff who tries it out.
    MailCampaignTest { campaign_id: Uuid, account_id: Uuid },
    /// Mails the link of an invitation to the staff.
    MailStaffInvitation { invitation_id: Uuid },
    /// Ends the unpaid bookings of a departure that was moved or cancelled.
    CarryOnDepartureChange { change_id: Uuid },
}

impl Job {
    /// The name of the variant as it is stored.
    #[must_use]
    pub fn kind(&self) -> String {
        let stored = serde_json::to_value(self).unwrap_or_default();
        stored["kind"].as_str().unwrap_or_default().to_owned()
    }

    #[must_use]
    pub fn is_mail(&self) -> bool {
        self.kind().starts_with("mail")
    }

    /// Whether the job mails a one-time code, which expires.
    #[must_use]
    pub fn is_code(&self) -> bool {
        matches!(
            self,
            Self::MailCode { .. } | Self::MailResetCode { .. } | Self::MailAccountCode { .. }
        )
    }
}

/// A job that one worker holds until its lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedJob {
    pub id: Uuid,
    pub job: Job,
    /// Number of attempts including this one: 1 at the first run.
    pub tries: u32,
    pub created_at: DateTime<Utc>,
    claimed_at: DateTime<Utc>,
    claimed: Instant,
}

impl ClaimedJob {
    /// The current time by the clock that the job was claimed with, independent of this server's clock.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        let since = TimeDelta::from_std(self.claimed.elapsed()).unwrap_or_default();
        (self.claimed_at + since).trunc_subsecs(6)
    }
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "jobs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// A copy of the job's kind, for counting.
        pub kind: String,
        pub job: String,
        pub tries: i32,
        pub created_at: DateTimeUtc,
        pub due_at: DateTimeUtc,
        pub given_up_at: Option<DateTimeUtc>,
        pub last_error: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub mail_to: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
use row::{Column, Entity};

/// Why a job failed, and the recipient of its email.
#[derive(Debug, Clone, Copy)]
pub struct JobFailure<'a> {
    pub error: &'a str,
    pub mail_to: Option<&'a str>,
}

/// Stores a job that is due immediately.
pub async fn add(db: &impl Connection, id: Uuid, job: &Job, now: DateTime<Utc>) -> StoreResult<()> {
    let due_at = no_later_than_now(db.get_database_backend(), now);
    insert(db, id, job, now, due_at).await
}

/// Stores a job that is due later.
pub async fn add_later(
    db: &impl Connection,
    id: Uuid,
    job: &Job,
    due_at: DateTime<Utc>,
) -> StoreResult<()> {
    insert(db, id, job, due_at, Expr::value(due_at)).await
}

async fn insert(
    db: &impl Connection,
    id: Uuid,
    job: &Job,
    created_at: DateTime<Utc>,
    due_at: SimpleExpr,
) -> StoreResult<()> {
    let columns = [
        Column::Id,
        Column::Kind,
        Column::Job,
        Column::Tries,
        Column::CreatedAt,
        Column::DueAt,
    ];
    let values = [
        id.into(),
        job.kind().into(),
        serde_json::to_string(job)?.into(),
        0.into(),
        created_at.into(),
        due_at,
    ];
    let statement = Query::insert()
        .into_table(Entity)
        .columns(columns)
        .values_panic(values)
        .to_owned();
    db.execute_raw(db.get_database_backend().build(&statement))
        .await?;
    Ok(())
}

/// Jobs of a newer server that may be due before those that this one can read.
const MAX_UNREADABLE: u64 = 100;

/// Claims up to `limit` due jobs. A claim sets `due_at` to `leased_until` by a conditional update, so that only one
/// worker claims a job, and a job whose worker dies becomes due again. The update does not compare `due_at` with the
/// value that was read: the clock of SQLite writes a whole second as `.000`, chrono without a fraction, and such a job
/// would never be claimed.
pub async fn claim(
    db: &impl Connection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: u64,
) -> StoreResult<Vec<ClaimedJob>> {
    let due = Entity::find()
        .filter(Column::DueAt.lte(now))
        .filter(Column::GivenUpAt.is_null())
        .order_by_asc(Column::DueAt)
        .order_by_asc(Column::Id);
    let started = Instant::now();
    let mut claimed = Vec::new();
    for row in QuerySelect::limit(due, limit + MAX_UNREADABLE)
        .all(db)
        .await?
    {
        if claimed.len() as u64 == limit {
            break;
        }
        // A newer server on the same database may store kinds of jobs that this one cannot read. Those stay for the
        // newer server.
        let Ok(job) = serde_json::from_str(&row.job) else {
            continue;
        };
        let change = Entity::update_many()
            .col_expr(Column::DueAt, Expr::value(leased_until))
            .col_expr(Column::Tries, Expr::col(Column::Tries).add(1))
            .filter(Column::Id.eq(row.id))
            .filter(Column::Tries.eq(row.tries))
            .filter(Column::DueAt.lte(now))
            .filter(Column::GivenUpAt.is_null());
        if change.exec(db).await?.rows_affected == 1 {
            claimed.push(ClaimedJob {
                id: row.id,
                job,
                tries: u32::try_from(row.tries + 1).unwrap_or(u32::MAX),
                created_at: row.created_at,
                claimed_at: now,
                claimed: started,
            });
        }
    }
    Ok(claimed)
}

/// Removes a job that is done, by whichever worker.
pub async fn finish(db: &impl Connection, id: Uuid) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(db).await?;
    Ok(())
}

/// Records a failed attempt and makes the job due again at `due_at`, unless its lease ended and another worker has claimed
/// it since.
pub async fn retry(
    db: &impl Connection,
    (id, tries): (Uuid, u32),
    due_at: DateTime<Utc>,
    why: JobFailure<'_>,
) -> StoreResult<()> {
    let change = record_failure(why).col_expr(Column::DueAt, Expr::value(due_at));
    let change = change.filter(Column::Id.eq(id));
    change.filter(Column::Tries.eq(tries)).exec(db).await?;
    Ok(())
}

/// Records that a job failed permanently or too often. The row stays, so that an administrator can retry it.
pub async fn give_up(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
    why: JobFailure<'_>,
) -> StoreResult<()> {
    let change = record_failure(why).col_expr(Column::GivenUpAt, Expr::value(now));
    change.filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

fn record_failure(why: JobFailure<'_>) -> UpdateMany<Entity> {
    let change = Entity::update_many().col_expr(Column::LastError, Expr::value(why.error));
    match why.mail_to {
        Some(address) => change.col_expr(Column::MailTo, Expr::value(address)),
        None => change,
    }
}

/// The number of unfinished jobs, and how many of them were given up.
pub async fn count_open(db: &impl Connection) -> StoreResult<(u64, u64)> {
    let open = Entity::find().count(db).await?;
    let given_up = Entity::find()
        .filter(Column::GivenUpAt.is_not_null())
        .count(db)
        .await?;
    Ok((open, given_up))
}
