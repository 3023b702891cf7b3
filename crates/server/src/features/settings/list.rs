//! `GET /api/settings`: every setting with its value and where it comes from. Secrets are never sent.

use axum::Json;
use axum::extract::State;

use super::wire::{
    OperatorSetting, Setting, SettingChoice, SettingSource, SettingsAnswer, SettingsList,
};
use crate::http::auth::Admin;
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, ServerError};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::config::Config;
use crate::platform::live_settings::CurrentSettings;
use crate::platform::settings::desk::{self, DESK_SETTINGS, DeskSetting, Kind};
use crate::platform::settings::{self, BadSetting, SETTINGS, Source, variable};

/// Returns the settings of the agency and, without secrets, those of the operator.
#[utoipa::path(
    get, path = "/api/settings", tag = "settings", security(("session" = [])),
    responses((status = 200, body = SettingsAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn list_settings(
    State(app): State<App>,
    _admin: Admin,
) -> ApiResult<Json<SettingsAnswer>> {
    Ok(Json(answer(&app.settings.current())))
}

pub fn answer(current: &CurrentSettings) -> SettingsAnswer {
    SettingsAnswer {
        status: Success::Success,
        data: list(current),
    }
}

pub fn list(current: &CurrentSettings) -> SettingsList {
    let is_operators = |name: &str| desk::find(name).is_none();
    let operators = SETTINGS.iter().filter(|one| is_operators(one.name));
    let unknown = current.stored.keys().filter(|name| is_operators(name));
    SettingsList {
        version: current.version,
        settings: DESK_SETTINGS.iter().map(|one| of(current, one)).collect(),
        operator_settings: operators.map(|one| of_operator(current, one)).collect(),
        unknown: unknown.cloned().collect(),
    }
}

fn of(current: &CurrentSettings, setting: &DeskSetting) -> Setting {
    let name = setting.name;
    let values = &current.config.values;
    let given = values.given(name);
    let stored = current.stored.get(name);
    let refused = current.refused.iter().find(|one| one.name == name);
    let is_used = given.is_none() && refused.is_none();
    let used = stored.filter(|_| is_used);
    let value = values.get(name).unwrap_or_default();
    let choices = match setting.kind {
        Kind::Choice(choices) => choices,
        _ => &[],
    };
    Setting {
        name: name.to_owned(),
        group: setting.group,
        label: setting.label,
        help: setting.help(),
        kind: setting.kind.into(),
        choices: choices
            .iter()
            .map(|(value, label)| SettingChoice { value, label })
            .collect(),
        value: match given {
            Some(_) => without_key(name, value),
            None => value.to_owned(),
        },
        default: settings::default(name).unwrap_or_default(),
        used_if_empty: used_if_empty(&current.config, name),
        source: match (given, used) {
            (Some((_, source)), _) => SettingSource::of(source),
            (None, Some(_)) => SettingSource::Desk,
            (None, None) => SettingSource::Default,
        },
        set_in: given.map(|(_, source)| set_in(name, source)),
        unused_value: stored
            .filter(|_| !is_used)
            .map(|stored| stored.value.clone()),
        problem: refused.map(|refused| message_for(name, &refused.problem)),
        changed_at: stored.map(|stored| stored.changed_at),
        changed_by: stored.map(|stored| stored.changed_by.clone()),
    }
}

fn of_operator(current: &CurrentSettings, setting: &settings::Setting) -> OperatorSetting {
    let name = setting.name;
    let values = &current.config.values;
    let (value, given, is_secret) = (values.get(name), values.given(name), desk::is_secret(name));
    OperatorSetting {
        name,
        help: setting.help,
        value: value.filter(|_| !is_secret).map(str::to_owned),
        is_secret,
        is_set: value.is_some(),
        source: match given {
            Some((_, source)) => SettingSource::of(source),
            None => SettingSource::Default,
        },
        set_in: given.map(|(_, source)| set_in(name, source)),
    }
}

/// The place in which the operator set a setting, by name.
pub fn set_in(name: &str, source: &Source) -> String {
    match source {
        Source::File(path) => path.clone(),
        Source::Environment => variable(name),
        Source::Flag => format!("--{}", name.replace('_', "-")),
    }
}

/// The value without the key of a map service, for the audit log and where the operator set it.
pub fn without_key(name: &str, value: &str) -> String {
    match value.split_once(':') {
        Some(("google", _)) if name == "map_tiles" => "google:(key)".to_owned(),
        _ => value.to_owned(),
    }
}

/// A problem in the words of the desk: labels instead of variables. It names its setting where it is that of another.
pub fn message_for(shown_at: &str, problem: &BadSetting) -> String {
    let mut text = problem.problem.clone();
    for setting in DESK_SETTINGS {
        text = text.replace(&variable(setting.name), &format!("“{}”", setting.label));
    }
    let own = DESK_SETTINGS
        .iter()
        .find(|setting| variable(setting.name) == problem.name);
    match own {
        Some(setting) if setting.name != shown_at => format!("“{}” {text}", setting.label),
        _ => text,
    }
}

fn used_if_empty(config: &Config, name: &str) -> Option<String> {
    match name {
        "company_name" => Some(config.name.clone()),
        "agency_email" => Some(config.contact_email.clone()),
        "mail_from" => Some(format!("{} <{}>", config.name, config.contact_email)),
        _ => None,
    }
}
