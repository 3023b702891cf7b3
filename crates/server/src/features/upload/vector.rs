//! Parses an SVG as XML and writes a new one from known drawing elements only, so that the stored file runs, loads and
//! links to nothing (decisions §6, docs/decisions/0010-pictures.md).
//!
//! Not `svg-hush`: it limits no cost and keeps `image-set('https://…')`. Not `resvg`: it needs fonts and makes pixels.

use std::borrow::Cow;

use bytes::Bytes;
use quick_xml::XmlVersion;
use quick_xml::escape::{escape, resolve_predefined_entity};
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};
use quick_xml::reader::NsReader;

use super::vector_cost::Cost;
use super::vector_rules as rules;
use super::{BROKEN, UNKNOWN, size_error, type_error};
use crate::http::error::{ApiError, ApiResult};

/// A larger file is hardly a drawing, and the browser of each visitor would have to render it.
pub const MAX_BYTES: usize = 2 * 1024 * 1024;
const MAX_ELEMENTS: usize = 20_000;
const MAX_ATTRIBUTES: usize = 100;
const MAX_NAMESPACES: usize = 32;
const DEEPEST: usize = 64;

const SVG: Namespace<'_> = Namespace(b"http://www.w3.org/2000/svg");
const XLINK: Namespace<'_> = Namespace(b"http://www.w3.org/1999/xlink");

const TOO_INTRICATE: &str = "the drawing is too intricate. Please send it as PNG.";
const ENTITIES: &str =
    "the SVG has entities of its own. Please save it as plain SVG, or send it as PNG.";
const PHOTOGRAPH: &str =
    "the SVG has a photograph in it. Please send it as PNG, or the photograph itself.";

pub fn too_large() -> ApiError {
    size_error("an SVG may have 2 MB. Please send it as PNG.")
}

fn too_intricate() -> ApiError {
    size_error(TOO_INTRICATE)
}

fn broken<E>(_: E) -> ApiError {
    type_error(BROKEN)
}

/// Whether the content may be an SVG. [`rewrite`] checks it completely.
#[must_use]
pub fn is_markup(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().starts_with(b"<")
}

pub fn rewrite(bytes: &[u8]) -> ApiResult<Bytes> {
    if bytes.len() > MAX_BYTES {
        return Err(too_large());
    }
    let text = std::str::from_utf8(bytes).map_err(broken)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = NsReader::from_str(text);
    let resolver = reader.resolver_mut();
    resolver.set_max_declarations_per_element(MAX_NAMESPACES);
    let mut drawing = Drawing::default();
    loop {
        let event = reader.read_event().map_err(broken)?;
        if matches!(event, Event::Eof) {
            break;
        }
        drawing.take(&reader, event)?;
    }
    let written = drawing.finish()?;
    if written.chars().all(is_xml) {
        Ok(written.into())
    } else {
        Err(type_error(BROKEN))
    }
}

/// XML allows no other characters, and a single one makes the file unreadable.
fn is_xml(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)
}

/// An element that is open.
#[derive(Default)]
struct Open {
    /// The written name. None if the element and its content are left out.
    name: Option<&'static str>,
    /// The text of a style sheet, which is filtered at its end.
    sheet: Option<String>,
}

#[derive(Default)]
struct Drawing {
    written: String,
    open: Vec<Open>,
    elements: usize,
    cost: Cost,
}

impl Drawing {
    fn take(&mut self, reader: &NsReader<&[u8]>, event: Event) -> ApiResult<()> {
        match event {
            Event::Start(start) => self.start(reader, &start, false)?,
            Event::Empty(start) => self.start(reader, &start, true)?,
            Event::End(_) => self.end(),
            Event::Text(text) => self.text(&text.xml10_content().map_err(broken)?),
            Event::CData(text) => self.text(&text.xml10_content().map_err(broken)?),
            Event::GeneralRef(name) if self.is_kept() => self.reference(&name)?,
            // Comments, instructions and declarations. Nothing that is written depends on them.
            _ => {}
        }
        Ok(())
    }

    fn is_kept(&self) -> bool {
        self.open.last().is_some_and(|open| open.name.is_some())
    }

    fn start(
        &mut self,
        reader: &NsReader<&[u8]>,
        start: &BytesStart,
        is_empty: bool,
    ) -> ApiResult<()> {
        let is_root = self.open.is_empty();
        self.elements += 1;
        if self.elements > MAX_ELEMENTS || self.open.len() == DEEPEST {
            return Err(too_intricate());
        }
        let (namespace, local) = reader.resolver().resolve_element(start.name());
        let is_svg = namespace == ResolveResult::Bound(SVG);
        let name = is_svg.then(|| rules::element(local.as_ref())).flatten();
        if is_root && (name != Some("svg") || self.elements > 1) {
            return Err(type_error(UNKNOWN));
        }
        let mut open = Open::default();
        if is_root || self.is_kept() {
            if is_svg && local.as_ref() == b"image" {
                refuse_photograph(start)?;
            }
            open.name = name;
            open.sheet = (name == Some("style")).then(String::new);
        }
        if let (Some(name), None) = (open.name, &open.sheet) {
            self.tag(reader, start, name, is_root)?;
        }
        self.open.push(open);
        if is_empty {
            self.end();
        }
        Ok(())
    }

