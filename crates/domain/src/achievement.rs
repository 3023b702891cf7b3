//! The figures that the home page shows about the agency (document 1 §3).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// More than any agency has: a slip of the keyboard.
pub const MAX_FIGURE: u32 = 10_000_000;

/// Four counts; only visible ones are public.
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
