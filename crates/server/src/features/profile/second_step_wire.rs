//! The second step of the own login as JSON.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::response::Success;

#[derive(Serialize, ToSchema)]
pub struct SecondStepStateAnswer {
    pub status: Success,
    pub data: OneSecondStep,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneSecondStep {
    pub second_step: SecondStepState,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondStepState {
    /// Null while the second step is off.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Whether the user needs it to work as staff.
    pub is_required: bool,
    pub recovery_codes_left: u64,
}

#[derive(Deserialize, ToSchema)]
pub struct SetUpSecondStepRequest {
    /// Not needed if the account has none.
    #[serde(default)]
    pub password: String,
    /// The code of `verification-code`, if the account has no password.
    #[serde(default)]
    pub otp: String,
}

#[derive(Serialize, ToSchema)]
pub struct SecondStepEnrolmentAnswer {
    pub status: Success,
    pub data: SecondStepEnrolment,
}

/// The key of an authenticator app, which is shown only here.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondStepEnrolment {
    /// In Base32, to type.
    pub secret: String,
    pub otpauth_url: String,
    /// `otpauthUrl` as a QR code, in SVG.
    pub qr_code: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ConfirmSecondStepRequest {
    #[serde(default)]
    #[schema(required)]
    pub code: String,
}

/// Both steps of a login.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondStepProofRequest {
    /// Not needed if the account has none.
    #[serde(default)]
    pub password: String,
    /// The code of `verification-code`, if the account has no password.
    #[serde(default)]
    pub otp: String,
    /// A code of the authenticator app.
    #[serde(default)]
    pub code: String,
    /// Instead of `code`.
    #[serde(default)]
    pub recovery_code: String,
}

#[derive(Serialize, ToSchema)]
pub struct NewRecoveryCodesAnswer {
    pub status: Success,
    pub data: RecoveryCodes,
}

/// Each replaces a code of the app once. They are shown only here.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}
