//! PostgreSQL: an index of the search text of bookings by trigrams, with which a search for a part of a word reads its
//! matches instead of all texts. SQLite has no such index for LIKE and reads all texts.
//!
//! pg_trgm belongs to PostgreSQL, but an installation may lack it, not allow it to the owner of a database, or have it
//! in a schema that is not searched. Searches then work without the index.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// An owner of a database may install only trusted extensions.
const MAY_INSTALL: &str = "select exists (select from pg_available_extension_versions v, pg_roles r \
     where v.name = 'pg_trgm' and r.rolname = current_user and (r.rolsuper or v.trusted \
     and has_database_privilege(current_database(), 'create')))";
const IS_USABLE: &str = "select exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid))";
const INDEX: &str =
    "create index booking_search_by_trigram on booking_search using gin (text gin_trgm_ops)";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() != DbBackend::Postgres {
            return Ok(());
        }
        let db = manager.get_connection();
        if !is_true(manager, IS_USABLE).await? && is_true(manager, MAY_INSTALL).await? {
            let install = "create extension if not exists pg_trgm";
            db.execute_unprepared(install).await?;
        }
        if is_true(manager, IS_USABLE).await? {
            db.execute_unprepared(INDEX).await?;
        }
        Ok(())
    }
}

async fn is_true(manager: &SchemaManager<'_>, sql: &str) -> Result<bool, DbErr> {
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let row = manager.get_connection().query_one_raw(statement).await?;
    row.map_or(Ok(false), |row| row.try_get_by_index(0))
}
