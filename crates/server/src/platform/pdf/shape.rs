//! Shapes text: splits it by direction and font, and places the glyphs of each part.

use std::ops::Range;

use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};
use rustybuzz::{Direction, UnicodeBuffer};
use unicode_bidi::BidiInfo;

use super::fonts::{ExtraFonts, Font, font_for};
use super::point;

/// A part of a line in one font and direction.
struct Run {
    font: &'static Font,
    text: String,
    glyphs: Vec<KrillaGlyph>,
    /// In font sizes.
    width: f32,
}

/// A line of text, its parts from left to right.
pub(super) struct ShapedLine(Vec<Run>);

/// Removes control characters and marks that would change the direction of the text around them.
fn normalize(text: &str) -> String {
    let is_removed = |letter: &char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = text.chars().filter(|letter| !is_removed(letter));
    let spaced = plain.map(|letter| match letter {
        // The embedded font has neither a narrow space nor a minus sign.
        '\u{202f}' => '\u{a0}',
        '−' => '-',
        _ if letter.is_control() => ' ',
        _ => letter,
    });
    spaced.collect()
}

impl ShapedLine {
    pub fn new(text: &str, is_bold: bool, extra: &ExtraFonts) -> Self {
        let text = normalize(text);
        let bidi = BidiInfo::new(&text, None);
        let mut runs = Vec::new();
        for paragraph in &bidi.paragraphs {
            let (levels, parts) = bidi.visual_runs(paragraph, paragraph.range.clone());
            for part in parts {
                let is_rtl = levels
                    .get(part.start)
                    .is_some_and(unicode_bidi::Level::is_rtl);
                let mut shaped: Vec<Run> = split_by_font(&text, part, is_bold, extra)
                    .into_iter()
                    .map(|(font, range)| shape(font, &text[range], is_rtl))
                    .collect();
                if is_rtl {
                    shaped.reverse();
                }
                runs.extend(shaped);
            }
        }
        Self(runs)
    }

    /// In font sizes.
    pub fn width(&self) -> f32 {
        self.0.iter().map(|run| run.width).sum()
    }

    pub fn draw(&self, surface: &mut Surface<'_>, at: (f32, f32), size: f32) {
        let mut x = at.0;
        for run in &self.0 {
            let font = run.font.pdf.clone();
            surface.draw_glyphs(point(x, at.1), &run.glyphs, font, &run.text, size, false);
            x += run.width * size;
        }
    }

    /// The text of each part with its font and glyphs.
    pub fn describe(&self) -> String {
        let run = |run: &Run| {
            let glyphs: Vec<String> = run
                .glyphs
                .iter()
                .map(|glyph| glyph.glyph_id.to_u32().to_string())
                .collect();
            format!("{:?} {} {}", run.text, run.font.name, glyphs.join(","))
        };
        let runs: Vec<String> = self.0.iter().map(run).collect();
        runs.join(" | ")
    }
}

/// Splits a part into ranges of one font each. Spaces and punctuation stay in the font before them if it has them.
fn split_by_font(
    text: &str,
    part: Range<usize>,
    is_bold: bool,
    extra: &ExtraFonts,
) -> Vec<(&'static Font, Range<usize>)> {
    let mut runs: Vec<(&'static Font, Range<usize>)> = Vec::new();
    for (offset, letter) in text[part.clone()].char_indices() {
        let start = part.start + offset;
        let end = start + letter.len_utf8();
        let last = runs.last_mut();
        let stays = |font: &Font| !letter.is_alphanumeric() && font.has(letter);
        match last {
            Some((font, range)) if stays(font) => range.end = end,
            last => {
                let Some(font) = font_for(letter, text, is_bold, extra) else {
                    continue;
                };
                match last {
                    Some((before, range)) if std::ptr::eq(*before, font) => range.end = end,
                    _ => runs.push((font, start..end)),
                }
            }
        }
    }
    runs
}

fn shape(font: &'static Font, text: &str, is_rtl: bool) -> Run {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(if is_rtl {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    });
    let shaped = rustybuzz::shape(&font.face, &[], buffer);
    let mut starts: Vec<usize> = shaped
        .glyph_infos()
        .iter()
        .map(|info| info.cluster as usize)
        .collect();
    starts.sort_unstable();
    let end_of = |start: usize| {
        let next = starts.partition_point(|other| *other <= start);
        starts.get(next).copied().unwrap_or(text.len())
    };
    let em = |units: i32| units as f32 / font.pdf.units_per_em();
    let glyphs: Vec<KrillaGlyph> = shaped
        .glyph_infos()
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(info, position)| {
            let start = info.cluster as usize;
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                em(position.x_advance),
                em(position.x_offset),
                em(position.y_offset),
                em(position.y_advance),
                start..end_of(start),
                None,
            )
        })
        .collect();
    Run {
        font,
        text: text.to_owned(),
        width: glyphs.iter().map(|glyph| glyph.x_advance).sum(),
        glyphs,
    }
}

/// Splits a text into lines of at most `width` font sizes, at spaces, and within words that are longer.
pub(super) fn wrap(text: &str, width: f32, is_bold: bool, extra: &ExtraFonts) -> Vec<String> {
    let fits = |line: &str| ShapedLine::new(line, is_bold, extra).width() <= width;
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let longer = if line.is_empty() {
                word.to_owned()
            } else {
                format!("{line} {word}")
            };
            if fits(&longer) {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                line.push(letter);
                if !fits(&line) && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, letter.to_string()));
                }
            }
        }
        lines.push(line);
    }
    lines
}
