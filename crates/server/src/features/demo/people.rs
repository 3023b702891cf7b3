//! People of the demo: logins of every role, and travellers with bookings.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::account::{Email, Role};
use domain::guest::{Gender, Guest};
use serde::Deserialize;
use store::Tx;
use store::accounts::{self, Account};
use uuid::Uuid;

use super::{Calendar, broken};
use crate::features::account::password::PasswordHasher;
use crate::platform::app::AppState as _;
use crate::platform::app::{App, StartError};

const PEOPLE: &str = include_str!("../../../../../demo/people.json");
pub const FILES: [&str; 1] = [PEOPLE];

#[derive(Deserialize)]
struct People {
    logins: Vec<Login>,
    travellers: Vec<Person>,
    companions: Vec<Guest>,
}

/// A login of the demo.
#[derive(Deserialize)]
pub struct Login {
    pub password: String,
    pub role: Role,
    #[serde(flatten)]
    pub person: Person,
}

#[derive(Clone, Deserialize)]
pub struct Person {
    pub name: String,
    pub email: Email,
    pub phone: Option<String>,
    pub age: Option<u8>,
    pub gender: Option<Gender>,
    pub nationality: Option<String>,
}

/// Travellers who can book, by address, and additional guests.
pub struct Travellers {
    pub accounts: HashMap<String, (Account, Guest)>,
    pub companions: Vec<Guest>,
}

fn read() -> Result<People, StartError> {
    serde_json::from_str(PEOPLE).map_err(broken)
}

/// The demo logins, in the order in which they are printed.
#[must_use]
pub fn logins() -> Vec<Login> {
    read().map(|people| people.logins).unwrap_or_default()
}

/// Password hashes in the order of the logins. Hashing is slow, so it runs before the transaction.
pub(crate) async fn hash_passwords(app: &App) -> Result<Vec<String>, StartError> {
    let mut hashes = Vec::new();
    for login in read()?.logins {
        let hash = PasswordHasher::of(app).hash(&login.password).await;
        hashes.push(hash.map_err(|_| StartError::Demo(login.person.name))?);
    }
    Ok(hashes)
}

pub(crate) async fn load(
    tx: &Tx,
    calendar: Calendar,
    hashes: &[String],
) -> Result<Travellers, StartError> {
    let people = read()?;
    let logins = people
        .logins
        .into_iter()
        .map(|login| (login.person, login.role));
    let others = people
        .travellers
        .into_iter()
        .map(|person| (person, Role::User));
    let mut hashes = hashes.iter();
    let mut accounts = HashMap::new();
    for (index, (person, role)) in logins.chain(others).enumerate() {
        let days = 300 - i64::try_from(index).unwrap_or_default() * 10;
        let made = calendar.before(TimeDelta::days(days));
        let id = calendar.id(made, &format!("account/{}", person.email.key()));
        let account = keep(tx, account(id, &person, role, made), hashes.next()).await?;
        accounts.insert(person.email.key().to_owned(), (account, guest(person)));
    }
    Ok(Travellers {
        accounts,
        companions: people.companions,
    })
}

fn account(id: Uuid, person: &Person, role: Role, made: DateTime<Utc>) -> Account {
    Account {
        phone: person.phone.clone(),
        nationality: person.nationality.clone(),
        ..Account::new(id, person.name.clone(), person.email.clone(), role, made)
    }
}

/// Keeps an account with the same address that was created in the meantime.
async fn keep(tx: &Tx, account: Account, hash: Option<&String>) -> Result<Account, StartError> {
    if let Some(known) = accounts::find_by_email(tx, &account.email).await? {
        return Ok(known);
    }
    accounts::insert(tx, &account, hash.map(String::as_str)).await?;
    Ok(account)
}

fn guest(person: Person) -> Guest {
    Guest {
        name: person.name,
        age: person.age.unwrap_or(35),
        gender: person.gender.unwrap_or_default(),
        phone_number: person.phone,
    }
}
