//! Headers with a list of values, such as `Accept: image/avif, */*;q=0.8`: their members and weights.

use axum::http::header::AsHeaderName;
use axum::http::{HeaderMap, HeaderValue};

/// Weight of a member without `q`, in thousandths.
const FULL_WEIGHT: u16 = 1000;

/// The members of the list, from all lines of the header. A comma in quotes is not a separator (RFC 9110 §5.6.1).
pub fn members(asked: &HeaderMap, name: impl AsHeaderName) -> impl Iterator<Item = &[u8]> {
    let lines = asked.get_all(name).into_iter().map(HeaderValue::as_bytes);
    lines
        .flat_map(|line| {
            let mut is_quoted = false;
            line.split(move |byte| {
                is_quoted ^= *byte == b'"';
                *byte == b',' && !is_quoted
            })
        })
        .map(<[u8]>::trim_ascii)
        .filter(|member| !member.is_empty())
}

/// The weight of a value in the list, in thousandths; none if the list does not contain it. Malformed members are
/// skipped, and parameters other than the weight are ignored (RFC 9110 §12.4.2).
pub fn weight_of(asked: &HeaderMap, name: impl AsHeaderName, value: &str) -> Option<u16> {
    members(asked, name).find_map(|member| {
        let (named, weight) = parse_weighted(std::str::from_utf8(member).ok()?)?;
        named.eq_ignore_ascii_case(value).then_some(weight)
    })
}

fn parse_weighted(member: &str) -> Option<(&str, u16)> {
    let mut pieces = member.split(';').map(str::trim);
    let value = pieces.next()?;
    for piece in pieces {
        let (name, weight) = piece.split_once('=').unwrap_or((piece, ""));
        if name.trim_end().eq_ignore_ascii_case("q") {
            return Some((value, parse_weight(weight.trim_start())?));
        }
    }
    Some((value, FULL_WEIGHT))
}

/// Parses `0` to `1` with up to three decimals.
fn parse_weight(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let thousandths: u16 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(FULL_WEIGHT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[&[u8]]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x", HeaderValue::from_bytes(line).expect("a header value"));
        }
        headers
    }

    #[test]
    fn the_members_of_all_lines_are_read_and_a_quoted_comma_separates_nothing() {
        let headers = headers(&[b" a ,, \"b,c\"", b"", b"\xe9,\"d, e"]);
        let read: Vec<&[u8]> = members(&headers, "x").collect();
        let expected: [&[u8]; 4] = [b"a", b"\"b,c\"", b"\xe9", b"\"d, e"];
        assert_eq!(read, expected);
    }

    #[test]
    fn a_weight_is_a_number_from_0_to_1_in_any_case_of_its_name() {
        for (asked, weight) in [
            ("a", Some(1000)),
            ("a;q=1", Some(1000)),
            ("a;q=1.000", Some(1000)),
            ("a;Q=0", Some(0)),
            ("a ; q = 0.25", Some(250)),
            ("a;q=0.", Some(0)),
            ("a;level=1;Q=0.001", Some(1)),
            ("a;", Some(1000)),
            ("a;q", None),
            ("a;q=", None),
            ("a;q=x", None),
            ("a;q=.5", None),
            ("a;q=1.001", None),
            ("a;q=2", None),
            ("a;q=-1", None),
            ("a;q=0.0001", None),
            ("a;q=NaN", None),
            ("a;q=\"1\"", None),
        ] {
            let headers = headers(&[asked.as_bytes()]);
            assert_eq!(weight_of(&headers, "x", "a"), weight, "{asked}");
        }
        let headers = headers(&[b"a;q=x, \xe9, b;q=0.5, A;q=0.7, a"]);
        assert_eq!(weight_of(&headers, "x", "a"), Some(700));
        assert_eq!(weight_of(&headers, "x", "B"), Some(500));
        assert_eq!(weight_of(&headers, "x", "c"), None);
    }
}