    fn tag(
        &mut self,
        reader: &NsReader<&[u8]>,
        start: &BytesStart,
        name: &'static str,
        is_root: bool,
    ) -> ApiResult<()> {
        self.written.push('<');
        self.written.push_str(name);
        if is_root {
            self.written
                .push_str(r#" xmlns="http://www.w3.org/2000/svg""#);
        }
        let attributes = attributes(reader, start)?;
        let value = |wanted| {
            let found = attributes.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| value.as_str())
        };
        let target = value("href").filter(|_| name == "use");
        self.cost.open(value("id"), target);
        for (name, value) in &attributes {
            let value = escape(value.as_str());
            self.written.push_str(&format!(r#" {name}="{value}""#));
        }
        self.written.push('>');
        Ok(())
    }

    fn end(&mut self) {
        let Some(Open { name, sheet }) = self.open.pop() else {
            return;
        };
        match (name, sheet) {
            (Some(_), Some(sheet)) => {
                let sheet = rules::style_sheet(&sheet);
                let sheet = escape(sheet.as_str());
                self.written.push_str(&format!("<style>{sheet}</style>"));
            }
            (Some(name), None) => {
                self.cost.close();
                self.written.push_str(&format!("</{name}>"));
            }
            (None, _) => {}
        }
    }

    fn text(&mut self, text: &str) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        match &mut open.sheet {
            Some(sheet) => sheet.push_str(text),
            None if open.name.is_some_and(rules::has_text) => {
                self.written.push_str(&escape(text));
            }
            None => {}
        }
    }

    /// Writes one character. Rejects entities that the file declares, because they can expand without limit.
    fn reference(&mut self, name: &BytesRef) -> ApiResult<()> {
        if let Some(letter) = name.resolve_char_ref().map_err(broken)? {
            self.text(letter.encode_utf8(&mut [0; 4]));
            return Ok(());
        }
        let name = name.decode().map_err(broken)?;
        let letters = resolve_predefined_entity(&name).ok_or_else(|| type_error(ENTITIES))?;
        self.text(letters);
        Ok(())
    }

    fn finish(self) -> ApiResult<String> {
        if self.elements == 0 {
            return Err(type_error(UNKNOWN));
        }
        if !self.open.is_empty() {
            return Err(type_error(BROKEN));
        }
        if self.cost.is_too_high() {
            return Err(too_intricate());
        }
        Ok(self.written)
    }
}

/// The allowed attributes, each once, with the values to write.
fn attributes(
    reader: &NsReader<&[u8]>,
    start: &BytesStart,
) -> ApiResult<Vec<(&'static str, String)>> {
    let mut kept: Vec<(&'static str, String)> = Vec::new();
    // The duplicate check of the parser compares all attributes with each other before the limit here applies.
    for (count, attribute) in start.attributes().with_checks(false).enumerate() {
        let attribute = attribute.map_err(broken)?;
        if count == MAX_ATTRIBUTES {
            return Err(too_intricate());
        }
        let (namespace, local) = reader.resolver().resolve_attribute(attribute.key);
        let is_plain = match namespace {
            ResolveResult::Unbound => true,
            // The older form of `href`.
            ResolveResult::Bound(XLINK) => local.as_ref() == b"href",
            _ => false,
        };
        let name = is_plain.then(|| rules::attribute(local.as_ref())).flatten();
        let Some(name) = name else { continue };
        if kept.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let own_entity = |_| type_error(ENTITIES);
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        let value: Cow<str> = value.map_err(own_entity)?;
        if let Some(value) = rules::value(name, &value) {
            kept.push((name, value));
        }
    }
    Ok(kept)
}

/// Rejects embedded photographs, whose metadata would be served too. Links to pictures are left out.
fn refuse_photograph(start: &BytesStart) -> ApiResult<()> {
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(broken)?;
        let value = attribute.value.trim_ascii_start();
        let is_inside = value
            .get(..5)
            .is_some_and(|start| start.eq_ignore_ascii_case(b"data:"));
        if attribute.key.local_name().as_ref() == b"href" && is_inside {
            return Err(type_error(PHOTOGRAPH));
        }
    }
    Ok(())
}
