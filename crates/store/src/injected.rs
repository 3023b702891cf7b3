//! Conflicts on purpose: with `CHAUTARI_CONFLICTS=RATE:SEED`, statements and commits of transactions that are run again
//! fail at random with the error of a serialization failure. Release builds have none of it.

#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) const fn conflict() -> Option<sea_orm::DbErr> {
    None
}

#[cfg(debug_assertions)]
pub(crate) use on_request::conflict;

#[cfg(debug_assertions)]
mod on_request {
    use std::borrow::Cow;
    use std::sync::{Arc, LazyLock, Mutex, PoisonError};

    use sea_orm::sqlx::error::{DatabaseError, ErrorKind};
    use sea_orm::{DbErr, RuntimeErr, sqlx};

    static CHOICE: LazyLock<Option<(f64, Mutex<fastrand::Rng>)>> = LazyLock::new(|| {
        let setting = std::env::var("CHAUTARI_CONFLICTS").ok()?;
        let (rate, seed) = setting.split_once(':').expect("RATE:SEED");
        let rate = rate.parse().expect("a rate of 0 to 1");
        let seed = seed.parse().expect("a seed");
        Some((rate, Mutex::new(fastrand::Rng::with_seed(seed))))
    });

    /// The error of the next statement or commit, if it is to fail.
    pub(crate) fn conflict() -> Option<DbErr> {
        let (rate, choice) = CHOICE.as_ref()?;
        let mut choice = choice.lock().unwrap_or_else(PoisonError::into_inner);
        let error = || sqlx::Error::Database(Box::new(Injected));
        (choice.f64() < *rate).then(|| DbErr::Exec(RuntimeErr::SqlxError(Arc::new(error()))))
    }

    #[derive(Debug, thiserror::Error)]
    #[error("could not serialize access (injected)")]
    struct Injected;

    impl DatabaseError for Injected {
        fn message(&self) -> &str {
            "could not serialize access (injected)"
        }
        fn code(&self) -> Option<Cow<'_, str>> {
            Some("40001".into())
        }
        fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
            self
        }
        fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
            self
        }
        fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
            self
        }
        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }
}
