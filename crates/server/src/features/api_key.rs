//! `GET, POST, DELETE /api/api-keys[/{id}]`: administrators create the API keys of resellers and take them away
//! (operations §2).
//!
//! What a reseller books belongs to an account, as every booking does: one account per reseller, without a password
//! and with an address of the reserved domain `.invalid`, so that it takes no sign-in and receives no codes. Keys
//! of the same name belong to the same reseller, so that a key can be replaced without losing sight of its bookings.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::account::{Email, Role};
use domain::guest::name_problem;
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::accounts::{self, Account};
use store::api_keys::{self, ApiKeyKind};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::account::wire::MessageAnswer;
use crate::features::audit;
use crate::http::auth::Admin;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::adapters::secrets::random_bytes;
use crate::platform::app::App;

const NOT_FOUND: &str = "API key not found.";
const INVALID: &str = "Invalid API key. Please check your input.";
/// What every key begins with, so that a leaked one is recognised.
const KEY_PREFIX: &str = "chautari_";
/// How many characters of a key are stored to recognise it.
const SHOWN_LENGTH: usize = KEY_PREFIX.len() + 6;

#[derive(Debug, Deserialize, ToSchema)]
pub struct NewApiKey {
    /// The name of the reseller. Keys of the same name see the same bookings.
    pub name: String,
    #[schema(value_type = ApiKeyKindName)]
    pub kind: String,
}

/// What a key is for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ApiKeyKindName {
    /// Reads products and availability and books, over OCTO.
    Reseller,
}

/// A key without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    #[schema(value_type = ApiKeyKindName)]
    pub kind: &'static str,
    /// The first characters of the key.
    pub prefix: String,
    pub created_at: DateTime<Utc>,
    /// The name of the administrator who created it.
    pub created_by: String,
    /// Written at most once a minute.
    pub last_used_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ApiKeyListAnswer {
    pub status: Success,
    pub data: ApiKeyList,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKeyList {
    pub api_keys: Vec<ApiKey>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ApiKeyCreatedAnswer {
    pub status: Success,
    pub data: ApiKeyCreated,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKeyCreated {
    /// The secret. It is not stored and cannot be shown again.
    pub key: String,
    pub api_key: ApiKey,
}

impl From<api_keys::ApiKey> for ApiKey {
    fn from(key: api_keys::ApiKey) -> Self {
        Self {
            id: key.id,
            name: key.name,
            kind: key.kind.as_str(),
            prefix: key.prefix,
            created_at: key.created_at,
            created_by: key.created_by,
            last_used_at: key.last_used_at,
            revoked_at: key.revoked_at,
        }
    }
}

/// The hash that a key is stored and found by. A key is random, so that it needs no salt.
#[must_use]
pub fn hash_of(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

/// Returns all API keys, newest first.
#[utoipa::path(
    get, path = "/api/api-keys", tag = "api keys", security(("session" = [])),
    responses((status = 200, body = ApiKeyListAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn list_api_keys(
    State(app): State<App>,
    _admin: Admin,
) -> ApiResult<Json<ApiKeyListAnswer>> {
    let keys = api_keys::list(&app.db).await?;
    Ok(Json(ApiKeyListAnswer {
        status: Success::Success,
        data: ApiKeyList {
            api_keys: keys.into_iter().map(ApiKey::from).collect(),
        },
    }))
}

/// Creates an API key. The response contains it; it is never shown again.
#[utoipa::path(
    post, path = "/api/api-keys", tag = "api keys", security(("session" = [])),
    request_body = NewApiKey,
    responses((status = 201, body = ApiKeyCreatedAnswer), BodyErrors, AdminErrors, ServerError),
)]
pub(crate) async fn create_api_key(
    State(app): State<App>,
    Admin(admin): Admin,
    Body(asked): Body<NewApiKey>,
) -> ApiResult<(StatusCode, Json<ApiKeyCreatedAnswer>)> {
    let name = asked.name.trim().to_owned();
    let mut problems = Vec::new();
    problems.extend(name_problem(&name).map(|message| Problem::new("name", message)));
    let kind = ApiKeyKind::parse(asked.kind.trim());
    if kind.is_none() {
        problems.push(Problem::new("kind", "kind must be reseller"));
    }
    let Some(kind) = kind.filter(|_| problems.is_empty()) else {
        return Err(ApiError::invalid(INVALID, problems));
    };
    let secret = format!("{KEY_PREFIX}{}", hex::encode(random_bytes::<32>()));
    let now = app.clock.now();
    let key = app
        .in_transaction("create_api_key", async |tx| -> ApiResult<_> {
            let reseller_id = match api_keys::find_reseller(&tx, &name).await? {
                Some(id) => id,
                None => {
                    let account = reseller_account(app.clock.new_id(), &name, now)?;
                    accounts::insert(&tx, &account, None).await?;
                    account.id
                }
            };
            let key = api_keys::ApiKey {
                id: app.clock.new_id(),
                reseller_id,
                name: name.clone(),
                kind,
                prefix: secret.chars().take(SHOWN_LENGTH).collect(),
                created_by: admin.account.name.clone(),
                created_at: now,
                last_used_at: None,
                revoked_at: None,
            };
            api_keys::insert(&tx, &key, &hash_of(&secret)).await?;
            let subject = ("API key", key.id.to_string(), &*key.name);
            let entry = audit::note(&app, &admin, "create", subject, Vec::new());
            store::audit::add(&tx, &entry).await?;
            Ok(key)
        })
        .await?;
    let data = ApiKeyCreated {
        key: secret,
        api_key: key.into(),
    };
    let answer = ApiKeyCreatedAnswer {
        status: Success::Success,
        data,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

fn reseller_account(id: Uuid, name: &str, now: DateTime<Utc>) -> ApiResult<Account> {
    let address = format!("reseller-{}@resellers.invalid", id.simple());
    let email = Email::parse(&address).map_err(ApiError::internal)?;
    Ok(Account::new(id, name.to_owned(), email, Role::User, now))
}

/// Takes an API key away. It is refused from the next request on; its bookings stay.
#[utoipa::path(
    delete, path = "/api/api-keys/{id}", tag = "api keys", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = MessageAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn revoke_api_key(
    State(app): State<App>,
    Admin(admin): Admin,
    id: PathId,
) -> ApiResult<Json<MessageAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("revoke_api_key", async |tx| -> ApiResult<()> {
        let key = api_keys::find(&tx, id).await?;
        let key = key.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        if api_keys::revoke(&tx, id, app.clock.now()).await? {
            let subject = ("API key", id.to_string(), &*key.name);
            let entry = audit::note(&app, &admin, "revoke", subject, Vec::new());
            store::audit::add(&tx, &entry).await?;
        }
        Ok(())
    })
    .await?;
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "API key revoked.".to_owned(),
    }))
}
