//! `GET /api/settings/{name}/history`: who changed a setting at the desk, when, and from what to what.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::Value;

use super::SUBJECT;
use super::wire::{SettingHistory, SettingHistoryAnswer, SettingHistoryEntry};
use crate::http::auth::Admin;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, NotFound, ServerError};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::settings::desk;

const NOT_FOUND: &str = "The desk has no such setting.";
const MAX_ENTRIES: u64 = 50;

/// Returns the newest changes of a setting.
#[utoipa::path(
    get, path = "/api/settings/{name}/history", tag = "settings", security(("session" = [])),
    params(("name" = String, Path)),
    responses((status = 200, body = SettingHistoryAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn read_setting_history(
    State(app): State<App>,
    _admin: Admin,
    Path(name): Path<String>,
) -> ApiResult<Json<SettingHistoryAnswer>> {
    let setting = desk::find(&name).ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let entries = store::audit::list_of(&app.db, SUBJECT, setting.name, MAX_ENTRIES).await?;
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let changes = entries.into_iter().map(|entry| {
        let change = entry.changes.first();
        SettingHistoryEntry {
            at: entry.at,
            before: text(change.map(|change| &change.before)),
            after: text(change.map(|change| &change.after)),
            who: entry.who_name,
        }
    });
    Ok(Json(SettingHistoryAnswer {
        status: Success::Success,
        data: SettingHistory {
            changes: changes.collect(),
        },
    }))
}
