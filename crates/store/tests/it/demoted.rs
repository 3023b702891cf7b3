//! A PostgreSQL server that became a standby after a failover: what the pool does with the connections to it.

use sea_orm::ConnectionTrait;

use crate::support::empty_database;

// Without a load balancer that ends them, the connections would lead to the standby for as long as the program runs.
#[tokio::test]
async fn connections_to_a_server_that_became_read_only_are_not_used_again() {
    let (url, _folder) = empty_database().await;
    if url.starts_with("sqlite:") {
        return;
    }
    let writable = store::connect(&url).await.expect("the database");
    writable.migrate().await.expect("migrated");
    let name = url.rsplit_once('/').expect("a name").1;
    let name = name.split('?').next().expect("a name");
    let change = async |sql: &str| {
        let sql = format!("alter database {name} {sql}");
        writable.execute_unprepared(&sql).await.expect("changed");
    };
    change("set default_transaction_read_only = on").await;
    let db = store::connect(&url).await.expect("the standby");
    let refused = store::metadata::set(&db, "name", "value").await;
    assert!(refused.is_err(), "the standby does not write");
    change("reset default_transaction_read_only").await;
    let written = store::metadata::set(&db, "name", "value").await;
    written.expect("a new connection leads to the leader");
    db.close().await.expect("closed");
    writable.close().await.expect("closed");
}
