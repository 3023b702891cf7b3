//! Newsletter subscribers (document 1 §3).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::Email;

/// A subscribed address. Subscribing twice has no effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subscriber {
    pub id: Uuid,
    pub email: Email,
    pub created_at: DateTime<Utc>,
}
