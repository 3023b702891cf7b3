//! Settings as JSON.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::response::Success;
use crate::platform::settings::{Source, desk};

#[derive(Serialize, ToSchema)]
pub struct SettingsAnswer {
    pub status: Success,
    pub data: SettingsList,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsList {
    /// To be sent with a change.
    pub version: i64,
    /// Those that an owner can change, in the order of the screen.
    pub settings: Vec<Setting>,
    /// Those that only the operator can change.
    pub operator_settings: Vec<OperatorSetting>,
    /// Names of stored settings that this version of the program does not have. They are kept, and not used.
    pub unknown: Vec<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Setting {
    pub name: String,
    pub group: &'static str,
    pub label: &'static str,
    pub help: &'static str,
    pub kind: SettingKind,
    /// The values of a choice.
    pub choices: Vec<SettingChoice>,
    /// The value in use; empty if there is none.
    pub value: String,
    pub default: &'static str,
    /// What is used where the value is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub used_if_empty: Option<String>,
    pub source: SettingSource,
    /// Where the operator set it: the file, the environment variable or the flag. It cannot be changed at the desk then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub set_in: Option<String>,
    /// A value that the desk stores and that is not used, because the operator set another or it cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub unused_value: Option<String>,
    /// Why the value of the desk cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub problem: Option<String>,
    /// When it was changed at the desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub changed_at: Option<DateTime<Utc>>,
    /// The name of the owner who changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub changed_by: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SettingChoice {
    pub value: &'static str,
    pub label: &'static str,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingKind {
    Text,
    Lines,
    Number,
    Switch,
    Choice,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingSource {
    File,
    Environment,
    Flag,
    Desk,
    Default,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorSetting {
    pub name: &'static str,
    pub help: &'static str,
    /// Null for a secret, and where there is none.
    pub value: Option<String>,
    pub is_secret: bool,
    pub is_set: bool,
    pub source: SettingSource,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub set_in: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct SettingsChange {
    /// Of the settings that the owner saw.
    pub version: i64,
    /// The new values by name. Null or an empty text resets a setting to its default.
    #[schema(value_type = BTreeMap<String, Option<String>>)]
    pub values: BTreeMap<String, Option<String>>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestMail {
    /// A sender to try before it is saved. Without it the sender in use.
    #[serde(default)]
    #[schema(required = false, nullable = false)]
    pub mail_from: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SettingHistoryAnswer {
    pub status: Success,
    pub data: SettingHistory,
}

#[derive(Serialize, ToSchema)]
pub struct SettingHistory {
    /// Newest first.
    pub changes: Vec<SettingHistoryEntry>,
}

#[derive(Serialize, ToSchema)]
pub struct SettingHistoryEntry {
    pub at: DateTime<Utc>,
    /// The name of the owner.
    pub who: String,
    /// Null where the default was used.
    pub before: Option<String>,
    pub after: Option<String>,
}

impl From<desk::Kind> for SettingKind {
    fn from(kind: desk::Kind) -> Self {
        match kind {
            desk::Kind::Text => Self::Text,
            desk::Kind::Lines => Self::Lines,
            desk::Kind::Number => Self::Number,
            desk::Kind::Switch => Self::Switch,
            desk::Kind::Choice(_) => Self::Choice,
        }
    }
}

impl SettingSource {
    pub fn of(source: &Source) -> Self {
        match source {
            Source::File(_) => Self::File,
            Source::Environment => Self::Environment,
            Source::Flag => Self::Flag,
        }
    }
}
