//! The container of HEIC and AVIF (ISO/IEC 23008-12). Browsers show AVIF, so an AVIF file is stored as it is, but
//! without everything that is not a picture. No AVIF decoder is both safe and small, so the server does not decode it:
//! it has no smaller copies, and its size is the one that it declares.
//!
//! `heifer_isobmff` writes HEVC pictures only and libheif is C code, so this module copies the boxes that stay.

use std::ops::Range;

use bytes::Bytes;
use heifer_isobmff::boxes::{ConstructionMethod, FileType};
use heifer_isobmff::{BoxIter, Error, HeifFile, Item, RawBox};

use super::{AVIF, BROKEN, MAX_PIXELS, MOVING_AVIF, size_error, type_error};
use crate::http::error::ApiResult;

/// Phones need a few kilobytes of metadata. The parser compares all entries with each other, so that a huge box would
/// occupy it for hours.
const MAX_META_BYTES: usize = 64 * 1024;

type Name = [u8; 4];

/// Items that are pictures or combine them. Location, camera and edits are items of other types.
const PICTURES: [Name; 4] = [*b"av01", *b"grid", *b"iovl", *b"tmap"];
const COPIED_META_BOXES: [Name; 6] = [*b"hdlr", *b"pitm", *b"iloc", *b"iref", *b"grpl", *b"ipma"];
/// Properties that describe how a picture is decoded, rotated and coloured.
const PROPERTIES: [Name; 15] = [
    *b"av1C", *b"ispe", *b"pixi", *b"colr", *b"pasp", *b"irot", *b"imir", *b"clap", *b"auxC",
    *b"a1op", *b"a1lx", *b"lsel", *b"clli", *b"mdcv", *b"free",
];
/// Replaces a type that is not copied. Readers skip it.
const NOTHING: Name = *b"free";

/// Whether the file is AVIF. None if it is not such a container.
pub fn is_avif(bytes: &[u8]) -> Option<bool> {
    let first = BoxIter::new(bytes).next()?.ok()?;
    if first.header.box_type.0 != *b"ftyp" {
        return None;
    }
    let sort = FileType::parse(first.content).ok()?;
    Some(sort.has_brand(b"avif") || sort.has_brand(b"avis"))
}

/// Limits the size of the metadata. Must run before any other parsing.
pub fn check(bytes: &[u8]) -> ApiResult<()> {
    for part in BoxIter::new(bytes) {
        let part = part.map_err(|_| type_error(BROKEN))?;
        if part.header.box_type.0 == *b"meta" && part.content.len() > MAX_META_BYTES {
            return Err(type_error(BROKEN));
        }
    }
    Ok(())
}

/// Returns the picture without location, camera, texts and all other metadata.
pub fn avif_without_notes(bytes: &[u8]) -> ApiResult<Bytes> {
    check(bytes)?;
    let broken = |_| type_error(AVIF);
    let file = HeifFile::parse(bytes).map_err(broken)?;
    if file.file_type.major_brand.0 == *b"avis" {
        return Err(type_error(MOVING_AVIF));
    }
    let shown = file.primary_item().map_err(broken)?;
    let size = file.image_size(shown.id).map_err(broken)?;
    if !is_picture(shown) || size.is_none() {
        return Err(type_error(AVIF));
    }
    for item in file.items.iter().filter(|item| is_picture(item)) {
        let size = file.image_size(item.id).map_err(broken)?;
        if size.is_some_and(|(wide, high)| u64::from(wide) * u64::from(high) > MAX_PIXELS) {
            return Err(size_error("the image has more than 60 million pixels"));
        }
    }
    let written = pictures_of(bytes, &file).map_err(broken)?;
    Ok(written.into())
}

fn is_picture(item: &Item) -> bool {
    PICTURES.contains(&item.item_type.0)
}

fn pictures_of(bytes: &[u8], file: &HeifFile<'_>) -> Result<Vec<u8>, Error> {
    let mut copy = Copy::of(bytes);
    // Start of the content of `idat`, to which the offsets of some items are relative.
    let mut idat = None;
    for part in BoxIter::new(bytes) {
        let part = part?;
        match &part.header.box_type.0 {
            b"ftyp" => copy.whole(0, &part)?,
            b"mdat" => copy.header(0, &part)?,
            b"meta" => idat = copy.meta(&part)?.or(idat),
            _ => copy.nothing(0, &part)?,
        }
    }
    for item in file.items.iter().filter(|item| is_picture(item)) {
        let place = item.location.as_ref().ok_or(Error::UnknownItem(item.id))?;
        let base = match place.construction_method {
            ConstructionMethod::File => 0,
            ConstructionMethod::Idat => idat.ok_or(Error::UnexpectedEof)?,
            ConstructionMethod::Item => return Err(Error::Unimplemented("data of other items")),
        };
        for extent in &place.extents {
            // Length 0 means up to the end of the file, which contains more than pictures.
            if extent.length == 0 {
                return Err(Error::UnexpectedEof);
            }
            let from = usize::try_from(extent.offset)
                .ok()
                .and_then(|at| at.checked_add(base));
            let from = from.ok_or(Error::UnexpectedEof)?;
            let length = usize::try_from(extent.length).map_err(|_| Error::UnexpectedEof)?;
            copy.range(from..from.checked_add(length).ok_or(Error::UnexpectedEof)?)?;
        }
    }
    Ok(copy.written)
}

