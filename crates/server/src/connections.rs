//! Takes connections and answers on them until the end is asked for. What `axum::serve` does, with a
//! limit on how long a client may take to send its headers: without one, a few slow clients hold every
//! connection that there is.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::{ServiceExt, service_fn};

use crate::unread_body::RequestBody;

/// For the headers of a request, and for the silence between two.
const HEADERS: Duration = Duration::from_secs(30);

pub async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADERS);
    let open = GracefulShutdown::new();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    refused(&error).await;
                    continue;
                }
            },
            () = asked_to_end(&mut stop) => break,
        };
        let connection = server.serve_connection(io(stream), answers(router.clone(), peer));
        let connection = open.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    open.shutdown().await;
}

async fn asked_to_end(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

fn io(stream: TcpStream) -> TokioIo<TcpStream> {
    // Answers are written at once: waiting to fill a packet costs 40 ms on every small one.
    let _ = stream.set_nodelay(true);
    TokioIo::new(stream)
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

/// Out of file handles, mostly: a pause lets some end. A client that left while waiting is nothing.
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
