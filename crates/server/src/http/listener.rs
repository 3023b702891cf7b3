//! Accepts connections and serves them until shutdown. Replaces `axum::serve` to limit the time for sending headers,
//! for sending the next request and for reading a response, and the number of connections. Without limits, a few slow
//! clients occupy every file handle of the process.
//!
//! The crate `axum-server` limits only the time for headers, not slow readers or connections per client.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::{ServiceExt, service_fn};

use crate::http::client_address::line_of;
use crate::http::drain_body::RequestBody;
use crate::http::write_timeout::WriteTimeout;
use crate::platform::config::ConnectionLimits;

/// Sent to a client with too many connections.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\n\
    content-length: 0\r\nconnection: close\r\n\r\n";

pub async fn serve(
    listener: TcpListener,
    router: Router,
    mut stop: watch::Receiver<bool>,
    limits: ConnectionLimits,
) {
    let mut server = http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(limits.idle_timeout);
    let open = GracefulShutdown::new();
    let free = Arc::new(Semaphore::new(limits.total.min(Semaphore::MAX_PERMITS)));
    let clients = Arc::new(Clients::new(&limits));
    loop {
        let accepted = async {
            // The semaphore is never closed.
            let permit = free.clone().acquire_owned().await.ok();
            (permit, listener.accept().await)
        };
        let (permit, stream, peer) = tokio::select! {
            (permit, accepted) = accepted => match accepted {
                Ok((stream, peer)) => (permit, stream, peer),
                Err(error) => {
                    refused(&error).await;
                    continue;
                }
            },
            () = shutdown_signal(&mut stop) => break,
        };
        let Some(place) = clients.clone().take_place(peer.ip()) else {
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let connection = server.serve_connection(
            io(stream, limits.idle_timeout),
            answers(router.clone(), peer),
        );
        let connection = open.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop((permit, place));
        });
    }
    drop(listener);
    open.shutdown().await;
}

/// The open connections of each client address.
struct Clients {
    open: Mutex<HashMap<String, usize>>,
    limit: usize,
    not_counted: Vec<IpNet>,
}

impl Clients {
    fn new(limits: &ConnectionLimits) -> Self {
        Self {
            open: Mutex::default(),
            limit: limits.of_client,
            not_counted: limits.not_counted.clone(),
        }
    }

    /// None if the client has reached its limit.
    fn take_place(self: Arc<Self>, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let is_proxy = self.not_counted.iter().any(|net| net.contains(&address));
        if is_proxy {
            return Some(Place(None));
        }
        let client = line_of(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let number = open.entry(client.clone()).or_default();
        if *number >= self.limit {
            return None;
        }
        *number += 1;
        drop(open);
        Some(Place(Some((self, client))))
    }
}

/// Counts one connection of a client until it is dropped.
struct Place(Option<(Arc<Clients>, String)>);

impl Drop for Place {
    fn drop(&mut self) {
        let Some((clients, client)) = &self.0 else {
            return;
        };
        let mut open = clients.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = open.get_mut(client) {
            *number -= 1;
            if *number == 0 {
                open.remove(client);
            }
        }
    }
}

async fn shutdown_signal(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

fn io(stream: TcpStream, write_timeout: Duration) -> TokioIo<WriteTimeout<TcpStream>> {
    // Responses are written at once: waiting to fill a packet (Nagle) delays every small one by 40 ms.
    let _ = stream.set_nodelay(true);
    TokioIo::new(WriteTimeout::new(stream, write_timeout))
}

fn answers(
    router: Router,
    peer: SocketAddr,
) -> impl hyper::service::Service<
    hyper::Request<Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> {
    TowerToHyperService::new(service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(|body| Body::new(RequestBody::new(body)));
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    }))
}

/// Handles a failed accept. The usual cause is a lack of file handles: a pause lets connections end. A client that
/// disconnected while waiting is ignored.
async fn refused(error: &std::io::Error) {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        tracing::error!(%error, "no connection can be taken");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_a_limit_and_a_proxy_has_none() {
        let limits = ConnectionLimits {
            total: 100,
            of_client: 2,
            idle_timeout: Duration::from_secs(1),
            not_counted: vec!["127.0.0.0/8".parse().unwrap()],
        };
        let clients = Arc::new(Clients::new(&limits));
        let take = |address: &str| clients.clone().take_place(address.parse().unwrap());
        let places = [take("9.9.9.9"), take("::ffff:9.9.9.9")];
        assert!(places.iter().all(Option::is_some));
        assert!(take("9.9.9.9").is_none());
        assert!(take("9.9.9.8").is_some());
        let proxied: Vec<_> = (0..10).map(|_| take("127.0.0.1")).collect();
        assert!(proxied.iter().all(Option::is_some));
        drop(places);
        assert!(take("9.9.9.9").is_some());
        assert_eq!(clients.open.lock().unwrap().len(), 0);
    }
}
