//! `chautari admin create | list | remove | reset-password`: manages administrators on the command line.

use std::io::{BufRead, IsTerminal};

use domain::account::{Email, Password, Role, parse_user_name};
use store::accounts::{self, Account};
use store::jobs::{self, Job};
use store::one_time_codes::{self, Kind};
use store::{admins, identities, sessions};

use crate::features::account::password::PasswordHasher;
use crate::platform::adapters::clock::Clock;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::config::Config;
use crate::platform::security_log::{self, Event, Subject};

type Failed = Box<dyn std::error::Error>;

/// Creates an administrator and returns a line for the operator. An existing account is promoted and keeps its
/// password.
pub async fn create(config: Config, email: &str, name: &str) -> Result<String, Failed> {
    let email =
        Email::parse(email).map_err(|_| format!("--email: '{email}' is not an email address"))?;
    let name = parse_user_name(name).map_err(|problem| format!("--name: {problem}"))?;
    let app = App::start(config, Clock::System).await?;
    if let Some(account) = accounts::find_by_email(&app.db, &email).await? {
        return promote(&app, &account).await;
    }
    let password = tokio::task::spawn_blocking(read_password).await??;
    let password = Password::parse_for(&password, &email).map_err(|problem| problem.to_string())?;
    let hash = PasswordHasher::of(&app)
        .hash(password.as_str())
        .await
        .map_err(|error| error.failure.message)?;
    let account = Account::new(
        app.clock.new_id(),
        name,
        email,
        Role::Admin,
        app.clock.now(),
    );
    match accounts::insert(&app.db, &account, Some(&hash)).await {
        Ok(()) => {
            record(&app, Event::RoleChanged, &account, Role::Admin.as_str());
            Ok(format!("{} is an administrator.", account.email))
        }
        // Somebody signed up with the address in the meantime.
        Err(store::StoreError::Taken(_)) => {
            match accounts::find_by_email(&app.db, &account.email).await? {
                Some(account) => promote(&app, &account).await,
                None => Err("the account was deleted meanwhile; try again".into()),
            }
        }
        Err(error) => Err(error.into()),
    }
}

/// All administrators, one per line.
pub async fn list(config: Config) -> Result<String, Failed> {
    let timezone = config.timezone;
    let app = App::start(config, Clock::System).await?;
    let lines = admins::list(&app.db).await?.into_iter().map(|account| {
        let since = account.created_at.with_timezone(&timezone);
        format!(
            "{:<40}  {}  {}",
            account.email.as_str(),
            since.format("%Y-%m-%d"),
            account.name
        )
    });
    let lines: Vec<_> = lines.collect();
    Ok(match lines.is_empty() {
        true => "There is no administrator. Create one with `chautari admin create`.".to_owned(),
        false => lines.join("\n"),
    })
}

/// Removes the role and ends all sessions. The account stays as a traveller's.
pub async fn remove(config: Config, email: &str) -> Result<String, Failed> {
    let app = App::start(config, Clock::System).await?;
    let account = find_admin(&app, email).await?;
    let tx = app.db.begin().await?;
    if !admins::can_remove(&tx, account.id).await? {
        let message = "is the only administrator; create another administrator first";
        return Err(format!("{} {message}", account.email).into());
    }
    if !accounts::set_role(&tx, account.id, Role::User).await? {
        return Err(no_admin(&account.email).into());
    }
    let ended = sessions::end_all(&tx, account.id).await?;
    tx.commit().await?;
    record(&app, Event::RoleChanged, &account, Role::User.as_str());
    Ok(format!(
        "{} is no longer an administrator and was signed out everywhere ({ended} sessions).",
        account.email
    ))
}

/// Sets a new password and ends all sessions. Linked sign-ins and pending codes are removed too, to lock out an
/// attacker who had taken over the account.
pub async fn reset_password(config: Config, email: &str) -> Result<String, Failed> {
    let app = App::start(config, Clock::System).await?;
    let account = find_admin(&app, email).await?;
    let password = tokio::task::spawn_blocking(read_password).await??;
    let password = Password::parse_for(&password, &account.email);
    let password = password.map_err(|problem| problem.to_string())?;
    let hash = PasswordHasher::of(&app).hash(password.as_str()).await;
    let hash = hash.map_err(|error| error.failure.message)?;
    let tx = app.db.begin().await?;
    if !accounts::set_password(&tx, account.id, &hash).await? {
        return Err(no_admin(&account.email).into());
    }
    let ended = sessions::end_all(&tx, account.id).await?;
    let unlinked = identities::discard_for(&tx, account.id).await?;
    one_time_codes::discard_of(&tx, account.id).await?;
    one_time_codes::discard_for(&tx, Kind::ResetPassword, &account.email).await?;
    let job = Job::MailPasswordChanged {
        account_id: account.id,
    };
    jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
    tx.commit().await?;
    record(&app, Event::PasswordReset, &account, "");
    if unlinked > 0 {
        record(&app, Event::IdentityUnlinked, &account, "password reset");
    }
    Ok(format!(
        "{} has a new password and was signed out everywhere ({ended} sessions).",
        account.email
    ))
}

async fn find_admin(app: &App, email: &str) -> Result<Account, Failed> {
    let email =
        Email::parse(email).map_err(|_| format!("--email: '{email}' is not an email address"))?;
    let account = accounts::find_by_email(&app.db, &email).await?;
    let account = account.filter(|account| account.role == Role::Admin);
    Ok(account.ok_or_else(|| no_admin(&email))?)
}

fn no_admin(email: &Email) -> String {
    format!("{email} is not an administrator; `chautari admin list` lists all")
}

fn record(app: &App, event: Event, account: &Account, detail: &str) {
    security_log::record(app, event, Subject::Account(account.id), detail);
}

async fn promote(app: &App, account: &Account) -> Result<String, Failed> {
    let changed = accounts::set_role(&app.db, account.id, Role::Admin).await?;
    if changed {
        record(app, Event::RoleChanged, account, Role::Admin.as_str());
    }
    Ok(if changed {
        format!(
            "{} is now an administrator. The password is unchanged.",
            account.email
        )
    } else {
        format!("{} is already an administrator.", account.email)
    })
}

fn read_password() -> std::io::Result<String> {
    if std::io::stdin().is_terminal() {
        return rpassword::prompt_password("Password: ");
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
