//! The program. Dependencies point down: cli, router, jobs, features, site, http, platform.
//!
//! The compiler builds each `pub async fn` in the unit tests too, with all that it calls. So only those that other crates call
//! are `pub`, and `router`, `jobs` and `cli::serve`, which call everything and have no unit tests, are left out of them.

#![cfg_attr(test, allow(dead_code))]

pub mod cli;
pub mod features;
pub mod http;
#[cfg(not(test))]
pub mod jobs;
pub mod platform;
#[cfg(not(test))]
pub mod router;
pub mod site;
