//! `chautari admin create | list | remove | reset-password | reset-totp`: manages administrators, staff and guides on the
//! command line.

use std::io::{BufRead, IsTerminal};

use domain::account::{Email, Password, Role, parse_user_name};
use store::accounts::{self, Account};
use store::jobs::{self, Job};
use store::one_time_codes::{self, Kind};
use store::{Tx, admins, identities, second_steps, sessions};

use crate::cli::backup::before_migration;
use crate::features::account::password::PasswordHasher;
use crate::platform::adapters::clock::Clock;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::config::Config;
use crate::platform::security_log::{self, Event, Subject};

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// Creates an account with a role and returns a line for the operator. An existing account gets the role and keeps its
/// password.
pub async fn create(config: Config, email: &str, name: &str, role: Role) -> Result<String, Failed> {
    let email =
        Email::parse(email).map_err(|_| format!("--email: '{email}' is not an email address"))?;
    let name = parse_user_name(name).map_err(|problem| format!("--name: {problem}"))?;
    let app = before_migration::start(config, Clock::System).await?;
    if let Some(account) = accounts::find_by_email(&app.db, &email).await? {
        return give_role(&app, &account, role).await;
    }
    let password = tokio::task::spawn_blocking(read_password).await??;
    let password = Password::parse_for(&password, &email).map_err(|problem| problem.to_string())?;
    let hash = PasswordHasher::of(&app)
        .hash(password.as_str())
        .await
        .map_err(|error| error.failure.message)?;
    let account = Account::new(app.clock.new_id(), name, email, role, app.clock.now());
    match accounts::insert(&app.db, &account, Some(&hash)).await {
        Ok(()) => {
            record(&app, Event::RoleChanged, &account, role.as_str());
            Ok(format!("{} is {}.", account.email, described(role)))
        }
        // Somebody signed up with the address in the meantime.
        Err(store::StoreError::Taken(_)) => {
            match accounts::find_by_email(&app.db, &account.email).await? {
                Some(account) => give_role(&app, &account, role).await,
                None => Err("the account was deleted meanwhile; try again".into()),
            }
        }
        Err(error) => Err(error.into()),
    }
}

fn described(role: Role) -> &'static str {
    match role {
        Role::User => "a traveller",
        Role::Guide => "a guide",
        Role::Staff => "a member of staff",
        Role::Admin => "an administrator",
    }
}

/// All administrators, staff and guides, one per line.
pub async fn list(config: Config) -> Result<String, Failed> {
    let timezone = config.timezone;
    let app = before_migration::start(config, Clock::System).await?;
    let lines = admins::list_with_role(&app.db)
        .await?
        .into_iter()
        .map(|account| {
            let since = account.created_at.with_timezone(&timezone);
            format!(
                "{:<40}  {:<5}  {}  {}",
                account.email.as_str(),
                account.role.as_str(),
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
    let app = before_migration::start(config, Clock::System).await?;
    let account = find_with_role(&app, email).await?;
    let ended = app
        .in_transaction("remove_admin", async |tx| -> Result<_, Failed> {
            keep_an_administrator(&tx, &account).await?;
            if !accounts::set_role(&tx, account.id, Role::User).await? {
                return Err(no_role(&account.email).into());
            }
            Ok(sessions::end_all(&tx, account.id).await?)
        })
        .await?;
    record(&app, Event::RoleChanged, &account, Role::User.as_str());
    Ok(format!(
        "{} is no longer {} and was signed out everywhere ({ended} sessions).",
        account.email,
        described(account.role)
    ))
}

/// Sets a new password and ends all sessions. Linked sign-ins and pending codes are removed too, to lock out an
/// attacker who had taken over the account.
pub async fn reset_password(config: Config, email: &str) -> Result<String, Failed> {
    let app = before_migration::start(config, Clock::System).await?;
    let account = find_with_role(&app, email).await?;
    let password = tokio::task::spawn_blocking(read_password).await??;
    let password = Password::parse_for(&password, &account.email);
    let password = password.map_err(|problem| problem.to_string())?;
    let hash = PasswordHasher::of(&app).hash(password.as_str()).await;
    let hash = hash.map_err(|error| error.failure.message)?;
    let (ended, unlinked) = app
        .in_transaction("reset_password_of_admin", async |tx| -> Result<_, Failed> {
            if !accounts::set_password(&tx, account.id, &hash).await? {
                return Err(no_role(&account.email).into());
            }
            let ended = sessions::end_all(&tx, account.id).await?;
            let unlinked = identities::discard_for(&tx, account.id).await?;
            one_time_codes::discard_of(&tx, account.id).await?;
            one_time_codes::discard_for(&tx, Kind::ResetPassword, &account.email).await?;
            let job = Job::MailPasswordChanged {
                account_id: account.id,
            };
            jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
            Ok((ended, unlinked))
        })
        .await?;
    record(&app, Event::PasswordReset, &account, "");
    if unlinked > 0 {
        record(&app, Event::IdentityUnlinked, &account, "password reset");
    }
    Ok(format!(
        "{} has a new password and was signed out everywhere ({ended} sessions).",
        account.email
    ))
}

/// Removes the second step of any account and ends all sessions, for a person without the app and the recovery codes.
pub async fn reset_totp(config: Config, email: &str) -> Result<String, Failed> {
    let app = before_migration::start(config, Clock::System).await?;
    let email =
        Email::parse(email).map_err(|_| format!("--email: '{email}' is not an email address"))?;
    let account = accounts::find_by_email(&app.db, &email).await?;
    let account = account.ok_or_else(|| format!("{email} has no account"))?;
    let ended = app
        .in_transaction("remove_second_step", async |tx| -> Result<_, Failed> {
            if !second_steps::remove(&tx, account.id).await? {
                return Err(format!("{} has no second step", account.email).into());
            }
            Ok(sessions::end_all(&tx, account.id).await?)
        })
        .await?;
    record(&app, Event::SecondStepOff, &account, "reset");
    Ok(format!(
        "{} logs in without a second step and was signed out everywhere ({ended} sessions).",
        account.email
    ))
}

async fn keep_an_administrator(tx: &Tx, account: &Account) -> Result<(), Failed> {
    if admins::can_remove(tx, account.id).await? {
        return Ok(());
    }
    let message = "is the only administrator; create another administrator first";
    Err(format!("{} {message}", account.email).into())
}

async fn find_with_role(app: &App, email: &str) -> Result<Account, Failed> {
    let email =
        Email::parse(email).map_err(|_| format!("--email: '{email}' is not an email address"))?;
    let account = accounts::find_by_email(&app.db, &email).await?;
    let account = account.filter(|account| account.role != Role::User);
    Ok(account.ok_or_else(|| no_role(&email))?)
}

fn no_role(email: &Email) -> String {
    format!(
        "{email} is not an administrator, a member of staff or a guide; `chautari admin list` lists all"
    )
}

fn record(app: &App, event: Event, account: &Account, detail: &str) {
    security_log::record(app, event, Subject::Account(account.id), detail);
}

async fn give_role(app: &App, account: &Account, role: Role) -> Result<String, Failed> {
    let changed = app
        .in_transaction("give_role", async |tx| -> Result<_, Failed> {
            if role != Role::Admin {
                keep_an_administrator(&tx, account).await?;
            }
            Ok(accounts::set_role(&tx, account.id, role).await?)
        })
        .await?;
    if changed {
        record(app, Event::RoleChanged, account, role.as_str());
    }
    let (email, role) = (&account.email, described(role));
    Ok(if changed {
        format!("{email} is now {role}. The password is unchanged.")
    } else {
        format!("{email} is already {role}.")
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
