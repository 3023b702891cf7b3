//! State, settings, adapters to the outside, metrics. Knows no feature.

pub mod adapters;
pub mod app;
pub mod config;
pub mod format;
pub mod kill_points;
pub mod mails;
pub mod metrics;
pub mod open_files;
pub mod private_files;
pub mod secret_key;
pub mod security_log;
pub mod settings;
