//! Migrations are atomic, and servers that start at the same time run them once.

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::support::{TestDb, empty_database};

// A kill during the first start must not break later starts.
#[tokio::test]
async fn a_failed_migration_leaves_no_tables_behind() {
    let (url, _folder) = empty_database().await;
    let db = store::connect(&url).await.unwrap();
    // Makes the last migration fail.
    let in_the_way = "create table limits (id integer)";
    db.execute_unprepared(in_the_way).await.unwrap();
    db.migrate().await.unwrap_err();
    db.execute_unprepared("drop table limits").await.unwrap();
    db.migrate().await.unwrap();
    assert!(store::accounts::is_empty(&db).await.unwrap());
}

// Without one, SQLite reads all rows of the table before it deletes a row that they may refer to, or sets its key.
#[tokio::test]
async fn every_foreign_key_begins_an_index() {
    let test = TestDb::start().await;
    if test.db.get_database_backend() == DbBackend::Postgres {
        return; // The migrations are the same.
    }
    let sql = "select t.name, f.\"from\" from sqlite_schema t, pragma_foreign_key_list(t.name) f \
        where t.type = 'table' and f.seq = 0 and not exists (select 1 from pragma_index_list(t.name) i, \
        pragma_index_info(i.name) c where i.partial = 0 and c.seqno = 0 and c.name = f.\"from\")";
    let keys = "select count(*) from sqlite_schema t, pragma_foreign_key_list(t.name)";
    let statement = |sql| Statement::from_string(DbBackend::Sqlite, sql);
    let number = test.db.query_one_raw(statement(keys)).await.unwrap();
    let number: i64 = number.unwrap().try_get_by_index(0).unwrap();
    assert!(number > 20, "{number} foreign keys");
    let missing = test.db.query_all_raw(statement(sql)).await.unwrap();
    let missing = missing.iter().map(|row| {
        let column = |index| row.try_get_by_index::<String>(index).unwrap();
        format!("{}.{}", column(0), column(1))
    });
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<String>::new());
}

#[tokio::test]
async fn servers_that_start_together_all_find_the_tables_migrated() {
    let (url, _folder) = empty_database().await;
    let mut starts = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let url = url.clone();
        starts.spawn(async move { store::connect(&url).await?.migrate().await });
    }
    while let Some(started) = starts.join_next().await {
        started.unwrap().unwrap();
    }
}
