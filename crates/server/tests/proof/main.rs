//! The proof that no payment is lost (decisions §5): the real program over real HTTP, killed with SIGKILL while
//! travellers book and pay. Runs on SQLite, or on PostgreSQL if `CHAUTARI_TEST_PG_URL` names a server.

#![expect(
    clippy::print_stdout,
    reason = "the figures are what a long run is for"
)]

mod audit;
mod audit_fails;
mod audit_figures;
mod audit_money;
mod audit_over_time;
mod books;
mod campaigns;
mod cluster;
mod credits;
mod departures;
mod failover;
mod flight_days;
#[cfg(target_os = "linux")]
mod full_disk;
mod journey;
mod kill_points;
mod kill_points_stripe;
#[path = "../api/mail_server.rs"]
#[expect(dead_code, reason = "the tests of the calls let it fail")]
mod mail_server;
mod money_back;
mod offers;
#[path = "../api/outbox.rs"]
#[expect(dead_code, reason = "the tests of the calls read more of a mail")]
mod outbox;
mod over_time;
mod payments;
mod program;
mod promotions;
mod proposals;
#[path = "../api/proxy.rs"]
#[expect(dead_code, reason = "the tests of the calls let it fall silent")]
mod proxy;
mod soak;
#[path = "../api/stripe_acts.rs"]
mod stripe_acts;
#[path = "../api/stripe_server.rs"]
#[expect(dead_code, reason = "the tests of the calls let it fail")]
mod stripe_server;
#[path = "../../../store/tests/it/test_database.rs"]
#[expect(dead_code, reason = "no proof begins with an empty database")]
mod test_database;
#[path = "../../../store/tests/it/time_limit.rs"]
mod time_limit;
mod traveller;
mod vanished_server;
#[path = "../api/wallet_acts.rs"]
mod wallet_acts;
#[path = "../api/wallet_server.rs"]
#[expect(dead_code, reason = "the tests of the calls let it fail")]
mod wallet_server;
mod wallets;
mod wrong_clock;
