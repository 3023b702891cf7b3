//! The features of the product: a folder or file per feature, with one file per use case.

pub mod account;
pub mod achievement;
pub mod audit;
pub mod blog;
pub mod booking;
pub mod branding;
pub mod custom_trek;
pub mod demo;
pub mod exchange_rate;
pub mod failed_mail;
pub mod health;
pub mod newsletter;
pub mod overview;
pub mod placeholders;
pub mod profile;
pub mod site_config;
pub mod trek;
pub mod upload;
