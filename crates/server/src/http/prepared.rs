//! Responses that are prepared once and sent many times: the bytes, their entity tags, and compressed copies, each made
//! at the first request for it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::http::conditional::{EntityTag, Representation};
use crate::http::content_coding::Coding;
use crate::http::error::{ApiError, ApiResult};

/// Smaller bodies fit in one packet as they are.
const MIN_COMPRESSED_BYTES: usize = 1024;
/// What a response needs besides its bodies.
const OVERHEAD_BYTES: usize = 512;

/// A response that is the same for every client.
pub struct Prepared {
    content_type: HeaderValue,
    cache_control: HeaderValue,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Arc<Body>,
}

struct Body {
    hash: [u8; 32],
    /// In the order of [`Coding::ALL`].
    tags: [EntityTag; 3],
    plain: Bytes,
    brotli: OnceCell<Bytes>,
    gzip: OnceCell<Bytes>,
}

impl Prepared {
    pub fn json(answer: &impl Serialize) -> ApiResult<Self> {
        let plain = serde_json::to_vec(answer).map_err(ApiError::internal)?;
        Ok(Self::new("application/json", plain))
    }

    pub fn new(content_type: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let hash: [u8; 32] = Sha256::digest(&plain).into();
        Self {
            content_type: HeaderValue::from_static(content_type),
            cache_control: HeaderValue::from_static("no-cache"),
            headers: Vec::new(),
            body: Arc::new(Body {
                tags: Coding::ALL.map(|coding| EntityTag::new(&hash, coding)),
                hash,
                plain,
                brotli: OnceCell::new(),
                gzip: OnceCell::new(),
            }),
        }
    }

    #[must_use]
    pub fn with_cache_control(mut self, policy: HeaderValue) -> Self {
        self.cache_control = policy;
        self
    }

    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    pub fn plain(&self) -> &[u8] {
        &self.body.plain
    }

    /// Memory that the response may take. Its compressed copies together are smaller than the plain body.
    pub fn max_bytes(&self) -> usize {
        OVERHEAD_BYTES + 2 * self.body.plain.len()
    }

    /// Takes the compressed copies of an earlier response, if the content is the same.
    pub fn reuse(&mut self, earlier: &Self) {
        if self.body.hash == earlier.body.hash {
            self.body = earlier.body.clone();
        }
    }

    pub(crate) async fn respond(&self, asked: &HeaderMap) -> Response {
        self.respond_with(StatusCode::OK, asked).await
    }

    pub(crate) async fn respond_with(&self, status: StatusCode, asked: &HeaderMap) -> Response {
        let coding = match self.body.plain.len() < MIN_COMPRESSED_BYTES {
            true => Coding::Identity,
            false => Coding::preferred(asked),
        };
        let bytes = match self.body.coded(coding).await {
            Ok(bytes) => bytes,
            Err(error) => return ApiError::internal(error).into_response(),
        };
        let [brotli, gzip, identity] = &self.body.tags;
        let tag = match coding {
            Coding::Brotli => brotli,
            Coding::Gzip => gzip,
            Coding::Identity => identity,
        };
        let representation = Representation {
            content_type: self.content_type.clone(),
            cache_control: self.cache_control.clone(),
            coding,
            tag: tag.clone(),
        };
        let mut response = representation.respond(asked, status, || Ok(bytes));
        let headers = self.headers.iter().cloned();
        response.headers_mut().extend(headers);
        response
    }
}

impl Body {
    async fn coded(&self, coding: Coding) -> std::io::Result<Bytes> {
        let copy = match coding {
            Coding::Identity => return Ok(self.plain.clone()),
            Coding::Brotli => &self.brotli,
            Coding::Gzip => &self.gzip,
        };
        let made = copy.get_or_try_init(async || {
            let plain = self.plain.clone();
            let made = tokio::task::spawn_blocking(move || coding.encode(&plain));
            std::io::Result::Ok(Bytes::from(made.await.map_err(std::io::Error::other)??))
        });
        made.await.cloned()
    }
}
