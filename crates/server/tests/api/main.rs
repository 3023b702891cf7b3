//! The calls, through the whole program: router, stories, a real database. SQLite files, or
//! PostgreSQL where `CHAUTARI_TEST_PG_URL` names a server; no test knows which.

#[path = "../proof/audit_money.rs"]
#[expect(dead_code, reason = "the soak prints more of the books")]
mod audit_money;
#[path = "../proof/books.rs"]
#[expect(dead_code, reason = "the soak reads more of the books")]
mod books;

mod account;
mod account_hostile;
mod account_input;
mod account_limits;
mod account_races;
mod account_session;
mod bad_money;
mod booking;
mod booking_input;
mod booking_price;
mod booking_repeat;
mod by_hand;
mod call;
mod cancel;
mod content;
mod contract;
mod demo;
mod frame;
mod jobs;
mod late;
mod ledger;
mod model;
mod model_state;
mod money;
mod newsletter;
mod outbox;
mod page;
mod page_hidden;
mod payment;
mod payment_input;
mod program;
mod program_admin;
mod program_rest;
mod program_settings;
mod program_stripe;
mod refund;
mod settle;
mod stage;
mod stripe;
mod stripe_acts;
mod stripe_faults;
mod stripe_server;
mod support;
mod trek;
mod trek_rules;
mod trek_save;
mod webhook;
