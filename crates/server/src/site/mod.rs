//! What the server sends to browsers besides the API: rendered pages, static files, the branding of the agency.

pub mod metrics;
pub mod page;
pub mod routes;
pub mod static_files;
