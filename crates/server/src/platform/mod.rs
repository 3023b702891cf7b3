//! State, settings, adapters and metrics. Depends on no feature.

pub mod adapters;
pub mod app;
pub mod config;
pub mod error_chain;
pub mod format;
pub mod job_runner;
pub mod kill_points;
pub mod live_settings;
pub mod log_format;
pub mod mails;
pub mod map_tiles;
pub mod metrics;
pub mod open_files;
pub mod other_servers;
pub mod pdf;
pub mod periodic_tasks;
pub mod private_files;
pub mod rate_limits;
pub mod secret_key;
pub mod security_log;
pub mod settings;
pub mod signed_id;
pub mod start_error;
pub mod traces;
pub mod turn;
pub mod unfinished_restore;
