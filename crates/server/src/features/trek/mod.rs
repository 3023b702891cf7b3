//! Treks: list, details, saving, and the most booked ones (document 1 §7, document 2 §7).

pub mod create;
pub mod departing;
pub mod document;
mod document_reader;
pub mod document_terms;
pub mod list;
pub mod manage;
pub mod map;
pub mod read;
pub mod remove;
pub mod route_facts;
pub mod route_line;
pub mod save;
pub mod trending;
pub mod wire;
pub mod wire_day;
pub mod wire_map;
pub mod wire_summary;
