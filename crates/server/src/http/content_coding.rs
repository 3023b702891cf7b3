//! Content codings: negotiation (RFC 9110 §12.5.3), and compression of content that is prepared once. tower-http
//! compresses all other responses.

use std::io::Write;

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

use super::header_list::weight_of;

/// On a scale of 0 to 11. From 7 on, the encoder allocates 8 to 33 MB of tables to save a few hundred bytes.
const BROTLI_QUALITY: i32 = 6;
/// A window of 256 kB holds the whole list of treks.
const BROTLI_WINDOW: i32 = 18;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coding {
    Brotli,
    Gzip,
    /// Not compressed.
    Identity,
}

impl Coding {
    /// Ordered by size of the result, smallest first.
    pub const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    /// The value of `Content-Encoding`; none if the header is omitted.
    #[must_use]
    pub fn token(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }

    /// The codings that a client accepts, preferred first; among equal weights the smallest result first. The identity
    /// is always included: if a client rejects that too, the compression layer responds with 406.
    pub fn accepted(asked: &HeaderMap) -> impl Iterator<Item = Self> + use<> {
        let mut codings = Self::ALL.map(|coding| (coding, coding.weight(asked)));
        // The sort is stable: codings of the same weight keep their order.
        codings.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        let codings = codings.into_iter();
        codings.filter_map(|(coding, weight)| {
            let is_accepted = weight > 0 || coding == Self::Identity;
            is_accepted.then_some(coding)
        })
    }

    #[must_use]
    pub fn preferred(asked: &HeaderMap) -> Self {
        Self::accepted(asked).next().unwrap_or(Self::Identity)
    }

    /// The weight of this coding in the header, else that of `*`, else 0.
    fn weight(self, asked: &HeaderMap) -> u16 {
        weight_of(asked, ACCEPT_ENCODING, self.token().unwrap_or("identity"))
            .or_else(|| weight_of(asked, ACCEPT_ENCODING, "*"))
            .unwrap_or_default()
    }

    pub fn encode(self, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Brotli => brotli(bytes),
            Self::Gzip => gzip(bytes),
            Self::Identity => Ok(bytes.to_vec()),
        }
    }
}

fn brotli(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &settings)?;
    Ok(packed)
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes)?;
    packed.finish()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::Coding::{Brotli, Gzip, Identity};
    use super::*;

    #[test]
    fn a_client_gets_the_coding_it_weighs_most_and_of_equals_the_smallest() {
        for (asked, accepted) in [
            ("gzip, deflate, br, zstd", vec![Brotli, Gzip, Identity]),
            ("gzip;q=1.0, br;q=0.5", vec![Gzip, Brotli, Identity]),
            ("br;q=0.5, gzip;q=0.5", vec![Brotli, Gzip, Identity]),
            ("BR", vec![Brotli, Identity]),
            ("gzip", vec![Gzip, Identity]),
            ("identity, br;q=0.5", vec![Identity, Brotli]),
            ("*", vec![Brotli, Gzip, Identity]),
            ("br;q=0.2, *;q=0.5", vec![Gzip, Identity, Brotli]),
            ("gzip, *;q=0", vec![Gzip, Identity]),
            ("identity;q=0, gzip;q=0.1", vec![Gzip, Identity]),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(asked));
            let read: Vec<Coding> = Coding::accepted(&headers).collect();
            assert_eq!(read, accepted, "{asked}");
            assert_eq!(Coding::preferred(&headers), accepted[0], "{asked}");
        }
    }

    #[test]
    fn what_is_refused_unknown_or_malformed_is_not_sent() {
        for asked in [
            "",
            "br;q=0",
            "br;Q=0",
            "br;q=0.000, gzip;Q=0.0",
            "zstd, compress, brotli",
            "br;q=x, gzip;q=2",
            "br gzip",
            "\"br\"",
            "identity;q=0",
            "*;q=0",
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(asked));
            let read: Vec<Coding> = Coding::accepted(&headers).collect();
            assert_eq!(read, [Identity], "{asked}");
        }
        assert_eq!(Coding::preferred(&HeaderMap::new()), Identity);
    }
}
