//! The tables, in the order in which they came. Only ever add a file: what has
//! run somewhere is never edited. Additive changes only, since SQLite cannot
//! alter a constraint.

use sea_orm_migration::prelude::*;

mod m0001_accounts;

pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(m0001_accounts::Migration)]
    }
}
