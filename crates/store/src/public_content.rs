//! Detects changes of what the public site shows, so that a server can keep its responses in memory.
//!
//! Every statement names the table that it writes. After a transaction that wrote to one of the tables below, the
//! generation of its kind is raised before the caller gets the result: what was read at an older generation may be out
//! of date. A save of content also raises a counter in the same transaction, which the other servers on the database
//! read every half second ([`Db::follow_content`]). Changes of departures and bookings are too many for one row that
//! all of them lock, so other servers read those again after a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU64, Ordering::SeqCst};

use sea_orm::DbErr;

use crate::{Connection, Db, StoreError, StoreResult, Tx, counters};

/// Saved by staff and by periodic tasks. Settings are not among them: each request has a version of all settings.
const CONTENT: [&str; 8] = [
    "achievements",
    "blogs",
    "closures",
    "exchange_rates",
    "npr_rates",
    "pictures",
    "reviews",
    "treks",
];

/// Changed by every booking as well. Responses with their content live for a second at most.
const DEPARTURES: [&str; 6] = [
    "bookings",
    "departure_guides",
    "departures",
    "guides",
    "seat_claims",
    "seat_pools",
];

/// How views of articles are stored. A view is not a save: it would otherwise outdate all responses.
const STORED_VIEWS: &str = "UPDATE \"blogs\" SET \"views\" = ";

/// The counter of saves of content. An earlier version counted changes of treks under this name, and its servers may
/// run beside this one during an upgrade.
const COUNTER: &str = "treks";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Content,
    Departures,
}

/// The table that a statement writes. The statements of the store begin with their verb.
fn written_table(sql: &str) -> Option<&str> {
    let mut words = sql.split_ascii_whitespace();
    let verb = words.next()?;
    let is = |word: &str| verb.eq_ignore_ascii_case(word);
    let table = match () {
        () if is("update") => words.next()?,
        // Before the table: INTO or FROM.
        () if is("insert") || is("delete") => words.nth(1)?,
        () => return None,
    };
    Some(table.split('(').next()?.trim_matches('"'))
}

pub(crate) fn is_write(sql: &str) -> bool {
    written_table(sql).is_some()
}

/// The kind of public content that a statement writes.
fn written(sql: &str) -> Option<Kind> {
    let table = written_table(sql)?;
    if CONTENT.contains(&table) && !sql.starts_with(STORED_VIEWS) {
        return Some(Kind::Content);
    }
    DEPARTURES.contains(&table).then_some(Kind::Departures)
}

/// The state of the public content in this process. Responses of the same generation are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    pub content: u64,
    pub departures: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Generations {
    content: AtomicU64,
    departures: AtomicU64,
    /// The highest value of the counter that `content` accounts for.
    counted: AtomicI64,
}

impl Generations {
    fn raise(&self, kind: Kind) {
        match kind {
            Kind::Content => self.content.fetch_add(1, SeqCst),
            Kind::Departures => self.departures.fetch_add(1, SeqCst),
        };
    }
}

/// The kinds that a transaction wrote.
#[derive(Default)]
pub(crate) struct Writes(AtomicU8);

impl Writes {
    pub(crate) fn note(&self, sql: &str) {
        if let Some(kind) = written(sql) {
            self.0.fetch_or(1 << kind as u8, SeqCst);
        }
    }

    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.0.load(SeqCst) & (1 << kind as u8) != 0
    }
}

/// Raises generations when it is dropped: after the commit, whatever its result. An error may hide a commit, and so may
/// a caller that does not wait for it.
pub(crate) struct Announcement {
    generations: Arc<Generations>,
    content: bool,
    departures: bool,
}

impl Announcement {
    pub(crate) fn of(generations: &Arc<Generations>, writes: &Writes) -> Self {
        Self {
            generations: generations.clone(),
            content: writes.has(Kind::Content),
            departures: writes.has(Kind::Departures),
        }
    }

    /// After a commit with this value of the counter. It includes the saves of all lower values, whose transactions
    /// ended before.
    pub(crate) fn counted(&self, counter: Option<i64>) {
        if let Some(counter) = counter {
            self.generations.counted.fetch_max(counter, SeqCst);
        }
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        if self.content {
            self.generations.raise(Kind::Content);
        }
        if self.departures {
            self.generations.raise(Kind::Departures);
        }
    }
}

/// Counts a save of content, for the other servers. Called right before the commit, because the row is locked until then.
pub(crate) async fn count_save(tx: &Tx) -> StoreResult<i64> {
    counters::next(tx, COUNTER).await
}

/// How a statement runs.
pub(crate) enum Run<'a> {
    /// In a transaction of its own, which counts the save.
    InTransaction(&'a Db),
    /// As it is. The announcement is made afterwards.
    Directly(Option<Announcement>),
}

/// The error of a statement that ran in a transaction of its own.
pub(crate) struct StatementError(DbErr);

impl From<DbErr> for StatementError {
    fn from(error: DbErr) -> Self {
        Self(error)
    }
}

