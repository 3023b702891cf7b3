//! Breaks and mends the nodes of the replicated PostgreSQL that `scripts/peers/cluster.mjs` runs.

use std::time::{Duration, Instant};

use serde_json::Value;

/// How long the cluster may take until all nodes replicate again.
const PATIENCE: Duration = Duration::from_secs(150);

pub struct Cluster {
    http: reqwest::Client,
    address: String,
}

/// What happens to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// `patronictl switchover` to the synchronous standby.
    Switchover,
    /// kill -9 of PostgreSQL and Patroni on the leader.
    KillLeader,
    /// Nothing from or to the leader arrives, and nothing is refused.
    CutLeader,
    /// kill -9 of the standby that every commit waits for.
    KillStandby,
    /// kill -9 of the pooler.
    KillPooler,
}

impl Break {
    pub const ALL: [Self; 5] = [
        Self::Switchover,
        Self::KillLeader,
        Self::CutLeader,
        Self::KillStandby,
        Self::KillPooler,
    ];
}

impl Cluster {
    /// None outside of `scripts/peers/with-cluster.sh`.
    pub fn of_environment() -> Option<Self> {
        let address = std::env::var("CHAUTARI_TEST_CLUSTER").ok()?;
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build();
        Some(Self {
            http: http.expect("a client"),
            address,
        })
    }

    /// Breaks it. Returns what mends it.
    pub async fn break_it(&self, how: Break) -> Option<String> {
        let state = self.state().await;
        let name = |role: &str| state[role].as_str().expect("a node").to_owned();
        let (act, target) = match how {
            Break::Switchover => ("switchover", String::new()),
            Break::KillLeader => ("kill", name("leader")),
            Break::CutLeader => ("cut", name("leader")),
            Break::KillStandby => ("kill", name("standby")),
            Break::KillPooler => ("kill", "pgbouncer".to_owned()),
        };
        self.act(act, &target).await;
        match act {
            "kill" => Some(format!("start/{target}")),
            "cut" => Some(format!("mend/{target}")),
            _ => None,
        }
    }

    pub async fn mend(&self, how: &str) {
        let (act, target) = how.split_once('/').expect("an act and a node");
        self.act(act, target).await;
    }

    /// Waits until there is a leader, and both standbys have all of its data.
    pub async fn become_whole(&self) {
        let since = Instant::now();
        loop {
            let state = self.state().await;
            if state["isWhole"] == true {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "{state}");
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    async fn act(&self, act: &str, target: &str) {
        let url = format!("{}/{act}/{target}", self.address);
        let answer = self.http.post(url).send().await.expect("an answer");
        let body: Value = answer.json().await.expect("JSON");
        assert_eq!(body["done"], true, "{act} {target}: {body}");
    }

    pub async fn state(&self) -> Value {
        let url = format!("{}/state", self.address);
        let answer = self.http.get(url).send().await.expect("an answer");
        answer.json().await.expect("JSON")
    }
}
