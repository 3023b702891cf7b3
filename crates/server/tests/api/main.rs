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
mod account_rehash;
mod account_reset;
mod account_reset_limits;
mod account_reset_refused;
mod account_session;
mod audit;
mod bad_money;
mod blog_manage;
mod blog_write;
mod booking;
mod booking_desk;
mod booking_input;
mod booking_price;
mod booking_repeat;
mod by_hand;
mod call;
mod cancel;
mod content;
mod contract;
mod demo;
mod desk_lists;
mod failed_mail;
mod frame;
mod google;
mod google_refused;
mod google_settings;
mod jobs;
mod late;
mod ledger;
mod mail_server;
mod matrix;
mod matrix_calls;
mod matrix_scene;
mod model;
mod model_state;
mod money;
mod newsletter;
mod newsletter_leaving;
mod outbox;
mod page;
mod page_hidden;
mod payment;
mod payment_input;
mod profile;
mod profile_delete;
mod profile_email;
mod profile_export;
mod profile_races;
mod profile_sessions;
mod program;
mod program_admin;
mod program_log;
mod program_rest;
mod program_settings;
mod program_stripe;
mod refund;
mod settle;
mod sign_in_provider;
mod smtp;
mod stage;
mod stripe;
mod stripe_acts;
mod stripe_faults;
mod stripe_server;
mod support;
mod trek;
mod trek_desk;
mod trek_rules;
mod trek_save;
mod upload;
mod upload_pictures;
mod upload_use;
mod webhook;
