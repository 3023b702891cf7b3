//! The account of a person who signs in through a provider: the linked one, else the one of the address that the
//! provider has verified, else a new one (decisions §4).

use axum::http::Uri;
use domain::account::{Email, MAX_NAME_LENGTH, Role, parse_user_name};
use store::accounts::{self, Account};
use store::identities::{self, Identity};
use store::jobs::{self, Job};
use store::one_time_codes::{self, Kind};
use store::{StoreError, StoreResult, Tx};

use crate::platform::adapters::identity::Person;
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

#[derive(Debug, thiserror::Error)]
pub enum NotLinked {
    /// Anybody can enter the address of another person at the provider.
    #[error("the provider has not verified the address")]
    EmailNotVerified,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns the account of a person. Links or creates it if necessary.
pub(crate) async fn of(app: &App, person: &Person) -> Result<Account, NotLinked> {
    match try_once(app, person).await {
        // A concurrent request of the same person was faster. The second try finds its result.
        Err(NotLinked::Store(StoreError::Taken(_))) => try_once(app, person).await,
        done => done,
    }
}

async fn try_once(app: &App, person: &Person) -> Result<Account, NotLinked> {
    let (account, is_linked) = app
        .in_transaction("link_account", async |tx| -> Result<_, NotLinked> {
            if let Some(account) = identities::owner(&tx, &person.issuer, &person.subject).await? {
                return Ok((account, false));
            }
            let email = person.email.as_deref().filter(|_| person.email_verified);
            let email = email
                .and_then(|text| Email::parse(text).ok())
                .ok_or(NotLinked::EmailNotVerified)?;
            let (account, was_there) = match accounts::find_by_email(&tx, &email).await? {
                Some(account) => (account, true),
                None => (make(app, &tx, person, email).await?, false),
            };
            let identity = Identity {
                issuer: person.issuer.clone(),
                subject: person.subject.clone(),
                account_id: account.id,
                created_at: app.clock.now(),
            };
            identities::insert(&tx, &identity).await?;
            if was_there {
                let job = Job::MailIdentityLinked {
                    account_id: account.id,
                    issuer: person.issuer.clone(),
                };
                jobs::add(&tx, app.clock.new_id(), &job, identity.created_at).await?;
            }
            Ok((account, true))
        })
        .await?;
    if !is_linked {
        return Ok(account);
    }
    app.wake_worker();
    let subject = Subject::Account(account.id);
    let detail = provider_name(&person.issuer);
    security_log::record(app, Event::IdentityLinked, subject, &detail);
    Ok(account)
}

/// Creates an account without a password. Pending sign-ups for its address are deleted, because the people who started
/// them have not proved that it is theirs.
async fn make(app: &App, tx: &Tx, person: &Person, email: Email) -> StoreResult<Account> {
    let name = name_of(person, &email);
    let account = Account::new(app.clock.new_id(), name, email, Role::User, app.clock.now());
    accounts::insert(tx, &account, None).await?;
    one_time_codes::discard_for(tx, Kind::Signup, &account.email).await?;
    Ok(account)
}

/// Display name of a provider: Google, or the host of any other.
#[must_use]
pub fn provider_name(issuer: &str) -> String {
    match issuer {
        "https://accounts.google.com" => "Google".to_owned(),
        other => {
            let host = other.parse::<Uri>().ok();
            let host = host.as_ref().and_then(Uri::host);
            host.unwrap_or(other).to_owned()
        }
    }
}

/// The name from the provider as far as it is valid here, else the local part of the address.
fn name_of(person: &Person, email: &Email) -> String {
    let told = person.name.as_deref().unwrap_or_default();
    let told: String = told
        .chars()
        .filter(|letter| !letter.is_control())
        .take(MAX_NAME_LENGTH)
        .collect();
    parse_user_name(&told).unwrap_or_else(|_| {
        let address = email.as_str();
        let local = address.split_once('@').map_or(address, |(local, _)| local);
        local.to_owned()
    })
}
