//! Renders Markdown of the agency's own texts as HTML. Raw HTML, pictures and unsafe links are removed, so that the
//! page can show the result as it is.

use std::fmt::Write;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::text::is_safe_link;

/// A text without its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// From a heading of the first level at the beginning.
    pub title: Option<String>,
    pub html: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub question: String,
    /// HTML.
    pub answer: String,
    /// The answer without markup, for search engines.
    pub plain: String,
}

pub fn render_text(markdown: &str) -> Text {
    let mut events = events(markdown).peekable();
    let mut title = None;
    if let Some(Event::Start(Tag::Heading { level, .. })) = events.peek()
        && *level == HeadingLevel::H1
    {
        events.next();
        title = Some(heading(&mut events));
    }
    Text {
        title: title.filter(|title| !title.is_empty()),
        html: render(events),
    }
}

/// A heading of the first or second level is a question, and the text after it the answer. None if text precedes the
/// first question, or if a question has no answer.
pub fn render_questions(markdown: &str) -> Option<Vec<Question>> {
    let mut found: Vec<(String, Vec<Event>)> = Vec::new();
    let mut events = events(markdown);
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H2 => {
                found.push((heading(&mut events), Vec::new()));
            }
            event => found.last_mut()?.1.push(event),
        }
    }
    let question = |(question, answer): (String, Vec<Event>)| {
        let plain = plain(answer.iter());
        let is_whole = !question.is_empty() && !plain.is_empty();
        is_whole.then(|| Question {
            question,
            answer: render(answer.into_iter()),
            plain,
        })
    };
    found.into_iter().map(question).collect()
}

fn events(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(
        markdown,
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH,
    )
}

/// The text up to the end of the current heading.
fn heading<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> String {
    let inside: Vec<Event> = events
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
        .collect();
    plain(inside.iter())
}

fn plain<'a>(events: impl Iterator<Item = &'a Event<'a>>) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(words) | Event::Code(words) => text.push_str(words),
            // No space: a full stop follows a bold word directly.
            Event::End(
                TagEnd::Strong
                | TagEnd::Emphasis
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image,
            ) => {}
            Event::SoftBreak | Event::HardBreak | Event::End(_) => text.push(' '),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn render<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut html = String::new();
    let mut closing: Vec<&'static str> = Vec::new();
    for event in events {
        match event {
            Event::Start(tag) => closing.push(open(&mut html, &tag)),
            Event::End(_) => html.push_str(closing.pop().unwrap_or_default()),
            Event::Text(words) => escape(&mut html, &words),
            Event::Code(words) => {
                html.push_str("<code>");
                escape(&mut html, &words);
                html.push_str("</code>");
            }
            Event::SoftBreak => html.push('\n'),
            Event::HardBreak => html.push_str("<br>"),
            Event::Rule => html.push_str("<hr>"),
            // Raw HTML, and extensions that are not enabled.
            _ => {}
        }
    }
    html
}

/// Writes the opening tag and returns the closing tag. The title of the page is its only heading of the first level.
fn open(html: &mut String, tag: &Tag) -> &'static str {
    let (start, end) = match tag {
        Tag::Paragraph => ("<p>", "</p>\n"),
        Tag::Heading { level, .. } => match level {
            HeadingLevel::H1 | HeadingLevel::H2 => ("<h2>", "</h2>\n"),
            HeadingLevel::H3 => ("<h3>", "</h3>\n"),
            _ => ("<h4>", "</h4>\n"),
        },
        Tag::BlockQuote(_) => ("<blockquote>", "</blockquote>\n"),
        Tag::CodeBlock(_) => ("<pre>", "</pre>\n"),
        Tag::List(None) => ("<ul>", "</ul>\n"),
        Tag::List(Some(first)) => {
            let _ = write!(html, "<ol start=\"{first}\">");
            return "</ol>\n";
        }
        Tag::Item => ("<li>", "</li>\n"),
        Tag::Table(_) => ("<table>", "</table>\n"),
        Tag::TableHead => ("<tr class=\"head\">", "</tr>\n"),
        Tag::TableRow => ("<tr>", "</tr>\n"),
        Tag::TableCell => ("<td>", "</td>"),
        Tag::Emphasis => ("<em>", "</em>"),
        Tag::Strong => ("<strong>", "</strong>"),
        Tag::Strikethrough => ("<del>", "</del>"),
        Tag::Link { dest_url, .. } if is_safe_link(dest_url) => {
            html.push_str("<a href=\"");
            escape(html, dest_url);
            html.push_str("\" rel=\"noopener\">");
            return "</a>";
        }
        // The text of a picture or of an unsafe link stays.
        _ => ("", ""),
    };
    html.push_str(start);
    end
}

