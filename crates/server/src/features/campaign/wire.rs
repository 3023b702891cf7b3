//! JSON of campaigns.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::campaign::{self, RecipientStatus};
use serde::{Deserialize, Serialize};
use store::campaign_recipients::Recipient;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::response::Success;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CampaignStatus {
    Draft,
    Sending,
    Sent,
}

impl From<campaign::CampaignStatus> for CampaignStatus {
    fn from(status: campaign::CampaignStatus) -> Self {
        match status {
            campaign::CampaignStatus::Draft => Self::Draft,
            campaign::CampaignStatus::Sending => Self::Sending,
            campaign::CampaignStatus::Sent => Self::Sent,
        }
    }
}

/// The customers of the confirmed and completed bookings of a departure, or the newsletter's subscribers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum CampaignAudience {
    #[serde(rename_all = "camelCase")]
    Departure {
        departure_id: Uuid,
    },
    Subscribers,
}

impl From<campaign::Audience> for CampaignAudience {
    fn from(audience: campaign::Audience) -> Self {
        match audience {
            campaign::Audience::Departure(departure_id) => Self::Departure { departure_id },
            campaign::Audience::Subscribers => Self::Subscribers,
        }
    }
}

impl From<CampaignAudience> for campaign::Audience {
    fn from(audience: CampaignAudience) -> Self {
        match audience {
            CampaignAudience::Departure { departure_id } => Self::Departure(departure_id),
            CampaignAudience::Subscribers => Self::Subscribers,
        }
    }
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct NewCampaign {
    #[serde(default)]
    #[schema(required)]
    pub subject: String,
    /// Paragraphs with a blank line between them. Web addresses become links.
    #[serde(default)]
    #[schema(required)]
    pub body: String,
    pub audience: CampaignAudience,
}

/// Absent fields keep their values.
#[derive(Deserialize, ToSchema)]
pub struct CampaignChange {
    /// The version that this change is based on.
    pub version: i64,
    pub subject: Option<String>,
    pub body: Option<String>,
    pub audience: Option<CampaignAudience>,
}

#[derive(Deserialize, ToSchema)]
pub struct SendCampaign {
    /// The version to send.
    pub version: i64,
}

/// The number of recipients by the outcome of their email.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct RecipientCounts {
    /// To be sent.
    pub open: u64,
    pub sent: u64,
    /// Unsubscribed before the email was sent.
    pub skipped: u64,
    pub failed: u64,
}

impl RecipientCounts {
    pub fn new(counts: &HashMap<RecipientStatus, u64>) -> Self {
        let of = |status| counts.get(&status).copied().unwrap_or_default();
        Self {
            open: of(RecipientStatus::Waiting)
                + of(RecipientStatus::Queued)
                + of(RecipientStatus::Sending),
            sent: of(RecipientStatus::Sent),
            skipped: of(RecipientStatus::Skipped),
            failed: of(RecipientStatus::Failed),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Campaign {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub subject: String,
    pub body: String,
    pub audience: CampaignAudience,
    /// The trek and the start of the departure. Absent for subscribers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub departure: Option<String>,
    pub status: CampaignStatus,
    pub version: i64,
    /// The name of the member of staff.
    pub created_by: String,
    pub created_at: DateTime<Utc>,
    /// When sending began.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub started_at: Option<DateTime<Utc>>,
    pub recipients: RecipientCounts,
}

impl Campaign {
    pub fn new(
        kept: campaign::Campaign,
        departure: Option<String>,
        recipients: RecipientCounts,
    ) -> Self {
        Self {
            id: kept.id,
            subject: kept.subject,
            body: kept.body,
            audience: kept.audience.into(),
            departure,
            status: kept.status.into(),
            version: kept.version,
            created_by: kept.created_by,
            created_at: kept.created_at,
            started_at: kept.started_at,
            recipients,
        }
    }

    pub fn answer(self) -> CampaignAnswer {
        CampaignAnswer {
            status: Success::Success,
            data: OneCampaign { campaign: self },
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct CampaignAnswer {
    pub status: Success,
    pub data: OneCampaign,
}

#[derive(Serialize, ToSchema)]
pub struct OneCampaign {
    pub campaign: Campaign,
}

#[derive(Serialize, ToSchema)]
pub struct CampaignListAnswer {
    pub status: Success,
    pub data: CampaignList,
}

#[derive(Serialize, ToSchema)]
pub struct CampaignList {
    pub campaigns: Vec<Campaign>,
    /// On all pages.
    pub total: u64,
}

/// The email as the caller would get it.
#[derive(Serialize, ToSchema)]
pub struct CampaignPreview {
    pub subject: String,
    pub html: String,
    pub text: String,
    /// The number of people who would get it now.
    pub recipients: u64,
}

#[derive(Serialize, ToSchema)]
pub struct CampaignPreviewAnswer {
    pub status: Success,
    pub data: CampaignPreview,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CampaignRecipientStatus {
    Open,
    Sent,
    Skipped,
    Failed,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignRecipient {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub email: String,
    /// Empty for a subscriber.
    pub name: String,
    pub status: CampaignRecipientStatus,
    /// Why the email was not sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub error: Option<String>,
    /// When the email was sent, or given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ended_at: Option<DateTime<Utc>>,
}

impl From<Recipient> for CampaignRecipient {
    fn from(kept: Recipient) -> Self {
        Self {
            id: kept.id,
            email: kept.email.into(),
            name: kept.name,
            status: match kept.status {
                RecipientStatus::Waiting | RecipientStatus::Queued | RecipientStatus::Sending => {
                    CampaignRecipientStatus::Open
                }
                RecipientStatus::Sent => CampaignRecipientStatus::Sent,
                RecipientStatus::Skipped => CampaignRecipientStatus::Skipped,
                RecipientStatus::Failed => CampaignRecipientStatus::Failed,
            },
            error: kept.error,
            ended_at: kept.ended_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct CampaignRecipientsAnswer {
    pub status: Success,
    pub data: CampaignRecipients,
}

#[derive(Serialize, ToSchema)]
pub struct CampaignRecipients {
    /// In the order of sending.
    pub recipients: Vec<CampaignRecipient>,
    /// On all pages.
    pub total: u64,
}
