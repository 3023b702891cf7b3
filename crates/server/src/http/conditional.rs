//! Conditional requests: entity tags, `If-None-Match` (RFC 9110 §8.8.3, §13.1.2), and responses that carry them.
//!
//! Does not use the crate `headers`: its debug build panics at a tag with a space in it, one byte above 127 makes it
//! ignore the whole list, and it has no `Accept-Encoding`.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::content_coding::Coding;
use super::error::ApiError;
use super::header_list::members;

/// Long enough that two versions never have the same hash.
const HASH_BYTES: usize = 12;

/// A strong entity tag: the same tag means the same bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EntityTag(HeaderValue);

impl EntityTag {
    /// The tag of content with this hash. Each coding is a separate representation.
    ///
    /// # Panics
    /// Never: hexadecimal digits are valid in a header.
    #[must_use]
    pub fn new(hash: &[u8], coding: Coding) -> Self {
        let hash = hex::encode(&hash[..HASH_BYTES.min(hash.len())]);
        let text = format!("\"{hash}{}\"", coding.token().unwrap_or_default());
        Self(HeaderValue::try_from(text).expect("hexadecimal digits may stand in a header"))
    }

    /// Whether the client has this version: `If-None-Match` is `*` or lists the tag. The comparison is weak, because a
    /// proxy that compresses makes the tag weak. Malformed tags match nothing.
    #[must_use]
    pub fn is_known(&self, asked: &HeaderMap) -> bool {
        let own = self.0.as_bytes();
        let mut members = members(asked, IF_NONE_MATCH);
        members.any(|member| member == b"*" || member.strip_prefix(b"W/").unwrap_or(member) == own)
    }
}

/// Representation of a resource in one coding, before the server decides whether to send its body.
pub struct Representation {
    pub content_type: HeaderValue,
    pub cache_control: HeaderValue,
    pub coding: Coding,
    pub tag: EntityTag,
}

impl Representation {
    /// 304 without a body if the status is 200 and the client has this version, else the body with its status.
    pub fn respond<B: Into<Body>>(
        self,
        asked: &HeaderMap,
        status: StatusCode,
        body: impl FnOnce() -> std::io::Result<B>,
    ) -> Response {
        let mut response = if status == StatusCode::OK && self.tag.is_known(asked) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let body = match body() {
                Ok(body) => body.into(),
                Err(error) => return ApiError::internal(error).into_response(),
            };
            let mut response = Response::new(body);
            *response.status_mut() = status;
            let headers = response.headers_mut();
            // For these headers and those of the middleware.
            headers.reserve(16);
            headers.insert(CONTENT_TYPE, self.content_type);
            if let Some(coding) = self.coding.token() {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
            }
            response
        };
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, self.cache_control);
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(ETAG, self.tag.0);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: [u8; 32] = [0xab; 32];
    const TAG: &str = "\"abababababababababababab\"";

    fn is_known(lines: &[&[u8]]) -> bool {
        let mut headers = HeaderMap::new();
        for line in lines {
            let line = HeaderValue::from_bytes(line).expect("a header value");
            headers.append(IF_NONE_MATCH, line);
        }
        EntityTag::new(&HASH, Coding::Identity).is_known(&headers)
    }

    #[test]
    fn a_version_is_known_by_its_tag_weak_or_strong_alone_or_in_a_list() {
        for asked in [
            TAG.to_owned(),
            format!("W/{TAG}"),
            format!("\"x\", W/{TAG} ,\"y\""),
            format!("\"a,b\",{TAG}"),
            format!("\"a b\", , {TAG}"),
            format!("not a tag, {TAG}"),
            "*".to_owned(),
        ] {
            assert!(is_known(&[asked.as_bytes()]), "{asked}");
        }
        assert!(is_known(&[b"\"x\"", TAG.as_bytes()]));
        assert!(is_known(&[&[b"\"\xe9\", ", TAG.as_bytes()].concat()]));
    }

    #[test]
    fn another_tag_or_none_is_not_the_version() {
        for asked in [
            "",
            ",",
            "\"\"",
            "\"x\"",
            TAG.trim_matches('"'),
            TAG.trim_end_matches('"'),
            "w/\"abababababababababababab\"",
            "W/ \"abababababababababababab\"",
            "\"abababababababababababab,\"",
            "\"abababababababababababab\" \"x\"",
            "\"x, \"abababababababababababab\"",
            "\"abababababababababababab-gzip\"",
            "\"*\"",
        ] {
            assert!(!is_known(&[asked.as_bytes()]), "{asked}");
        }
        assert!(!is_known(&[]));
    }

    #[test]
    fn each_coding_has_a_tag_of_its_own() {
        let tag = |coding| EntityTag::new(&HASH, coding).0;
        assert_eq!(tag(Coding::Identity), TAG);
        assert_eq!(tag(Coding::Brotli), "\"ababababababababababababbr\"");
        assert_eq!(tag(Coding::Gzip), "\"ababababababababababababgzip\"");
    }

    fn respond(status: StatusCode, asked: &HeaderMap) -> Response {
        let representation = Representation {
            content_type: HeaderValue::from_static("text/plain"),
            cache_control: HeaderValue::from_static("no-cache"),
            coding: Coding::Gzip,
            tag: EntityTag::new(&HASH, Coding::Gzip),
        };
        representation.respond(asked, status, || Ok("packed"))
    }

    #[test]
    fn an_unchanged_response_has_no_body_and_an_error_is_always_sent() {
        let mut asked = HeaderMap::new();
        let sent = respond(StatusCode::OK, &asked);
        assert_eq!(sent.status(), 200);
        assert_eq!(sent.headers()[CONTENT_ENCODING], "gzip");
        asked.insert(IF_NONE_MATCH, sent.headers()[ETAG].clone());
        let unchanged = respond(StatusCode::OK, &asked);
        assert_eq!(unchanged.status(), 304);
        assert_eq!(unchanged.headers()[ETAG], sent.headers()[ETAG]);
        assert_eq!(unchanged.headers()[VARY], "accept-encoding");
        for name in [CONTENT_TYPE, CONTENT_ENCODING] {
            assert!(!unchanged.headers().contains_key(&name), "{name}");
        }
        assert_eq!(respond(StatusCode::NOT_FOUND, &asked).status(), 404);
    }
}
