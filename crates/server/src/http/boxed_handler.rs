//! Handlers without their types.
//!
//! For a function as handler, the compiler makes a copy of each layer of a router, and proves each time anew that its
//! future may change threads: a sixth of the time to compile this crate.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use crate::platform::app::App;

type BoxedFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

#[derive(Clone)]
pub struct BoxedHandler(Arc<dyn Fn(Request, App) -> BoxedFuture + Send + Sync>);

/// For routes with many handlers.
pub fn boxed<T, H: Handler<T, App, Future = BoxedFuture>>(handler: H) -> BoxedHandler {
    BoxedHandler(Arc::new(move |request, app| {
        handler.clone().call(request, app)
    }))
}

impl Handler<(), App> for BoxedHandler {
    type Future = BoxedFuture;

    fn call(self, request: Request, app: App) -> BoxedFuture {
        (self.0)(request, app)
    }
}
