//! JSON types of custom treks (decisions §10 "Shapes").

use chrono::{DateTime, NaiveDate, Utc};
use domain::custom_trek;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::response::Success;

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomTrekRequest {
    #[serde(default)]
    #[schema(required)]
    pub name: String,
    #[serde(default)]
    #[schema(required)]
    pub email: String,
    pub phone: Option<String>,
    /// Destination in the traveller's words.
    #[serde(default)]
    #[schema(required)]
    pub destination: String,
    /// `yyyy-mm-dd`, or a timestamp that is converted to its day.
    pub start_date: Option<String>,
    /// 1 to 60.
    pub days: Option<u32>,
    /// 1 to 100.
    #[serde(default)]
    #[schema(required)]
    pub guests: u32,
    pub message: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum CustomTrekStatus {
    New,
    Answered,
    Closed,
}

impl From<custom_trek::CustomTrekStatus> for CustomTrekStatus {
    fn from(status: custom_trek::CustomTrekStatus) -> Self {
        match status {
            custom_trek::CustomTrekStatus::New => Self::New,
            custom_trek::CustomTrekStatus::Answered => Self::Answered,
            custom_trek::CustomTrekStatus::Closed => Self::Closed,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomTrek {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub phone: Option<String>,
    pub destination: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub start_date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub days: Option<u32>,
    pub guests: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub message: Option<String>,
    pub status: CustomTrekStatus,
    /// Internal notes of the agency. Never sent to the traveller.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub notes: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl From<custom_trek::CustomTrek> for CustomTrek {
    fn from(kept: custom_trek::CustomTrek) -> Self {
        let wish = kept.wish;
        Self {
            id: kept.id,
            name: wish.name,
            email: wish.email,
            phone: wish.phone,
            destination: wish.destination,
            start_date: wish.start_date,
            days: wish.days,
            guests: wish.guests,
            message: wish.message,
            status: kept.status.into(),
            notes: kept.notes,
            created_at: kept.created_at,
            updated_at: kept.updated_at,
        }
    }
}

impl CustomTrek {
    /// The form that the traveller may see.
    #[must_use]
    pub fn for_traveller(kept: custom_trek::CustomTrek) -> Self {
        Self {
            notes: None,
            ..kept.into()
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct CustomTrekAnswer {
    pub status: Success,
    pub data: OneCustomTrek,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneCustomTrek {
    pub custom_trek: CustomTrek,
}

impl From<custom_trek::CustomTrek> for CustomTrekAnswer {
    fn from(kept: custom_trek::CustomTrek) -> Self {
        Self {
            status: Success::Success,
            data: OneCustomTrek {
                custom_trek: kept.into(),
            },
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct CustomTrekListAnswer {
    pub status: Success,
    pub data: CustomTrekList,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomTrekList {
    pub custom_treks: Vec<CustomTrek>,
    /// On all pages.
    pub total: u64,
}
