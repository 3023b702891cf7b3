//! Callers of the access matrix, and the data of one traveller that they might see.

use chautari::features::account::session;
use chautari::http::user_agent::UserAgent;
use chrono::TimeDelta;
use domain::account::{Email, Role};
use domain::custom_trek::{CustomTrek, Wish};
use serde_json::Value;
use store::accounts::Account;
use store::jobs::{self, Job, JobFailure};

use crate::money::paid;
use crate::stage::{booked, booking_id, keep, request, text, trek_named};
use crate::support::{Login, TestApp};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    SignedOut,
    /// The owner's token after sixteen minutes, without a refresh token.
    Expired,
    /// The owner's token with a changed letter in its signature.
    Tampered,
    /// The owner's token after its session was ended.
    Revoked,
    Other,
    /// A guide who leads nothing.
    Guide,
    Staff,
    Admin,
    Owner,
}

/// The owner comes last, so that changes are refused to all others first.
pub const CALLERS: [Caller; 9] = [
    Caller::SignedOut,
    Caller::Expired,
    Caller::Tampered,
    Caller::Revoked,
    Caller::Other,
    Caller::Guide,
    Caller::Staff,
    Caller::Admin,
    Caller::Owner,
];

/// The caller and the data of the owner at the time of a call.
pub struct Scene {
    pub booking_id: String,
    /// Paid and confirmed.
    pub paid_booking_id: String,
    pub intent_id: String,
    pub session_id: String,
    pub mail_id: String,
    pub trek_id: String,
    pub trek_document: Value,
    pub custom_trek_id: String,
    pub booking_request: Value,
    tokens: [Option<String>; CALLERS.len()],
}

async fn person(app: &TestApp, name: &str, role: Role) -> Account {
    let id = app.app.clock.new_id();
    let email = format!("{}.{}@example.com", name.to_lowercase(), id.simple());
    let email = Email::parse(&email).expect("an address");
    let account = Account::new(id, name.to_owned(), email, role, app.app.clock.now());
    let stored = store::accounts::insert(&app.app.db, &account, None).await;
    stored.expect("stored");
    account
}

async fn sign_in(app: &TestApp, account: &Account) -> Login {
    let answer = session::start(&app.app, account.clone(), UserAgent(None), "").await;
    let answer = answer.expect("a session");
    Login {
        user_id: account.id.to_string(),
        access: answer.access_token,
        refresh: answer.refresh_token,
    }
}

async fn session_of(app: &TestApp, account: &Account) -> uuid::Uuid {
    let now = app.app.clock.now();
    let places = store::sessions::list_for_account(&app.app.db, account.id, now).await;
    // The newest one: ids are in order of creation.
    let ids = places.expect("sessions").into_iter().map(|place| place.id);
    ids.max().expect("a session")
}

fn tampered(token: &str) -> String {
    let (rest, signature) = token.rsplit_once('.').expect("a signature");
    let other = if signature.starts_with('A') { 'B' } else { 'A' };
    format!("{rest}.{other}{}", &signature[1..])
}

/// An undelivered email to the owner.
async fn failed_mail(app: &TestApp, owner: &Account) -> String {
    let (id, now) = (app.app.clock.new_id(), app.app.clock.now());
    let job = Job::MailPasswordChanged {
        account_id: owner.id,
    };
    let why = JobFailure {
        error: "refused",
        mail_to: Some(owner.email.as_str()),
    };
    let db = &app.app.db;
    jobs::add(db, id, &job, now).await.expect("stored");
    jobs::give_up(db, id, now, why).await.expect("given up");
    id.to_string()
}

/// A custom trek request of the owner.
async fn custom_trek(app: &TestApp, owner: &Account) -> String {
    let wish = Wish {
        name: owner.name.clone(),
        email: owner.email.as_str().to_owned(),
        phone: None,
        destination: "Dolpo".to_owned(),
        start_date: None,
        days: None,
        guests: 1,
        message: None,
    };
    let asked = CustomTrek::new(app.app.clock.new_id(), wish, app.app.clock.now());
    let tx = app.app.db.begin().await.expect("a transaction");
    let stored = store::custom_treks::insert(&tx, &asked).await;
    stored.expect("stored");
    tx.commit().await.expect("committed");
    asked.id.to_string()
}

pub async fn scene(app: &TestApp) -> Scene {
    let owner = person(app, "Secretkeeper", Role::User).await;
    let other = person(app, "Other", Role::User).await;
    let guide = person(app, "Guide", Role::Guide).await;
    let staff = person(app, "Staff", Role::Staff).await;
    let admin = person(app, "Admin", Role::Admin).await;
    let expired = sign_in(app, &owner).await.access;
    app.clock.advance(TimeDelta::minutes(16));
    let revoked = sign_in(app, &owner).await.access;
    let ended = store::sessions::end(&app.app.db, session_of(app, &owner).await).await;
    assert!(ended.expect("ended"));
    let elsewhere = sign_in(app, &owner).await;
    let session_id = session_of(app, &owner).await.to_string();
    let owner_login = sign_in(app, &owner).await;
    let (other, admin) = (sign_in(app, &other).await, sign_in(app, &admin).await);
    let (guide, staff) = (sign_in(app, &guide).await, sign_in(app, &staff).await);

    let trek = trek_named(&app.app, &format!("Namche {session_id}"));
    keep(&app.app, &trek).await;
    let opened = booked(app, &owner_login, &trek).await;
    let paid = paid(app, &owner_login, &trek).await;
    let path = format!("/api/treks/{}?edit=true", trek.id);
    let document = app.get(&path).bearer(&admin.access).send().await;
    Scene {
        booking_id: booking_id(&opened),
        paid_booking_id: booking_id(&paid),
        intent_id: text(&opened, "paymentIntentId").to_owned(),
        session_id,
        mail_id: failed_mail(app, &owner).await,
        trek_id: trek.id.to_string(),
        trek_document: document.expect(200)["data"]["trek"].clone(),
        custom_trek_id: custom_trek(app, &owner).await,
        booking_request: request(app, &trek, 2).await,
        tokens: [
            None,
            Some(expired),
            Some(tampered(&elsewhere.access)),
            Some(revoked),
            Some(other.access),
            Some(guide.access),
            Some(staff.access),
            Some(admin.access),
            Some(owner_login.access),
        ],
    }
}

impl Scene {
    pub fn token_of(&self, caller: Caller) -> Option<&str> {
        self.tokens[caller as usize].as_deref()
    }
}
