//! Making the tables: all of them or none, however many servers start at once.

use sea_orm::ConnectionTrait;

use crate::support::empty_database;

// A kill in the middle of the first start must not stop every later one.
#[tokio::test]
async fn tables_that_were_not_all_made_leave_nothing_in_the_way_of_the_next_start() {
    let (url, _folder) = empty_database().await;
    let db = store::connect(&url).await.unwrap();
    // The last migration stumbles over it.
    let in_the_way = "create table limits (id integer)";
    db.execute_unprepared(in_the_way).await.unwrap();
    db.migrate().await.unwrap_err();
    db.execute_unprepared("drop table limits").await.unwrap();
    db.migrate().await.unwrap();
    assert!(store::accounts::is_empty(&db).await.unwrap());
}

#[tokio::test]
async fn servers_that_start_in_the_same_moment_all_find_the_tables_made() {
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
