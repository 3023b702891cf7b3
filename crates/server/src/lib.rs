//! The program. Dependencies point down: cli, router, jobs, features, site, http, platform.

pub mod cli;
pub mod features;
pub mod http;
pub mod jobs;
pub mod platform;
pub mod router;
pub mod site;
