//! Enquiries of the demo with their messages, and the replies that staff have saved.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::account::Email;
use domain::enquiry::{Author, Enquiry, EnquiryStatus, Message, SavedReply};
use store::{Tx, enquiries, saved_replies};
use uuid::Uuid;

use super::Calendar;
use super::desk_table::{Asked, ENQUIRIES, SAVED_REPLIES, Saved};
use super::treks::Stored;
use crate::platform::app::StartError;

/// The member of staff who answered.
const STAFF: &str = "Anita Rai";

pub(crate) async fn load(
    tx: &Tx,
    calendar: Calendar,
    treks: &HashMap<String, Stored>,
) -> Result<(), StartError> {
    for asked in ENQUIRIES {
        load_enquiry(tx, calendar, treks, asked).await?;
    }
    for Saved(title, text) in SAVED_REPLIES {
        let id = calendar.id(calendar.first_loaded_at, &format!("saved-reply/{title}"));
        if saved_replies::find(tx, id).await?.is_none() {
            let reply = SavedReply {
                id,
                title: (*title).to_owned(),
                text: (*text).to_owned(),
                version: 1,
            };
            saved_replies::insert(tx, &reply, calendar.first_loaded_at).await?;
        }
    }
    Ok(())
}

async fn load_enquiry(
    tx: &Tx,
    calendar: Calendar,
    treks: &HashMap<String, Stored>,
    asked: &Asked,
) -> Result<(), StartError> {
    let wrong = || StartError::Demo(format!("the enquiry of {} is not complete", asked.name));
    let stored = treks.get(asked.trek).ok_or_else(wrong)?;
    let ((hours, _, question), later) = asked.messages.split_first().ok_or_else(wrong)?;
    let asked_at = calendar.before(TimeDelta::hours(*hours));
    let id = calendar.id(asked_at, &format!("enquiry/{}", asked.email));
    if enquiries::find(tx, id).await?.is_some() {
        return Ok(());
    }
    let message = |sent_at: DateTime<Utc>, author, text: &str| Message {
        id: calendar.id(sent_at, &format!("message/{id}")),
        enquiry_id: id,
        author,
        author_name: match author {
            Author::Traveller => asked.name.to_owned(),
            Author::Staff => STAFF.to_owned(),
        },
        text: text.to_owned(),
        sent_at,
        mail_key: None,
    };
    let enquiry = Enquiry {
        id,
        trek_id: stored.trek.id,
        trek_name: stored.trek.name.clone(),
        name: asked.name.to_owned(),
        email: Email::parse(asked.email).map_err(|_| wrong())?,
        status: EnquiryStatus::Waiting,
        is_verified: false,
        version: 1,
        created_at: asked_at,
        last_message_at: asked_at,
    };
    let first = message(asked_at, Author::Traveller, question);
    enquiries::insert(tx, &enquiry, &first).await?;
    for (hours, author, text) in later {
        let sent = message(calendar.before(TimeDelta::hours(*hours)), *author, text);
        match author {
            Author::Traveller => enquiries::add_from_traveller(tx, &sent).await?,
            Author::Staff => enquiries::add_answer(tx, &sent, version(tx, id).await?).await?,
        };
    }
    if asked.status == EnquiryStatus::Closed {
        let version = version(tx, id).await?;
        enquiries::change_status(tx, id, EnquiryStatus::Closed, version).await?;
    }
    Ok(())
}

async fn version(tx: &Tx, id: Uuid) -> Result<i64, StartError> {
    let stored = enquiries::find(tx, id).await?;
    Ok(stored.map_or(0, |enquiry| enquiry.version))
}
