//! JSON of enquiries and saved replies.

use chrono::{DateTime, Utc};
use domain::enquiry;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::response::Success;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewEnquiry {
    pub trek_id: Uuid,
    #[serde(default)]
    #[schema(required)]
    pub name: String,
    #[serde(default)]
    #[schema(required)]
    pub email: String,
    #[serde(default)]
    #[schema(required)]
    pub question: String,
    /// Must be empty. Programs that fill in every field fill it in, too.
    #[serde(default)]
    #[schema(required = false)]
    pub website: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct NewMessage {
    #[serde(default)]
    #[schema(required)]
    pub text: String,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum EnquiryStatus {
    Waiting,
    Answered,
    Closed,
}

impl From<enquiry::EnquiryStatus> for EnquiryStatus {
    fn from(status: enquiry::EnquiryStatus) -> Self {
        match status {
            enquiry::EnquiryStatus::Waiting => Self::Waiting,
            enquiry::EnquiryStatus::Answered => Self::Answered,
            enquiry::EnquiryStatus::Closed => Self::Closed,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Enquiry {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub trek_id: Uuid,
    /// At the time of the question.
    pub trek_name: String,
    pub name: String,
    pub email: String,
    /// Whether the traveller has shown access to the address.
    pub is_verified: bool,
    pub status: EnquiryStatus,
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub last_message_at: DateTime<Utc>,
}

impl From<enquiry::Enquiry> for Enquiry {
    fn from(kept: enquiry::Enquiry) -> Self {
        Self {
            id: kept.id,
            trek_id: kept.trek_id,
            trek_name: kept.trek_name,
            name: kept.name,
            email: kept.email.into(),
            is_verified: kept.is_verified,
            status: kept.status.into(),
            version: kept.version,
            created_at: kept.created_at,
            last_message_at: kept.last_message_at,
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageAuthor {
    Traveller,
    Staff,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnquiryMessage {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub author: MessageAuthor,
    pub author_name: String,
    pub text: String,
    pub sent_at: DateTime<Utc>,
}

impl From<enquiry::Message> for EnquiryMessage {
    fn from(kept: enquiry::Message) -> Self {
        Self {
            id: kept.id,
            author: match kept.author {
                enquiry::Author::Traveller => MessageAuthor::Traveller,
                enquiry::Author::Staff => MessageAuthor::Staff,
            },
            author_name: kept.author_name,
            text: kept.text,
            sent_at: kept.sent_at,
        }
    }
}

/// An enquiry with its messages, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct EnquiryThread {
    #[serde(flatten)]
    pub enquiry: Enquiry,
    pub messages: Vec<EnquiryMessage>,
}

impl EnquiryThread {
    pub fn new(enquiry: enquiry::Enquiry, messages: Vec<enquiry::Message>) -> Self {
        Self {
            enquiry: enquiry.into(),
            messages: messages.into_iter().map(EnquiryMessage::from).collect(),
        }
    }

    pub fn answer(self) -> EnquiryAnswer {
        EnquiryAnswer {
            status: Success::Success,
            data: OneEnquiry { enquiry: self },
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct EnquiryAnswer {
    pub status: Success,
    pub data: OneEnquiry,
}

#[derive(Serialize, ToSchema)]
pub struct OneEnquiry {
    pub enquiry: EnquiryThread,
}

#[derive(Serialize, ToSchema)]
pub struct EnquiryListAnswer {
    pub status: Success,
    pub data: EnquiryList,
}

#[derive(Serialize, ToSchema)]
pub struct EnquiryList {
    pub enquiries: Vec<Enquiry>,
    /// On all pages.
    pub total: u64,
}

/// An enquiry as the traveller sees it with the link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedEnquiry {
    pub trek_id: Uuid,
    pub trek_name: String,
    pub messages: Vec<EnquiryMessage>,
}

impl SharedEnquiry {
    pub fn new(enquiry: enquiry::Enquiry, messages: Vec<enquiry::Message>) -> Self {
        Self {
            trek_id: enquiry.trek_id,
            trek_name: enquiry.trek_name,
            messages: messages.into_iter().map(EnquiryMessage::from).collect(),
        }
    }

    pub fn answer(self) -> SharedEnquiryAnswer {
        SharedEnquiryAnswer {
            status: Success::Success,
            data: OneSharedEnquiry { enquiry: self },
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct SharedEnquiryAnswer {
    pub status: Success,
    pub data: OneSharedEnquiry,
}

#[derive(Serialize, ToSchema)]
pub struct OneSharedEnquiry {
    pub enquiry: SharedEnquiry,
}

#[derive(Serialize, ToSchema)]
pub struct SavedReply {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub title: String,
    pub text: String,
    pub version: i64,
}

impl From<enquiry::SavedReply> for SavedReply {
    fn from(kept: enquiry::SavedReply) -> Self {
        Self {
            id: kept.id,
            title: kept.title,
            text: kept.text,
            version: kept.version,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct SavedReplyAnswer {
    pub status: Success,
    pub data: OneSavedReply,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneSavedReply {
    pub saved_reply: SavedReply,
}

impl From<enquiry::SavedReply> for SavedReplyAnswer {
    fn from(kept: enquiry::SavedReply) -> Self {
        Self {
            status: Success::Success,
            data: OneSavedReply {
                saved_reply: kept.into(),
            },
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct SavedReplyListAnswer {
    pub status: Success,
    pub data: SavedReplyList,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedReplyList {
    pub saved_replies: Vec<SavedReply>,
}
