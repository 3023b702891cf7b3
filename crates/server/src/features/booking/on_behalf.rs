//! Bookings that staff make for a caller (operations §6). The caller gets the account of the address: an existing one, or a
//! new one without a password, which the caller sets with "Forgot password".

use domain::account::{Email, Role, parse_user_name};
use domain::booking::Customer;
use domain::problem::Problem;
use domain::profile::parse_phone;
use store::accounts::{self, Account};
use store::{StoreError, Tx};

use super::request::{BookingRequest, INVALID, OnBehalfOf};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

const STAFF_ONLY: &str = "You can only book for yourself.";
const JUST_SIGNED_UP: &str = "This address has just got an account. Please try again.";

/// The customer of a new booking.
pub struct Booker {
    pub account: Account,
    pub customer: Customer,
    /// Whether the account is to be stored with the booking.
    pub is_new: bool,
}

/// The customer of a request: the traveller who sent it, or the caller that staff name.
pub(crate) async fn find_booker(
    app: &App,
    me: &SignedIn,
    ask: &BookingRequest,
) -> ApiResult<Booker> {
    let Some(caller) = &ask.on_behalf_of else {
        return Ok(Booker {
            account: me.account.clone(),
            customer: Customer {
                name: me.account.name.clone(),
                email: me.account.email.as_str().to_owned(),
            },
            is_new: false,
        });
    };
    if !me.is_staff() {
        return Err(ApiError::forbidden(STAFF_ONLY));
    }
    let (name, email, phone) = read(caller, ask)?;
    let known = accounts::find_by_email(&app.db, &email).await?;
    let is_new = known.is_none();
    let account = known.unwrap_or_else(|| {
        let (id, now) = (app.clock.new_id(), app.clock.now());
        let account = Account::new(id, name.clone(), email.clone(), Role::User, now);
        Account { phone, ..account }
    });
    let customer = Customer {
        name,
        email: account.email.as_str().to_owned(),
    };
    Ok(Booker {
        account,
        customer,
        is_new,
    })
}

fn read(caller: &OnBehalfOf, ask: &BookingRequest) -> ApiResult<(String, Email, Option<String>)> {
    let mut problems = Vec::new();
    let name = parse_user_name(&caller.name);
    if let Err(error) = &name {
        problems.push(Problem::new("onBehalfOf.name", error.to_string()));
    }
    let email = Email::parse(&caller.email);
    if let Err(error) = &email {
        problems.push(Problem::new("onBehalfOf.email", error.to_string()));
    }
    let phone = parse_phone(caller.phone.as_deref().unwrap_or_default());
    if let Err(problem) = &phone {
        problems.push(Problem::new("onBehalfOf.phone", problem.message.clone()));
    }
    if ask.travel_credit.is_some() {
        let message = "A travel credit is used by its owner alone";
        problems.push(Problem::new("travelCredit", message));
    }
    match (name, email, phone) {
        (Ok(name), Ok(email), Ok(phone)) if problems.is_empty() => Ok((name, email, phone)),
        _ => Err(ApiError::invalid(INVALID, problems)),
    }
}

/// Stores the account of a caller who had none, in the transaction of the booking.
pub(crate) async fn insert_account(tx: &Tx, booker: &Booker) -> ApiResult<()> {
    if !booker.is_new {
        return Ok(());
    }
    match accounts::insert(tx, &booker.account, None).await {
        Err(StoreError::Taken(_)) => Err(ApiError::conflict(JUST_SIGNED_UP)),
        done => Ok(done?),
    }
}
