//! PDF documents: pages of text, lines and areas in points from the top left corner. The same content results in the
//! same bytes: a document has no date of its own and no random id.

pub mod fonts;
mod shape;

use std::fmt::Write as _;

use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;

pub use fonts::ExtraFonts;
use shape::ShapedLine;

/// A4.
pub const WIDTH: f32 = 595.28;
pub const HEIGHT: f32 = 841.89;
/// Distance of two baselines, in font sizes.
const LINE_HEIGHT: f32 = 1.4;

/// All pairs of text and background stay readable when they are printed in black and white.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    Ink,
    Soft,
    Accent,
    Line,
    Stone,
}

impl Color {
    fn rgb(self) -> rgb::Color {
        match self {
            Self::Ink => rgb::Color::new(0x14, 0x21, 0x2b),
            Self::Soft => rgb::Color::new(0x52, 0x60, 0x6b),
            Self::Accent => rgb::Color::new(0xb4, 0x23, 0x3c),
            Self::Line => rgb::Color::new(0xdd, 0xd7, 0xc9),
            Self::Stone => rgb::Color::new(0xf1, 0xee, 0xe6),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Style {
    pub size: f32,
    pub is_bold: bool,
    pub color: Color,
}

#[must_use]
pub const fn regular(size: f32) -> Style {
    Style {
        size,
        is_bold: false,
        color: Color::Ink,
    }
}

#[must_use]
pub const fn bold(size: f32) -> Style {
    Style {
        is_bold: true,
        ..regular(size)
    }
}

impl Style {
    #[must_use]
    pub const fn in_color(self, color: Color) -> Self {
        Self { color, ..self }
    }
}

enum Item {
    Text {
        at: (f32, f32),
        style: Style,
        line: ShapedLine,
    },
    Area {
        at: (f32, f32),
        size: (f32, f32),
        color: Color,
    },
    Path {
        points: Vec<(f32, f32)>,
        width: f32,
        color: Color,
    },
}

pub struct Document {
    title: String,
    author: String,
    extra: ExtraFonts,
    pages: Vec<Vec<Item>>,
    /// The index of the page that is drawn on.
    current: usize,
}

impl Document {
    /// A document with one empty page.
    #[must_use]
    pub fn new(title: String, author: String, extra: ExtraFonts) -> Self {
        Self {
            title,
            author,
            extra,
            pages: vec![Vec::new()],
            current: 0,
        }
    }

    pub fn add_page(&mut self) {
        self.pages.push(Vec::new());
        self.current = self.pages.len() - 1;
    }

    fn add(&mut self, item: Item) {
        if let Some(page) = self.pages.get_mut(self.current) {
            page.push(item);
        }
    }

    /// Draws one line from `x` on; `y` is its baseline.
    pub fn text(&mut self, text: &str, x: f32, y: f32, style: Style) {
        let line = ShapedLine::new(text, style.is_bold, &self.extra);
        let at = (x, y);
        self.add(Item::Text { at, style, line });
    }

    /// Draws one line that ends at `x`.
    pub fn text_right(&mut self, text: &str, x: f32, y: f32, style: Style) {
        let line = ShapedLine::new(text, style.is_bold, &self.extra);
        let at = (x - line.width() * style.size, y);
        self.add(Item::Text { at, style, line });
    }

    /// Draws a text in lines of at most `width`, the first one at `y`. Returns the baseline of the next line.
    pub fn paragraph(&mut self, text: &str, x: f32, y: f32, width: f32, style: Style) -> f32 {
        let mut y = y;
        for line in shape::wrap(text, width / style.size, style.is_bold, &self.extra) {
            self.text(&line, x, y, style);
            y += style.size * LINE_HEIGHT;
        }
        y
    }

    pub fn area(&mut self, at: (f32, f32), size: (f32, f32), color: Color) {
        self.add(Item::Area { at, size, color });
    }

    pub fn path(&mut self, points: &[(f32, f32)], width: f32, color: Color) {
        let points = points.to_vec();
        self.add(Item::Path {
            points,
            width,
            color,
        });
    }

    /// Draws on every page; `draw` gets the number of the page, from 1, and of all pages.
    pub fn on_each_page(&mut self, draw: impl Fn(&mut Self, usize, usize)) {
        let count = self.pages.len();
        for index in 0..count {
            self.current = index;
            draw(self, index + 1, count);
        }
    }

    /// The layout as text: each item with its place and, for text, the fonts and glyphs. Tests compare it.
    #[must_use]
    pub fn layout(&self) -> String {
        let mut text = String::new();
        for (index, page) in self.pages.iter().enumerate() {
            let _ = writeln!(text, "page {}", index + 1);
            for item in page {
                let _ = match item {
                    Item::Text { at, style, line } => writeln!(
                        text,
                        "  text {:.1} {:.1} size {} {:?}{} width {:.1} {}",
                        at.0,
                        at.1,
                        style.size,
                        style.color,
                        if style.is_bold { " bold" } else { "" },
                        line.width() * style.size,
                        line.describe(),
                    ),
                    Item::Area { at, size, color } => writeln!(
                        text,
                        "  area {:.1} {:.1} {:.1} x {:.1} {color:?}",
                        at.0, at.1, size.0, size.1,
                    ),
                    Item::Path { points, color, .. } => {
                        writeln!(text, "  path of {} points {color:?}", points.len())
                    }
                };
            }
        }
        text
    }

    /// The file. Fails only for a font that cannot be embedded.
    pub fn into_pdf(self) -> Result<Vec<u8>, String> {
        let mut document = krilla::Document::new();
        let settings = PageSettings::from_wh(WIDTH, HEIGHT).ok_or("no page size")?;
        for items in &self.pages {
            let mut page = document.start_page_with(settings.clone());
            let mut surface = page.surface();
            for item in items {
                draw(&mut surface, item);
            }
            surface.finish();
            page.finish();
        }
        let metadata = Metadata::new()
            .title(self.title)
            .authors(vec![self.author])
            .language("en".to_owned());
        document.set_metadata(metadata);
        document.finish().map_err(|error| format!("{error:?}"))
    }
}

fn fill(color: Color) -> Fill {
    Fill {
        paint: color.rgb().into(),
        opacity: NormalizedF32::ONE,
        rule: krilla::paint::FillRule::default(),
    }
}

fn draw(surface: &mut Surface<'_>, item: &Item) {
    match item {
        Item::Text { at, style, line } => {
            surface.set_stroke(None);
            surface.set_fill(Some(fill(style.color)));
            line.draw(surface, *at, style.size);
        }
        Item::Area { at, size, color } => {
            surface.set_stroke(None);
            surface.set_fill(Some(fill(*color)));
            let mut path = PathBuilder::new();
            if let Some(rect) = Rect::from_xywh(at.0, at.1, size.0, size.1) {
                path.push_rect(rect);
            }
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Item::Path {
            points,
            width,
            color,
        } => {
            surface.set_fill(None);
            surface.set_stroke(Some(Stroke {
                paint: color.rgb().into(),
                width: *width,
                ..Stroke::default()
            }));
            let mut path = PathBuilder::new();
            for (index, (x, y)) in points.iter().enumerate() {
                if index == 0 {
                    path.move_to(*x, *y);
                } else {
                    path.line_to(*x, *y);
                }
            }
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
}

/// Where a run of glyphs begins.
fn point(x: f32, y: f32) -> Point {
    Point::from_xy(x, y)
}
