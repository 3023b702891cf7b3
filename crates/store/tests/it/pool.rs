//! Connections that run one statement after another without a return to their pool.

use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DbErr};
use store::Db;
use store::dump::connect_existing;
use tokio::time::timeout;

use crate::support::TestDb;

async fn run(db: &Db, sql: &str) -> Result<(), DbErr> {
    let statement = sea_orm::Statement::from_string(db.get_database_backend(), sql);
    db.query_all_raw(statement).await.map(drop)
}

/// Runs several statements at once, which need as many connections.
async fn open_several_connections(db: &Db) {
    let slow = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select max(i) from n";
    let statements = (0..6).map(|_| {
        let db = db.clone();
        tokio::spawn(async move { run(&db, slow).await })
    });
    for statement in statements.collect::<Vec<_>>() {
        statement.await.expect("ended").expect("answered");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn statements_that_succeed_follow_each_other_on_one_connection_until_one_fails() {
    let test = TestDb::start().await;
    open_several_connections(&test.db).await;
    let mut attempt = 0;
    let read_own = loop {
        attempt += 1;
        let began = Instant::now();
        // A temporary table belongs to its connection.
        let create = format!("create temp table own{attempt} (number integer)");
        run(&test.db, &create).await.expect("created");
        let read_own = format!("select number from own{attempt}");
        let mut is_same = true;
        for _ in 0..10 {
            is_same &= run(&test.db, &read_own).await.is_ok();
        }
        if is_same {
            break read_own;
        }
        // A connection that waited longer on a busy machine has returned to its pool.
        assert!(began.elapsed() >= Duration::from_millis(500));
    };
    assert!(run(&test.db, "select nothing from nowhere").await.is_err());
    assert!(run(&test.db, &read_own).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_begins_although_all_connections_wait_for_statements() {
    let test = TestDb::start().await;
    // Has two connections.
    let db = connect_existing(test.url()).await.expect("opened");
    open_several_connections(&db).await;
    let both = timeout(Duration::from_secs(5), async {
        let first = db.begin_snapshot().await.expect("begun");
        let second = db.begin_snapshot().await.expect("begun");
        drop((first, second));
    });
    both.await.expect("no wait for a connection");
    db.close().await.expect("closed");
}

#[tokio::test]
async fn a_connection_that_waited_returns_to_its_pool() {
    let test = TestDb::start().await;
    open_several_connections(&test.db).await;
    run(&test.db, "create temp table own (number integer)")
        .await
        .expect("created");
    tokio::time::sleep(Duration::from_millis(600)).await;
    // The pool uses its connections in turns.
    assert!(run(&test.db, "select number from own").await.is_err());
}
