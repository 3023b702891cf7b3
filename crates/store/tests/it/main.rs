//! Tests of the store on a real database: SQLite files, or PostgreSQL if `CHAUTARI_TEST_PG_URL` names a server. The
//! tests are the same for both.

mod accounts;
mod audit;
mod booking_lists;
mod booking_search;
mod bookings;
mod calendar;
mod conflicts;
mod content;
mod demoted;
mod faults;
mod jobs;
mod leaving;
mod limits;
mod migrate;
mod money;
mod payments;
mod pictures;
mod pool;
mod profile;
mod public_content;
mod rows_of_before;
mod seats;
mod subscribers;
mod support;
mod test_database;
mod time_limit;
mod treks;
