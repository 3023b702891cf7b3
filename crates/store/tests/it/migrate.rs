//! Migrations are atomic, and servers that start at the same time run them once.

use sea_orm::ConnectionTrait;

use crate::support::empty_database;

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
