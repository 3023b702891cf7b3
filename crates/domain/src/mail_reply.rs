//! The new text of an email reply, without the quoted email.

use crate::problem::has_control_character_besides_breaks;

/// A line in our emails about enquiries. A reply contains it at the beginning of the quoted email, in any language and
/// also where the mail program does not mark quoted lines.
pub const REPLY_LINE: &str = "Please write your reply above this line";

/// The text that the sender added. Empty if there is none.
#[must_use]
pub fn new_text(body: &str) -> String {
    let body = body.replace("\r\n", "\n").replace('\r', "\n");
    let mut kept: Vec<&str> = Vec::new();
    for line in body.lines() {
        if line.trim_start().starts_with('>') {
            remove_introduction(&mut kept);
        } else if line.contains(REPLY_LINE) {
            remove_headers(&mut kept);
            break;
        } else if is_forwarding_line(line) {
            break;
        } else {
            kept.push(line.trim_end());
        }
    }
    let text = kept.join("\n");
    let text: String = text.chars().filter(is_permitted).collect();
    text.trim().to_owned()
}

fn is_permitted(letter: &char) -> bool {
    !has_control_character_besides_breaks(letter.encode_utf8(&mut [0; 4]))
}

/// Removes the line or two before a quoted email: "On Friday, 20 Nov 2026, Maya <maya@example.com> wrote:".
fn remove_introduction(kept: &mut Vec<&str>) {
    remove_blank_lines(kept);
    let Some((last, before)) = kept.split_last() else {
        return;
    };
    if !last.ends_with(':') {
        return;
    }
    let before = before.last();
    let count = if has_date(last) {
        1
    } else if before.is_some_and(|line| has_date(line)) {
        2
    } else {
        usize::from(last.contains('@'))
    };
    kept.truncate(kept.len() - count);
}

fn has_date(line: &str) -> bool {
    line.chars().filter(char::is_ascii_digit).count() >= 4
}

/// Removes what a mail program writes between the reply and an email that it does not mark as quoted: a line of dashes or
/// underscores, and headers such as "From: ..." in any language.
fn remove_headers(kept: &mut Vec<&str>) {
    remove_introduction(kept);
    while kept
        .last()
        .is_some_and(|line| line.trim().is_empty() || is_header(line))
    {
        kept.pop();
    }
    if kept.last().is_some_and(|line| is_separator(line)) {
        kept.pop();
    }
}

fn remove_blank_lines(kept: &mut Vec<&str>) {
    while kept.last().is_some_and(|line| line.trim().is_empty()) {
        kept.pop();
    }
}

/// "-----Original Message-----", in any language.
fn is_forwarding_line(line: &str) -> bool {
    let line = line.trim();
    line.len() > 10 && line.starts_with("-----") && line.ends_with("-----")
}

fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 10 && line.chars().all(|letter| matches!(letter, '_' | '-'))
}

fn is_header(line: &str) -> bool {
    let line = line.trim().trim_start_matches('*');
    let Some((name, value)) = line.split_once(':') else {
        return false;
    };
    !value.trim().is_empty() && name.chars().count() <= 12 && !name.contains(char::is_whitespace)
}
