//! `PATCH /api/settings`: an owner changes settings, all or none. The change is in use in this process at once, and in the
//! others within a second.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use domain::problem::Problem;
use serde_json::json;
use store::settings::StoredSetting;

use super::SUBJECT;
use super::list::{answer, list, message_for, set_in, without_key};
use super::wire::{SettingsAnswer, SettingsChange};
use crate::features::audit;
use crate::http::auth::{Admin, SignedIn};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, ServerError};
use crate::http::extract::Body;
use crate::platform::app::App;
use crate::platform::live_settings::CurrentSettings;
use crate::platform::settings::desk::{self, DESK_SETTINGS};
use crate::platform::settings::variable;

const INVALID: &str = "The settings were not saved. Please check your input.";
const STALE: &str = "Another owner changed the settings. Check them, then save again.";
const UNKNOWN: &str = "The desk has no such setting.";
const OPERATOR: &str = "Only the operator of the server can change this setting.";
const TOO_LONG: &str = "This text is too long.";
const MAX_LENGTH: usize = 4000;

/// A new value for each name; none resets the setting.
type Changes = BTreeMap<String, Option<String>>;

/// Changes settings, all or none. With an older version 409 and the present settings.
#[utoipa::path(
    patch, path = "/api/settings", tag = "settings", security(("session" = [])), request_body = SettingsChange,
    responses((status = 200, body = SettingsAnswer), BodyErrors, AdminErrors, Conflict, ServerError),
)]
pub(crate) async fn change_settings(
    State(app): State<App>,
    Admin(me): Admin,
    Body(ask): Body<SettingsChange>,
) -> ApiResult<Json<SettingsAnswer>> {
    let (answer, next) = app
        .in_transaction("change_settings", async |tx| -> ApiResult<_> {
            // Changes run one after the other from here on.
            let version = store::settings::next_version(&tx).await?;
            let before = store::settings::list(&tx).await?;
            let present = app.settings.read(version - 1, before);
            if ask.version != present.version {
                let error = ApiError::conflict(STALE).with_current_version(present.version);
                let state = serde_json::to_value(list(&present)).map_err(ApiError::internal)?;
                return Err(error.with_data(state));
            }
            let changes = trimmed(ask.values.clone());
            let problems = check_names(&present, &changes);
            if !problems.is_empty() {
                return Err(ApiError::invalid(INVALID, problems));
            }
            let changes = differing(&present, changes);
            if changes.is_empty() {
                tx.roll_back();
                return Ok((answer(&present), None));
            }
            let mut stored = present.stored.clone();
            for (name, value) in &changes {
                match value {
                    None => stored.remove(name),
                    Some(value) => stored.insert(name.clone(), new_row(&app, &me, name, value)),
                };
            }
            let next = app.settings.read(version, stored.into_values().collect());
            let problems = check_values(&present, &next, &changes);
            if !problems.is_empty() {
                return Err(ApiError::invalid(INVALID, problems));
            }
            for (name, value) in &changes {
                match value {
                    None => store::settings::remove(&tx, name).await?,
                    Some(value) => {
                        store::settings::set(&tx, &new_row(&app, &me, name, value)).await?;
                    }
                }
                let before = present.stored.get(name).map(|stored| &*stored.value);
                let shown = |value: Option<&str>| value.map(|value| without_key(name, value));
                let changed = audit::changes(
                    &json!({"value": shown(before)}),
                    &json!({"value": shown(value.as_deref())}),
                );
                let label = desk::find(name).map_or(name.as_str(), |setting| setting.label);
                let entry =
                    audit::note(&app, &me, "change", (SUBJECT, name.clone(), label), changed);
                store::audit::add(&tx, &entry).await?;
            }
            Ok((answer(&next), Some(next)))
        })
        .await?;
    if let Some(next) = next {
        app.settings.set(next);
    }
    Ok(Json(answer))
}

fn new_row(app: &App, me: &SignedIn, name: &str, value: &str) -> StoredSetting {
    StoredSetting {
        name: name.to_owned(),
        value: value.to_owned(),
        changed_by: me.account.name.clone(),
        changed_at: app.clock.now(),
    }
}

fn trimmed(values: Changes) -> Changes {
    let text = |value: Option<String>| {
        let value = value?.trim().to_owned();
        (!value.is_empty()).then_some(value)
    };
    let values = values.into_iter();
    values.map(|(name, value)| (name, text(value))).collect()
}

fn differing(present: &CurrentSettings, mut changes: Changes) -> Changes {
    changes.retain(|name, value| {
        let stored = present.stored.get(name).map(|stored| &stored.value);
        stored != value.as_ref()
    });
    changes
}

fn check_names(present: &CurrentSettings, changes: &Changes) -> Vec<Problem> {
    let check = |(name, value): (&String, &Option<String>)| {
        let is_known = desk::find(name).is_some();
        let given = present.config.values.given(name);
        let message = match (given, value) {
            // A stored value that nothing uses can be removed, whatever its name.
            (_, None) if is_known || present.stored.contains_key(name) => return None,
            _ if !is_known && present.config.values.get(name).is_some() => OPERATOR.to_owned(),
            _ if !is_known => UNKNOWN.to_owned(),
            (Some((_, source)), Some(_)) => {
                let place = set_in(name, source);
                format!("The operator set this in {place}. Change it there.")
            }
            (None, Some(value)) if value.len() > MAX_LENGTH => TOO_LONG.to_owned(),
            _ => return None,
        };
        Some(Problem::new(name.clone(), message))
    };
    changes.iter().filter_map(check).collect()
}

/// A value that could not be used before, and was not changed, does not keep the others from being saved.
fn check_values(
    present: &CurrentSettings,
    next: &CurrentSettings,
    changes: &Changes,
) -> Vec<Problem> {
    let was_refused = |name: &str| present.refused.iter().any(|one| one.name == name);
    let refused = next.refused.iter();
    let refused = refused.filter(|one| changes.contains_key(one.name) || !was_refused(one.name));
    refused
        .map(|one| {
            let field = DESK_SETTINGS
                .iter()
                .find(|setting| variable(setting.name) == one.problem.name)
                .map_or(one.name, |setting| setting.name);
            Problem::new(field, message_for(field, &one.problem))
        })
        .collect()
}
