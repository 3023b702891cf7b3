//! Classifies database errors: temporary failures, which a caller may retry, and defects of this program.

use sea_orm::sqlx::Error as SqlxError;
use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::{DbErr, RuntimeErr};

/// SQLSTATE of a write at a standby.
const READ_ONLY: &str = "25006";

/// Reasons for a failure that the request did not cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Another transaction was in the way and this one is rolled back. It may succeed at once if it is run again.
    Conflict,
    /// The database is reachable, but a lock or a time-out stopped this statement.
    Busy,
    /// The disk is full or fails. SQLite may have rolled back the transaction by itself.
    Disk,
    /// The database is unreachable: connection refused, lost, timed out, or no connection became free.
    Away,
    /// The state of the connection differs from what the driver recorded. It must not be used again.
    Broken,
}

/// Returns `None` for an error in the statement or in the stored data.
pub(crate) fn fault_of(error: &DbErr) -> Option<Fault> {
    match error {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(RuntimeErr::Internal(_)) => Some(Fault::Away),
        DbErr::Conn(RuntimeErr::SqlxError(error)) => {
            Some(driver_fault(error).unwrap_or(Fault::Away))
        }
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => {
            driver_fault(error)
        }
        _ => None,
    }
}

/// Whether PostgreSQL refused to write, because it is a standby.
pub(crate) fn is_read_only(error: &DbErr) -> bool {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => {
            let database = error.as_database_error();
            database.is_some_and(|error| error.code().as_deref() == Some(READ_ONLY))
        }
        _ => false,
    }
}

fn driver_fault(error: &SqlxError) -> Option<Fault> {
    match error {
        SqlxError::Io(_)
        | SqlxError::Tls(_)
        | SqlxError::PoolTimedOut
        | SqlxError::PoolClosed
        | SqlxError::WorkerCrashed => Some(Fault::Away),
        SqlxError::BeginFailed | SqlxError::InvalidSavePointStatement | SqlxError::Protocol(_) => {
            Some(Fault::Broken)
        }
        SqlxError::Database(error) => {
            let code = error.code()?;
            match error.try_downcast_ref::<SqliteError>() {
                Some(_) => sqlite_fault(&code),
                None => postgres_fault(&code),
            }
        }
        _ => None,
    }
}

/// By SQLSTATE: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn postgres_fault(code: &str) -> Option<Fault> {
    match code {
        // Serialization failure, deadlock.
        "40001" | "40P01" => Some(Fault::Conflict),
        // Lock time-out, statement time-out.
        "55P03" | "57014" => Some(Fault::Busy),
        // Disk full, I/O error of the server.
        "53100" | "58030" => Some(Fault::Disk),
        // The server ended an idle transaction; the server is read-only (a standby after a failover).
        "25P03" | READ_ONLY => Some(Fault::Away),
        // Connection exceptions, insufficient resources (also too many connections), shutdown.
        _ if ["08", "53", "57P"]
            .iter()
            .any(|class| code.starts_with(class)) =>
        {
            Some(Fault::Away)
        }
        _ => None,
    }
}

/// By primary result code, the low byte of the extended one: <https://sqlite.org/rescode.html>.
fn sqlite_fault(code: &str) -> Option<Fault> {
    match code.parse::<u32>().ok()? & 0xff {
        // BUSY (also BUSY_SNAPSHOT), LOCKED.
        5 | 6 => Some(Fault::Conflict),
        // INTERRUPT.
        9 => Some(Fault::Busy),
        // NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL (the locks of WAL).
        7 | 8 | 10 | 13 | 14 | 15 => Some(Fault::Disk),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_cannot_answer_now_is_told_from_a_mistake_in_a_statement() {
        for (code, fault) in [
            ("40001", Some(Fault::Conflict)),
            ("40P01", Some(Fault::Conflict)),
            ("55P03", Some(Fault::Busy)),
            ("57014", Some(Fault::Busy)),
            ("53100", Some(Fault::Disk)),
            ("53300", Some(Fault::Away)),
            ("57P01", Some(Fault::Away)),
            ("08006", Some(Fault::Away)),
            ("25P03", Some(Fault::Away)),
            ("42601", None),
            ("23505", None),
        ] {
            assert_eq!(postgres_fault(code), fault, "{code}");
        }
        for (code, fault) in [
            ("5", Some(Fault::Conflict)),
            ("517", Some(Fault::Conflict)),
            ("9", Some(Fault::Busy)),
            ("13", Some(Fault::Disk)),
            ("778", Some(Fault::Disk)),
            ("1", None),
            ("1555", None),
        ] {
            assert_eq!(sqlite_fault(code), fault, "{code}");
        }
    }
}
