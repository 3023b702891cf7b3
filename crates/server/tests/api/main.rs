//! The calls, through the whole program: router, stories, a real database. SQLite files, or
//! PostgreSQL where `CHAUTARI_TEST_PG_URL` names a server; no test knows which.

mod account;
mod account_hostile;
mod account_input;
mod account_limits;
mod account_races;
mod account_session;
mod booking;
mod booking_input;
mod booking_price;
mod booking_repeat;
mod call;
mod cancel;
mod content;
mod contract;
mod demo;
mod frame;
mod jobs;
mod money;
mod newsletter;
mod outbox;
mod page;
mod page_hidden;
mod payment;
mod payment_input;
mod program;
mod program_admin;
mod program_settings;
mod refund;
mod settle;
mod stage;
mod support;
mod trek;
mod trek_rules;
mod trek_save;
