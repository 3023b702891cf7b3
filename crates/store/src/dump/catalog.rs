//! Reads the names and columns of all tables from the system catalog of the database.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{DbBackend, QueryResult, Statement};

use super::{Column, Kind, MIGRATIONS, Table};
use crate::{Connection, StoreError, StoreResult};

const SQLITE_COLUMNS: &str = "select m.name as table_name, c.name as column_name, lower(c.type) as kind, \
     c.pk as place from sqlite_master m join pragma_table_info(m.name) c \
     where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' order by m.name, c.cid";

const POSTGRES_COLUMNS: &str = "select t.relname::text as table_name, c.attname::text as column_name, \
     format_type(c.atttypid, null) as kind, coalesce(k.place, 0) as place \
     from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped \
     left join pg_index i on i.indrelid = t.oid and i.indisprimary \
     left join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, place) on k.attnum = c.attnum \
     where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace \
     order by t.relname, c.attnum";

const SQLITE_PARENTS: &str = "select m.name as child, f.\"table\" as parent from sqlite_master m \
     join pragma_foreign_key_list(m.name) f where m.type = 'table'";

const POSTGRES_PARENTS: &str = "select t.relname::text as child, p.relname::text as parent \
     from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class p on p.oid = f.confrelid \
     where f.contype = 'f' and t.relnamespace = current_schema()::regnamespace";

pub(super) async fn query(db: &impl Connection, sql: &str) -> StoreResult<Vec<QueryResult>> {
    let statement = Statement::from_string(db.get_database_backend(), sql.to_owned());
    Ok(db.query_all_raw(statement).await?)
}

fn dialect<'a>(db: &impl Connection, sqlite: &'a str, postgres: &'a str) -> &'a str {
    match db.get_database_backend() {
        DbBackend::Postgres => postgres,
        _ => sqlite,
    }
}

/// The names of all tables.
pub(super) async fn names(db: &impl Connection) -> StoreResult<BTreeSet<String>> {
    let sql = dialect(db, SQLITE_COLUMNS, POSTGRES_COLUMNS);
    let rows = query(db, sql).await?;
    let names = rows.iter().map(|row| row.try_get("", "table_name"));
    Ok(names.collect::<Result<_, _>>()?)
}

/// All tables except that of the migrations. A table comes after the tables that its foreign keys reference.
pub async fn tables(db: &impl Connection) -> StoreResult<Vec<Table>> {
    let mut columns: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    for row in query(db, dialect(db, SQLITE_COLUMNS, POSTGRES_COLUMNS)).await? {
        let table: String = row.try_get("", "table_name")?;
        if table == MIGRATIONS {
            continue;
        }
        let column = read_column(&table, &row)?;
        columns.entry(table).or_default().push(column);
    }
    let mut parents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in query(db, dialect(db, SQLITE_PARENTS, POSTGRES_PARENTS)).await? {
        let (child, parent): (String, String) =
            (row.try_get("", "child")?, row.try_get("", "parent")?);
        if child != parent {
            parents.entry(child).or_default().insert(parent);
        }
    }
    in_order(columns, &parents)
}

fn read_column(table: &str, row: &QueryResult) -> StoreResult<Column> {
    let (name, kind): (String, String) =
        (row.try_get("", "column_name")?, row.try_get("", "kind")?);
    // An incomplete copy of a table would be worse than a backup that fails.
    let unknown = || StoreError::Failed(format!("{table}.{name} is a '{kind}', which is unknown"));
    let kind = kind_of(&kind).ok_or_else(unknown)?;
    let place: i64 = row.try_get("", "place")?;
    let key = u16::try_from(place).unwrap_or_default();
    Ok(Column { name, kind, key })
}

/// Maps a declared type, as sea-query writes it for SQLite or as PostgreSQL names it.
fn kind_of(declared: &str) -> Option<Kind> {
    let declared = declared.split('(').next().unwrap_or_default();
    Some(match declared {
        "uuid_text" | "uuid" => Kind::Uuid,
        "text" | "varchar" | "character varying" => Kind::Text,
        "integer" | "bigint" | "smallint" => Kind::Number,
        "boolean" => Kind::Boolean,
        "blob" | "bytea" => Kind::Bytes,
        "timestamp_with_timezone_text" | "timestamp with time zone" => Kind::Moment,
        "date_text" | "date" => Kind::Day,
        "jsonb_text" | "json_text" | "jsonb" | "json" => Kind::Document,
        _ => return None,
    })
}

fn in_order(
    mut columns: BTreeMap<String, Vec<Column>>,
    parents: &BTreeMap<String, BTreeSet<String>>,
) -> StoreResult<Vec<Table>> {
    let mut ordered: Vec<Table> = Vec::new();
    while !columns.is_empty() {
        let is_ready = |name: &&String| {
            let Some(parents) = parents.get(*name) else {
                return true;
            };
            parents.iter().all(|parent| !columns.contains_key(parent))
        };
        let Some(name) = columns.keys().find(is_ready).cloned() else {
            let left: Vec<_> = columns.into_keys().collect();
            let problem = format!("the foreign keys of {} go round", left.join(", "));
            return Err(StoreError::Failed(problem));
        };
        let columns = columns.remove(&name).unwrap_or_default();
        ordered.push(Table { name, columns });
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_comes_after_those_that_it_names_and_a_circle_is_refused() {
        let columns = || {
            let names = ["a", "b", "c"].map(|name| (name.to_owned(), Vec::new()));
            BTreeMap::from(names)
        };
        let parents = |pairs: &[(&str, &str)]| {
            let mut parents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for (child, parent) in pairs {
                let of = parents.entry((*child).to_owned()).or_default();
                of.insert((*parent).to_owned());
            }
            parents
        };
        let ordered = in_order(columns(), &parents(&[("a", "c"), ("c", "b")])).unwrap();
        let names: Vec<_> = ordered.iter().map(|table| &*table.name).collect();
        assert_eq!(names, ["b", "c", "a"]);
        assert!(in_order(columns(), &parents(&[("a", "c"), ("c", "a")])).is_err());
    }
}
