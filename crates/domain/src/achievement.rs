//! The achievement figures on the home page (document 1 §3).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A larger number is a typing error.
pub const MAX_FIGURE: u32 = 10_000_000;

/// Four counts. Only visible achievements are public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Achievement {
    pub id: Uuid,
    pub experience_yrs: u32,
    pub no_of_location: u32,
    pub travel_awards: u32,
    pub total_clients: u32,
    pub visibility: bool,
}