impl From<StoreError> for StatementError {
    fn from(error: StoreError) -> Self {
        Self(match error {
            StoreError::Unavailable(error) | StoreError::Database(error) => error,
            other => DbErr::Custom(other.to_string()),
        })
    }
}

impl Db {
    /// The present generation. Reads that begin now see at least what it includes.
    #[must_use]
    pub fn generation(&self) -> Generation {
        Generation {
            content: self.generations.content.load(SeqCst),
            departures: self.generations.departures.load(SeqCst),
        }
    }

    /// Announces a change that is not in the tables: of files, or of figures that were counted from them.
    pub fn announce(&self, kind: Kind) {
        self.generations.raise(kind);
    }

    /// Raises the generation of the content if another server has saved any.
    pub async fn follow_content(&self) -> StoreResult<()> {
        let counter = count_saves(self).await?;
        // It is lower after the database was restored to an earlier moment.
        if self.generations.counted.swap(counter, SeqCst) != counter {
            self.generations.raise(Kind::Content);
        }
        Ok(())
    }

    pub(crate) fn run(&self, sql: &str) -> Run<'_> {
        match written(sql) {
            Some(Kind::Content) => Run::InTransaction(self),
            Some(Kind::Departures) => Run::Directly(Some(Announcement {
                generations: self.generations.clone(),
                content: false,
                departures: true,
            })),
            None => Run::Directly(None),
        }
    }

    pub(crate) async fn run_in_transaction<T, F, Fut>(&self, statement: F) -> Result<T, DbErr>
    where
        F: Fn(Tx) -> Fut,
        Fut: Future<Output = Result<T, StatementError>> + Send,
    {
        let done = self.in_transaction("statement", statement).await;
        done.map_err(|StatementError(error)| error)
    }
}

/// The number of saves of content by all servers.
pub async fn count_saves(db: &impl Connection) -> StoreResult<i64> {
    counters::last(db, COUNTER).await
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_write_is_recognised_by_its_table() {
        for (sql, kind) in [
            (
                "INSERT INTO \"treks\" (\"id\") VALUES (?)",
                Some(Kind::Content),
            ),
            ("insert into treks(id) values (1)", Some(Kind::Content)),
            ("UPDATE \"blogs\" SET \"id\" = $1", Some(Kind::Content)),
            ("DELETE FROM \"closures\" WHERE 1", Some(Kind::Content)),
            (
                "  update bookings\nset revision = 1",
                Some(Kind::Departures),
            ),
            ("UPDATE \"blogs\" SET \"views\" = \"views\" + $1", None),
            ("UPDATE \"sessions\" SET \"x\" = 'update treks'", None),
            ("SELECT * FROM \"treks\" FOR UPDATE", None),
            ("ROLLBACK", None),
            ("", None),
        ] {
            assert_eq!(written(sql), kind, "{sql}");
        }
    }

    // On SQLite, what is not recognised as a write takes no turn.
    #[test]
    fn a_statement_that_changes_any_table_is_a_write() {
        for (sql, expected) in [
            ("INSERT INTO \"jobs\" (\"id\") VALUES (?)", true),
            ("update sessions set used_at = 1", true),
            ("  DELETE FROM \"marks\" WHERE 1", true),
            ("SELECT * FROM \"jobs\"", false),
            ("PRAGMA busy_timeout = 0", false),
        ] {
            assert_eq!(is_write(sql), expected, "{sql}");
        }
    }

    /// Tables that no public read shows. A new table is listed here only if that is true.
    const NOT_PUBLIC: &str = "accounts agency_event_views agency_events api_keys audit_log balance_reminders \
         booking_mails booking_notes booking_search booking_tags campaign_recipients campaigns counters custom_treks \
         departure_changes departure_choices departure_reminders enquiries enquiry_messages idempotency_keys \
         identities invoices jobs ledger limits marks one_time_codes payment_requests payments periodic_tasks \
         promotion_uses promotions proposals recovery_codes refunds reseller_bookings review_requests sandbox_intents \
         sandbox_refunds saved_replies second_step_challenges second_steps sessions settings \
         staff_invitations stripe_events subscribers travel_credits used_sign_ins waitlist_entries wallet_payments";

    #[tokio::test]
    async fn every_table_is_public_or_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("tables.db");
        let url = format!("sqlite://{}", file.display());
        let db = crate::connect(&url).await.expect("connected");
        db.migrate().await.expect("migrated");
        let listed = CONTENT.into_iter().chain(DEPARTURES);
        let listed = listed.chain(NOT_PUBLIC.split_ascii_whitespace());
        let listed: Vec<String> = listed.map(str::to_owned).collect();
        let once: BTreeSet<String> = listed.iter().cloned().collect();
        assert_eq!(once.len(), listed.len(), "a table is listed twice");
        let stored = crate::dump::tables(&db).await.expect("read");
        let stored: BTreeSet<String> = stored.into_iter().map(|table| table.name).collect();
        assert_eq!(once, stored);
        db.close().await.expect("closed");
    }
}
