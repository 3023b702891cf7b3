//! The audit log: what administrators did, with values before and after, for the administration (decisions §11).
//!
//! A handler writes its entry in the transaction of the change: `audit::note` creates the entry, `store::audit::add`
//! stores it.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::accounts::Account;
use store::audit::{Change, Entry, Subject};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::http::auth::{Admin, SignedIn};
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BadRequest};
use crate::http::extract::Params;
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

/// A rewritten itinerary can differ in thousands of fields. The log keeps the first ones.
const MAX_CHANGES: usize = 100;
const MAX_VALUE_LENGTH: usize = 500;

/// Creates an entry for an action that happens now.
#[must_use]
pub fn note(
    app: &App,
    who: &SignedIn,
    action: &str,
    subject: (&str, String, &str),
    changes: Vec<Change>,
) -> Entry {
    note_by(app, &who.account, action, subject, changes)
}

/// As [`note`], for an action without a session.
#[must_use]
pub fn note_by(
    app: &App,
    who: &Account,
    action: &str,
    subject: (&str, String, &str),
    changes: Vec<Change>,
) -> Entry {
    let (kind, id, name) = subject;
    Entry {
        id: app.clock.new_id(),
        at: app.clock.now(),
        who_id: who.id,
        who_name: who.name.clone(),
        action: action.to_owned(),
        subject: Subject {
            kind: kind.to_owned(),
            id,
            name: name.to_owned(),
        },
        changes,
    }
}

/// The fields that differ, by path.
#[must_use]
pub fn changes(before: &impl Serialize, after: &impl Serialize) -> Vec<Change> {
    let value = |error: serde_json::Error| Value::String(error.to_string());
    let before = serde_json::to_value(before).unwrap_or_else(value);
    let after = serde_json::to_value(after).unwrap_or_else(value);
    let mut found = Vec::new();
    compare(&mut found, String::new(), &before, &after);
    found.truncate(MAX_CHANGES);
    found
}

fn compare(found: &mut Vec<Change>, path: String, before: &Value, after: &Value) {
    if before == after || found.len() >= MAX_CHANGES {
        return;
    }
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            let added = new.keys().filter(|key| !old.contains_key(*key));
            for key in old.keys().chain(added) {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                let side = |side: &serde_json::Map<String, Value>| {
                    side.get(key).cloned().unwrap_or_default()
                };
                compare(found, path, &side(old), &side(new));
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(found, format!("{path}[{index}]"), old, new);
            }
        }
        _ => found.push(Change {
            field: path,
            before: short(before),
            after: short(after),
        }),
    }
}

/// The value, truncated if it is long.
fn short(value: &Value) -> Value {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.chars().nth(MAX_VALUE_LENGTH).is_none() {
        return value.clone();
    }
    let start: String = text.chars().take(MAX_VALUE_LENGTH).collect();
    Value::String(start + "…")
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListAuditLog {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// Part of a name, an action or a kind of subject.
    search: Option<String>,
    /// A kind of subject to leave out, for example `picture`.
    #[serde(rename = "excludeKind")]
    #[param(rename = "excludeKind")]
    exclude_kind: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AuditLogAnswer {
    pub status: Success,
    pub data: AuditLog,
}

#[derive(Serialize, ToSchema)]
pub struct AuditLog {
    pub entries: Vec<AuditEntry>,
    pub total: u64,
}

#[derive(Serialize, ToSchema)]
pub struct AuditEntry {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub who: AuditWho,
    /// A verb, for example `update`.
    pub action: String,
    pub subject: AuditSubject,
    pub changes: Vec<AuditChange>,
}

/// The administrator, with the name at the time of the action.
#[derive(Serialize, ToSchema)]
pub struct AuditWho {
    pub id: Uuid,
    pub name: String,
}

#[derive(Serialize, ToSchema)]
pub struct AuditSubject {
    /// For example `trek`.
    pub kind: String,
    pub id: String,
    pub name: String,
}

/// Any JSON value; `null` if the field has no value.
#[derive(Serialize, ToSchema)]
pub struct AuditChange {
    pub field: String,
    pub before: Value,
    pub after: Value,
}

impl From<Entry> for AuditEntry {
    fn from(entry: Entry) -> Self {
        let change = |change: Change| AuditChange {
            field: change.field,
            before: change.before,
            after: change.after,
        };
        Self {
            id: entry.id,
            at: entry.at,
            who: AuditWho {
                id: entry.who_id,
                name: entry.who_name,
            },
            action: entry.action,
            subject: AuditSubject {
                kind: entry.subject.kind,
                id: entry.subject.id,
                name: entry.subject.name,
            },
            changes: entry.changes.into_iter().map(change).collect(),
        }
    }
}

/// Lists the actions of administrators, newest first.
#[utoipa::path(
    get, path = "/api/audit", tag = "audit", security(("session" = [])),
    params(ListAuditLog),
    responses((status = 200, body = AuditLogAnswer), BadRequest, AdminErrors),
)]
pub(crate) async fn list_audit_log(
    State(app): State<App>,
    _admin: Admin,
    Params(query): Params<ListAuditLog>,
) -> ApiResult<Json<AuditLogAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let search = query.search.unwrap_or_default();
    let without = query.exclude_kind.as_deref();
    let (entries, total) =
        store::audit::list(&app.db, &search, without, page.offset, page.limit).await?;
    Ok(Json(AuditLogAnswer {
        status: Success::Success,
        data: AuditLog {
            entries: entries.into_iter().map(AuditEntry::from).collect(),
            total,
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_is_named_by_its_path_and_a_long_value_is_cut() {
        let long = "ल".repeat(600);
        let before = json!({"name": "A", "routes": [{"price": 1}], "tags": ["x"], "gone": 1});
        let after =
            json!({"name": "A", "routes": [{"price": 2}], "tags": ["x", "y"], "text": long});
        let found = changes(&before, &after);
        let cut = "ल".repeat(500) + "…";
        let expected = [
            ("gone", json!(1), json!(null)),
            ("routes[0].price", json!(1), json!(2)),
            ("tags", json!(["x"]), json!(["x", "y"])),
            ("text", json!(null), json!(cut)),
        ];
        let found: Vec<_> = found
            .iter()
            .map(|c| (c.field.as_str(), c.before.clone(), c.after.clone()))
            .collect();
        assert_eq!(found, expected);
    }
}
