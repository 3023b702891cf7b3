//! The program: HTTP in `router.rs`, one folder per feature, one file per story, the world outside in `ports/`.

pub mod access;
pub mod account;
pub mod achievement;
pub mod admin;
pub mod answer;
pub mod app;
pub mod blog;
pub mod booking;
pub mod check;
pub mod config;
pub mod demo;
pub mod error;
pub mod exchange_rate;
pub mod extract;
pub mod frame;
pub mod health;
pub mod mails;
pub mod ports;
pub mod router;
pub mod serve;
pub mod settings;
pub mod site_config;
pub mod static_files;
pub mod trek;
pub mod worker;
