//! `GET` and `PATCH /api/users/me`: reads and changes the profile of the user (decisions §3).

use axum::Json;
use axum::extract::State;
use domain::account::{Email, parse_user_name};
use domain::preferences;
use domain::problem::Problem;
use domain::profile::{parse_emergency_contact, parse_nationality, parse_phone};
use serde_json::{Map, Value};
use store::accounts::{self, Account, Profile};
use store::{Connection, StoreError, StoreResult, subscribers};

use super::wire::UpdateUserRequest;
use crate::features::account::wire::{User, UserAnswer};
use crate::features::newsletter;
use crate::http::auth::{NOT_SIGNED_IN, SignedIn};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, SignInErrors};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_SAVED: &str = "Please fill out all fields correctly.";

/// Returns the signed-in user. `preferences.mails.newsletter` is true if the address is subscribed.
#[utoipa::path(
    get, path = "/api/users/me", tag = "account", security(("session" = [])),
    responses((status = 200, body = UserAnswer), SignInErrors),
)]
pub(crate) async fn read_me(State(app): State<App>, me: SignedIn) -> ApiResult<Json<UserAnswer>> {
    Ok(Json(answer(whole_user(&app, &app.db, me.account).await?)))
}

/// Changes the fields that are present, all of them or none. Address, role and id cannot be changed here.
#[utoipa::path(
    patch, path = "/api/users/me", tag = "account", security(("session" = [])),
    request_body = UpdateUserRequest,
    responses((status = 200, body = UserAnswer), BadRequest, SignInErrors),
)]
pub(crate) async fn update_me(
    State(app): State<App>,
    me: SignedIn,
    Body(ask): Body<UpdateUserRequest>,
) -> ApiResult<Json<UserAnswer>> {
    let mut preferences = ask.preferences.clone().unwrap_or_default();
    let newsletter = take_newsletter(&mut preferences);
    let profile = check(&ask, &preferences)?;
    let user = app
        .in_transaction("update_profile", async |tx| -> ApiResult<_> {
            if !accounts::set_profile(&tx, me.id, &profile).await? {
                return Err(ApiError::unauthorized(NOT_SIGNED_IN));
            }
            if !preferences.is_empty() {
                let merged = accounts::change_preferences(&tx, me.id, |kept| {
                    preferences::merge(kept, &preferences)
                });
                merged.await?.map_err(not_saved)?;
            }
            match newsletter {
                Some(true) => newsletter::add(&app, &tx, &me.account.email).await?,
                Some(false) => {
                    subscribers::remove(&tx, &me.account.email).await?;
                }
                None => {}
            }
            let account = accounts::find(&tx, me.id).await?;
            let account = account.ok_or(StoreError::Missing)?;
            Ok(whole_user(&app, &tx, account).await?)
        })
        .await?;
    app.wake_worker();
    Ok(Json(answer(user)))
}

pub(super) fn answer(user: User) -> UserAnswer {
    UserAnswer {
        status: Success::Success,
        user,
        message: None,
    }
}

/// Checks all fields, so that one response lists every mistake.
fn check(ask: &UpdateUserRequest, changes: &Map<String, Value>) -> ApiResult<Profile> {
    let mut problems = Vec::new();
    let mut profile = Profile::default();
    if let Some(text) = &ask.name {
        match parse_user_name(text) {
            Ok(name) => profile.name = Some(name),
            Err(error) => problems.push(Problem::new("name", error.to_string())),
        }
    }
    let mut read =
        |text: &Option<String>,
         rule: fn(&str) -> Result<Option<String>, Problem>,
         field: &mut Option<Option<String>>| match text.as_deref().map(rule) {
            Some(Ok(value)) => *field = Some(value),
            Some(Err(problem)) => problems.push(problem),
            None => {}
        };
    read(&ask.phone, parse_phone, &mut profile.phone);
    read(
        &ask.nationality,
        parse_nationality,
        &mut profile.nationality,
    );
    read(
        &ask.emergency_contact,
        parse_emergency_contact,
        &mut profile.emergency_contact,
    );
    if let Err(wrong) = preferences::merge(&mut Map::new(), changes) {
        problems.extend(wrong);
    }
    if problems.is_empty() {
        Ok(profile)
    } else {
        Err(not_saved(problems))
    }
}

fn not_saved(problems: Vec<Problem>) -> ApiError {
    ApiError::invalid(NOT_SAVED, problems)
}

/// Removes the newsletter choice, which the table of subscribers stores. A second copy would be wrong after the first
/// click on an unsubscribe link.
fn take_newsletter(changes: &mut Map<String, Value>) -> Option<bool> {
    let mails = changes.get_mut("mails")?.as_object_mut()?;
    let wanted = mails.get("newsletter")?.as_bool()?;
    mails.remove("newsletter");
    Some(wanted)
}

pub(super) async fn whole_user(
    app: &App,
    db: &impl Connection,
    account: Account,
) -> StoreResult<User> {
    let is_subscribed = subscribers::is_subscribed(db, &account.email).await?;
    let mut user = User::of(app, db, account).await?;
    let mails = user.preferences.entry("mails");
    if let Value::Object(mails) = mails.or_insert_with(|| Value::Object(Map::new())) {
        mails.insert("newsletter".to_owned(), Value::Bool(is_subscribed));
    }
    Ok(user)
}

/// Moves a subscription to the new address.
pub(super) async fn move_subscription(
    app: &App,
    tx: &store::Tx,
    old: &Email,
    new: &Email,
) -> StoreResult<()> {
    if subscribers::remove(tx, old).await? {
        let subscriber = domain::newsletter::Subscriber {
            id: app.clock.new_id(),
            email: new.clone(),
            created_at: app.clock.now(),
        };
        subscribers::add(tx, &subscriber).await?;
    }
    Ok(())
}