/// As long as the original, so that all offsets stay valid. Everything that is not copied is zero.
struct Copy<'a> {
    original: &'a [u8],
    written: Vec<u8>,
}

impl<'a> Copy<'a> {
    fn of(original: &'a [u8]) -> Self {
        Self {
            original,
            written: vec![0; original.len()],
        }
    }

    fn range(&mut self, range: Range<usize>) -> Result<(), Error> {
        let from = self.original.get(range.clone());
        let to = self.written.get_mut(range);
        let (from, to) = from.zip(to).ok_or(Error::UnexpectedEof)?;
        to.copy_from_slice(from);
        Ok(())
    }

    /// `base` is the offset at which the container of the part begins.
    fn whole(&mut self, base: usize, part: &RawBox<'_>) -> Result<(), Error> {
        let begin = base + part.offset;
        self.range(begin..content_of(base, part) + part.content.len())
    }

    fn header(&mut self, base: usize, part: &RawBox<'_>) -> Result<(), Error> {
        self.range(base + part.offset..content_of(base, part))
    }

    /// Replaces the part with an empty one of the same size.
    fn nothing(&mut self, base: usize, part: &RawBox<'_>) -> Result<(), Error> {
        self.header(base, part)?;
        if part.header.user_type.is_some() {
            let end = content_of(base, part);
            self.written[end - 16..end].fill(0);
        }
        let at = base + part.offset + 4;
        self.written[at..at + 4].copy_from_slice(&NOTHING);
        Ok(())
    }

    /// Returns the start of the content of its `idat`.
    fn meta(&mut self, meta: &RawBox<'_>) -> Result<Option<usize>, Error> {
        self.header(0, meta)?;
        // Version and flags, which are 0.
        let base = content_of(0, meta) + 4;
        let mut idat = None;
        for part in BoxIter::new(meta.content.get(4..).unwrap_or_default()) {
            let part = part?;
            match &part.header.box_type.0 {
                b"idat" => {
                    self.header(base, &part)?;
                    idat = Some(content_of(base, &part));
                }
                b"iinf" => self.item_infos(base, &part)?,
                b"iprp" => self.properties(base, &part)?,
                name if COPIED_META_BOXES.contains(name) => self.whole(base, &part)?,
                _ => self.nothing(base, &part)?,
            }
        }
        Ok(idat)
    }

    /// Replaces the type of items that are not pictures: a reader would look for their data in the zeros.
    fn item_infos(&mut self, base: usize, infos: &RawBox<'_>) -> Result<(), Error> {
        let count = if infos.content.first() == Some(&0) {
            2
        } else {
            4
        };
        let first = 4 + count;
        let begin = content_of(base, infos);
        self.header(base, infos)?;
        self.range(begin..begin + first)?;
        for info in BoxIter::new(infos.content.get(first..).unwrap_or_default()) {
            let info = info?;
            let id = if info.content.first() == Some(&2) {
                2
            } else {
                4
            };
            // Version and flags, id, protection.
            let named = 4 + id + 2;
            let base = begin + first;
            let at = content_of(base, &info) + named;
            self.range(base + info.offset..at + 4)?;
            let name = &mut self.written[at..at + 4];
            if !PICTURES.iter().any(|picture| picture == &*name) {
                name.copy_from_slice(&NOTHING);
            }
        }
        Ok(())
    }

    fn properties(&mut self, base: usize, properties: &RawBox<'_>) -> Result<(), Error> {
        self.header(base, properties)?;
        let base = content_of(base, properties);
        for part in BoxIter::new(properties.content) {
            let part = part?;
            match &part.header.box_type.0 {
                b"ipma" => self.whole(base, &part)?,
                b"ipco" => {
                    self.header(base, &part)?;
                    let base = content_of(base, &part);
                    for property in BoxIter::new(part.content) {
                        let property = property?;
                        match PROPERTIES.contains(&property.header.box_type.0) {
                            true => self.whole(base, &property)?,
                            // The position stays, because pictures refer to their properties by number.
                            false => self.nothing(base, &property)?,
                        }
                    }
                }
                _ => self.nothing(base, &part)?,
            }
        }
        Ok(())
    }
}

fn content_of(base: usize, part: &RawBox<'_>) -> usize {
    base + part.offset + usize::try_from(part.header.header_size).unwrap_or(usize::MAX / 2)
}
