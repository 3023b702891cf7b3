//! What browsers load besides the API: rendered pages, static files, the branding of the agency.

pub mod branding;
pub mod map_tiles;
pub mod page;
pub mod static_files;
