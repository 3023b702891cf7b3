//! Fills an empty database with the demo: people to sign in as, and what they see.

use domain::account::{Email, Role};
use store::accounts::{self, Account};

use crate::app::{App, StartError};

pub struct Login {
    pub name: &'static str,
    pub email: &'static str,
    pub password: &'static str,
    pub role: Role,
}

pub const LOGINS: [Login; 2] = [
    Login {
        name: "Admin",
        email: "admin@chautari.example",
        password: "mountain-admin-2026",
        role: Role::Admin,
    },
    Login {
        name: "Maya Gurung",
        email: "maya@chautari.example",
        password: "trail-maya-2026",
        role: Role::User,
    },
];

pub async fn load(app: &App) -> Result<(), StartError> {
    for login in &LOGINS {
        let email =
            Email::parse(login.email).map_err(|error| StartError::Demo(error.to_string()))?;
        if accounts::find_by_email(&app.db, &email).await?.is_some() {
            continue;
        }
        let hash = app
            .passwords
            .hash(login.password)
            .await
            .map_err(|_| StartError::Demo(login.email.to_owned()))?;
        let account = Account::new(
            app.clock.new_id(),
            login.name.to_owned(),
            email,
            login.role,
            app.clock.now(),
        );
        accounts::insert(&app.db, &account, Some(&hash)).await?;
    }
    Ok(())
}
