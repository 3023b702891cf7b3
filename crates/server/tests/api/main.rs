//! The calls, through the whole program: router, stories, a real database. SQLite files, or
//! PostgreSQL where `CHAUTARI_TEST_PG_URL` names a server; no test knows which.

mod account;
mod call;
mod outbox;
mod support;