fn escape(html: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '&' => html.push_str("&amp;"),
            '"' => html.push_str("&quot;"),
            letter => html.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_headings_paragraphs_lists_and_links() {
        let text = render_text(
            "# Our *terms*\n\nFirst & **last**.\n\n## Price\n\n1. a\n2. [b](https://x.example/?a=1&b=2)\n\n\
             | A | B |\n|---|---|\n| 1 | 2 |\n",
        );
        assert_eq!(text.title.as_deref(), Some("Our terms"));
        for part in [
            "<p>First &amp; <strong>last</strong>.</p>",
            "<h2>Price</h2>",
            "<ol start=\"1\"><li>a</li>",
            "<a href=\"https://x.example/?a=1&amp;b=2\" rel=\"noopener\">b</a>",
            "<td>2</td>",
        ] {
            assert!(text.html.contains(part), "{part} in {}", text.html);
        }
        assert_eq!(render_text("Only this").title, None);
    }

    #[test]
    fn nothing_that_runs_or_loads_comes_through() {
        let hostile = "<script>alert(1)</script>\n\n<img src=x onerror=alert(2)>\n\nA <b onclick=\"x\">word</b> \
             [a](javascript:alert(3)) [b](JaVaScRiPt:alert(4)) [c](data:text/html,x) [d](//evil.example) \
             ![e](https://evil.example/x.png) [f](\"onmouseover=alert(5)) <https://x.example/\"><script>> \
             `<script>` [g](/terms \"</a><script>\") <javascript:alert(6)>\n\n    <script>code</script>\n";
        let html = render_text(hostile).html;
        for part in [
            "<script",
            "<img",
            "<b",
            "onclick",
            "href=\"javascript",
            "href=\"JaVa",
            "href=\"data",
            "href=\"//",
            "evil.example",
        ] {
            assert!(!html.contains(part), "{part} in {html}");
        }
        for part in ["word", "<a href=\"/terms\" rel=\"noopener\">g</a>", "e"] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn deep_nesting_ends() {
        let deep = "> ".repeat(20_000) + "x";
        assert!(render_text(&deep).html.contains('x'));
        let lists = (0..2_000).fold(String::new(), |text, at| text + &" ".repeat(at) + "- x\n");
        assert!(render_text(&lists).html.contains('x'));
    }

    #[test]
    fn a_heading_is_a_question_and_what_follows_it_the_answer() {
        let questions = render_questions(
            "## How *high*?\n\nUp to **5,545 m**.\n\n- a\n- b\n\n# When?\n\nOctober.",
        )
        .expect("questions");
        assert_eq!(questions.len(), 2);
        assert_eq!(questions[0].question, "How high?");
        assert_eq!(questions[0].plain, "Up to 5,545 m. a b");
        assert!(
            questions[0]
                .answer
                .starts_with("<p>Up to <strong>5,545 m</strong>.</p>")
        );
        assert_eq!(render_questions("Text first\n\n## Q\n\nA"), None);
        assert_eq!(render_questions("## Q without an answer"), None);
    }
}
