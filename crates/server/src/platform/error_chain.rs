//! An error with its causes in one line, for the log.

use std::error::Error;

/// The text of an error, then of each cause below it: `a: b: c`. Many errors include the text of their cause: that
/// text is not repeated.
#[must_use]
pub fn error_chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.contains(&message) {
            text.push_str(": ");
            text.push_str(&message);
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the backup failed")]
    struct Outer(#[source] Middle);

    #[derive(Debug, thiserror::Error)]
    #[error("the file cannot be written: {0}")]
    struct Middle(#[source] Inner);

    #[derive(Debug, thiserror::Error)]
    #[error("no space is left")]
    struct Inner;

    #[test]
    fn every_cause_is_in_the_line_and_none_twice() {
        assert_eq!(
            error_chain(&Outer(Middle(Inner))),
            "the backup failed: the file cannot be written: no space is left"
        );
        assert_eq!(error_chain(&Inner), "no space is left");
    }
}
