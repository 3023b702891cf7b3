//! Accounts as JSON, with the field names of the documents (document 1 §3 and §7).
//!
//! A missing field is read as empty, so that one response lists every missing field.

use axum::Json;
use axum::http::HeaderValue;
use axum::http::header::ACCESS_CONTROL_EXPOSE_HEADERS;
use axum::response::{IntoResponse, Response};
use domain::account::Role;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::accounts::Account;
use store::{Connection, StoreResult};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::auth::{SignedIn, lacks_second_step};
use crate::http::middleware::{ACCESS_TOKEN, REFRESH_TOKEN};
use crate::http::response::Success;
use crate::platform::app::App;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    #[schema(value_type = UserRole, inline)]
    pub role: Role,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub nationality: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub emergency_contact: Option<String>,
    /// False for a user who signed up through a third party and has set no password.
    pub has_password: bool,
    /// Staff who must set up a second step before they work at the desk.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub lacks_second_step: bool,
    #[schema(value_type = HashMap<String, Value>)]
    pub preferences: Map<String, Value>,
}

impl User {
    pub(crate) async fn of(app: &App, db: &impl Connection, account: Account) -> StoreResult<Self> {
        Ok(Self {
            lacks_second_step: lacks_second_step(app, db, &account).await?,
            ..account.into()
        })
    }
}

impl From<SignedIn> for User {
    fn from(me: SignedIn) -> Self {
        Self {
            lacks_second_step: me.lacks_second_step,
            ..me.account.into()
        }
    }
}

/// The roles in the API.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UserRole {
    User,
    Guide,
    Staff,
    Admin,
}

impl From<Account> for User {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            name: account.name,
            email: account.email.into(),
            role: account.role,
            phone: account.phone,
            nationality: account.nationality,
            emergency_contact: account.emergency_contact,
            has_password: account.has_password,
            lacks_second_step: false,
            preferences: account.preferences,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignupRequest {
    #[serde(default)]
    #[schema(required)]
    pub name: String,
    #[serde(default)]
    #[schema(required)]
    pub email: String,
    #[serde(default)]
    #[schema(required)]
    pub password: String,
    #[serde(default)]
    #[schema(required)]
    pub confirm_password: String,
    /// Accepted from the client of the documents and ignored: every sign-up creates a user.
    #[serde(default, rename = "role")]
    #[schema(required = false, nullable = false)]
    pub _role: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignupAnswer {
    pub status: Success,
    pub message: String,
    pub temp_user_id: Uuid,
    pub expires_in_seconds: u32,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyOtpRequest {
    #[serde(default)]
    #[schema(required)]
    pub otp: String,
    #[serde(default)]
    #[schema(required)]
    pub temp_user_id: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    #[serde(default)]
    #[schema(required)]
    pub email: String,
}

/// Confirms that a code is mailed, and for how long it is valid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeSentAnswer {
    pub status: Success,
    pub message: String,
    pub expires_in_seconds: u32,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetPasswordRequest {
    #[serde(default)]
    #[schema(required)]
    pub otp: String,
    #[serde(default)]
    #[schema(required)]
    pub new_password: String,
    #[serde(default)]
    #[schema(required)]
    pub confirm_password: String,
}

#[derive(Deserialize, ToSchema)]
pub struct LoginRequest {
    #[serde(default)]
    #[schema(required)]
    pub email: String,
    #[serde(default)]
    #[schema(required)]
    pub password: String,
}

#[derive(Serialize, ToSchema)]
pub struct UserAnswer {
    pub status: Success,
    pub user: User,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub message: Option<String>,
}

/// Response to a sign-in: the user in the body, both tokens in headers.
pub struct SignedInAnswer {
    pub user: User,
    pub message: &'static str,
    pub access_token: String,
    pub refresh_token: String,
}

impl IntoResponse for SignedInAnswer {
    fn into_response(self) -> Response {
        let body = UserAnswer {
            status: Success::Success,
            user: self.user,
            message: Some(self.message.to_owned()),
        };
        let mut response = Json(body).into_response();
        let tokens = [
            (ACCESS_TOKEN, self.access_token),
            (REFRESH_TOKEN, self.refresh_token),
        ];
        for (name, token) in tokens {
            if let Ok(value) = HeaderValue::try_from(token) {
                response.headers_mut().insert(name, value);
            }
        }
        response.headers_mut().insert(
            ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static("x-access-token, x-refresh-token"),
        );
        response
    }
}

/// Response to a first step that succeeded, for an account with a second step.
#[derive(Serialize, ToSchema)]
pub struct SecondStepAnswer {
    pub status: SecondStepStatus,
    pub data: SecondStepChallenge,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SecondStepStatus {
    SecondStep,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondStepChallenge {
    pub challenge: Uuid,
    pub expires_in_seconds: i64,
}

/// A code of the authenticator app, or a recovery code instead.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondStepRequest {
    #[serde(default)]
    #[schema(required)]
    pub challenge: String,
    #[serde(default)]
    pub code: String,
    #[serde(default)]
    pub recovery_code: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshRequest {
    #[serde(default)]
    #[schema(required)]
    pub refresh_token: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshAnswer {
    pub status: Success,
    pub access_token: String,
}

#[derive(Serialize, ToSchema)]
pub struct MessageAnswer {
    pub status: Success,
    pub message: String,
}
