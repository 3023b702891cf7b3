//! Points where a test can kill the process: right after a commit or a call to the provider, where a crash is most
//! harmful (decisions §5 "across a kill of the process at any instruction"). In release builds `kill_point` is an
//! empty function.

/// All kill points in the order of a booking's life. The tests kill the server at each one and check the recovery.
pub const KILL_POINTS: &[&str] = &[
    "seats-held",
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

/// The kill points of payments that staff take and pay out by hand.
pub const PAYMENT_KILL_POINTS: &[&str] = &[
    "payment-recorded",
    "replaced-payment-cancelled",
    "payment-reversed",
    "payout-recorded",
];

/// The kill points of payments at a wallet, besides those that every payment passes.
pub const WALLET_KILL_POINTS: &[&str] = &[
    "wallet-payment-begun",
    "wallet-payment-opened",
    "wallet-payment-stored",
    "wallet-payment-ended",
];

/// The kill points of a booking that is paid with a travel credit, besides those that every booking passes.
pub const CREDIT_KILL_POINTS: &[&str] = &["credit-reserved", "credit-paid"];

/// The kill point of a booking with a promotion code, besides those that every booking passes.
pub const PROMOTION_KILL_POINTS: &[&str] = &["promotion-used"];
/// The kill points of a booking that accepts a proposal, besides those that every booking passes.
pub const PROPOSAL_KILL_POINTS: &[&str] = &["proposal-accepted"];

/// The kill points of a booking whose payment staff record, besides those that every booking passes.
pub const WAY_KILL_POINTS: &[&str] = &["way-changed"];

/// The kill points of the payment of a balance by card, in order.
pub const BALANCE_KILL_POINTS: &[&str] = &[
    "balance-opened",
    "balance-noted",
    "balance-written",
    "balance-paid",
    "balance-cancelled",
];

/// The kill points of departures, besides those that every booking passes.
pub const DEPARTURE_KILL_POINTS: &[&str] = &[
    "hold-ended-without-seats",
    "change-stored",
    "choice-applied",
];

/// The kill points of a change by staff: inside its transaction before the commit, and after it.
pub const CHANGE_KILL_POINTS: &[&str] = &["change-unsaved", "booking-changed"];

/// The kill points of offers to waiting parties. They are inside the transaction that changes the seats, before its
/// commit.
pub const OFFER_KILL_POINTS: &[&str] = &["offer-made", "offer-lapsed", "offer-booked"];

/// The kill points of an email to many recipients.
pub const CAMPAIGN_KILL_POINTS: &[&str] = &[
    "campaign-queued",
    "campaign-mail-marked",
    "campaign-mail-sent",
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
        [
            KILL_POINTS,
            PAYMENT_KILL_POINTS,
            WALLET_KILL_POINTS,
            BALANCE_KILL_POINTS,
            WAY_KILL_POINTS,
            CREDIT_KILL_POINTS,
            PROMOTION_KILL_POINTS,
            PROPOSAL_KILL_POINTS,
            DEPARTURE_KILL_POINTS,
            CHANGE_KILL_POINTS,
            OFFER_KILL_POINTS,
            CAMPAIGN_KILL_POINTS,
            RESTORE_KILL_POINTS
        ]
        .iter()
        .any(|list| list.contains(&name)),
        "{name} is not in the lists above"
    );
    if KILL_AT.as_deref() == Some(name) {
        std::process::abort();
    }
}

#[cfg(not(debug_assertions))]
#[inline(always)]
pub const fn kill_point(_name: &str) {}
