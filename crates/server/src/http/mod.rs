//! Building blocks of handlers: extractors, responses, limits, middleware.

pub mod accept;
pub mod access_token;
pub mod auth;
pub mod client_address;
pub mod conditional;
pub mod content_coding;
pub mod cookies;
pub mod csv;
pub mod csv_export;
pub mod day;
pub mod drain_body;
pub mod error;
pub mod error_responses;
pub mod extract;
pub mod file_response;
pub mod header_list;
pub mod idempotency;
pub mod last_use;
pub mod listener;
pub mod middleware;
pub mod pace;
pub mod pagination;
pub mod rate_limit;
pub mod response;
pub mod user_agent;
pub mod write_timeout;
