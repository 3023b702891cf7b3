//! Who asked for the newsletter (document 1 §3).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::Email;

/// One address; subscribing twice changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subscriber {
    pub id: Uuid,
    pub email: Email,
    pub created_at: DateTime<Utc>,
}
