//! The status field of every successful response (decisions §2).

use serde::Serialize;
use utoipa::ToSchema;

/// The word in `status`.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Success {
    Success,
}
