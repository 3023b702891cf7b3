//! `chautari admin create`: makes an administrator, or makes one of somebody who has an account.

use std::io::{BufRead, IsTerminal};

use domain::account::{Email, Password, Role, parse_user_name};
use store::accounts::{self, Account};

use crate::app::App;
use crate::config::Config;
use crate::ports::clock::Clock;

type Failed = Box<dyn std::error::Error>;

/// What was done, as a line. A known address becomes an administrator and keeps its password.
pub async fn create(config: Config, email: &str, name: &str) -> Result<String, Failed> {
    let email =
        Email::parse(email).map_err(|_| format!("--email: '{email}' is no e-mail address"))?;
    let name = parse_user_name(name).map_err(|problem| format!("--name: {problem}"))?;
    let app = App::start(config, Clock::System).await?;
    if let Some(account) = accounts::find_by_email(&app.db, &email).await? {
        return promote(&app, &account).await;
    }
    let password = tokio::task::spawn_blocking(read_password).await??;
    let password = Password::parse(&password).map_err(|problem| problem.to_string())?;
    let hash = app
        .passwords
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
        Ok(()) => Ok(format!("{} is an administrator.", account.email)),
        // Somebody signed up with the address since.
        Err(store::StoreError::Taken(_)) => {
            match accounts::find_by_email(&app.db, &account.email).await? {
                Some(account) => promote(&app, &account).await,
                None => Err("the account came and went; try again".into()),
            }
        }
        Err(error) => Err(error.into()),
    }
}

async fn promote(app: &App, account: &Account) -> Result<String, Failed> {
    let changed = accounts::set_role(&app.db, account.id, Role::Admin).await?;
    Ok(if changed {
        format!(
            "{} is an administrator now and keeps the password.",
            account.email
        )
    } else {
        format!("{} was an administrator already.", account.email)
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
