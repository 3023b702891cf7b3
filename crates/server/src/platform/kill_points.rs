//! Points where a test can kill the process: right after a commit or a call to the provider, where a crash is most
//! harmful (decisions §5 "across a kill of the process at any instruction"). In release builds `kill_point` is an
//! empty function.

/// All kill points in the order of a booking's life. The tests kill the server at each one and check the recovery.
pub const KILL_POINTS: &[&str] = &[
    "booking-stored",
    "payment-opened",
    "payment-noted",
    "card-charged",
    "payment-asked",
    "confirmation-written",
    "booking-confirmed",
    "mail-sent",
    "job-finished",
    "cancel-requested",
    "unpaid-payment-cancelled",
    "booking-expired",
    "booking-confirmed-by-hand",
    "booking-cancelled",
    "refund-promised",
    "refund-made",
    "refund-written",
    "late-money-written",
    "mismatch-noted",
    "mismatched-booking-ended",
    "event-worked-off",
];

/// The kill points of `chautari restore`, in order.
pub const RESTORE_KILL_POINTS: &[&str] = &[
    "restore-begun",
    "restore-half-written",
    "restore-written",
    "restore-committed",
    "restore-unmarked",
];

/// Aborts the process without cleaning up, if `CHAUTARI_KILL_AT` is this name.
#[cfg(debug_assertions)]
pub fn kill_point(name: &str) {
    static KILL_AT: std::sync::LazyLock<Option<String>> =
        std::sync::LazyLock::new(|| std::env::var("CHAUTARI_KILL_AT").ok());
    debug_assert!(
        KILL_POINTS.contains(&name) || RESTORE_KILL_POINTS.contains(&name),
        "{name} is not in the lists above"
    );
    if KILL_AT.as_deref() == Some(name) {
        std::process::abort();
    }
}

#[cfg(not(debug_assertions))]
#[inline(always)]
pub const fn kill_point(_name: &str) {}
