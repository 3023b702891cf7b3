//! The allowed content of an SVG: elements and attributes by name, values by the functions that they call. Everything
//! else is left out, so that future features of browsers are left out too.

/// Other elements are left out with their content: script, foreignObject, animations.
const ELEMENTS: &str = "a circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite \
    feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB \
    feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting \
    feSpotLight feTile feTurbulence filter g line linearGradient marker mask path pattern polygon polyline \
    radialGradient rect stop style svg switch symbol text textPath title tspan use";

/// The written name of an element. A link becomes a group: its content stays, its target does not.
pub fn element(name: &[u8]) -> Option<&'static str> {
    let known = has_word(ELEMENTS, std::str::from_utf8(name).ok()?)?;
    Some(if known == "a" { "g" } else { known })
}

pub fn has_text(element: &str) -> bool {
    matches!(element, "desc" | "text" | "textPath" | "title" | "tspan")
}

/// Attributes that are also CSS properties.
const PROPERTIES: &str = "alignment-baseline baseline-shift clip-path clip-rule color \
    color-interpolation color-interpolation-filters color-rendering direction display dominant-baseline \
    enable-background fill fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size \
    font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing \
    lighting-color line-height marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity \
    overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset \
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor \
    text-decoration text-rendering transform transform-origin unicode-bidi vector-effect visibility \
    white-space word-spacing writing-mode";

const ATTRIBUTES: &str = "amplitude azimuth baseFrequency bias class clipPathUnits cx cy d diffuseConstant \
    divisor dx dy edgeMode elevation exponent filterUnits fr fx fy gradientTransform gradientUnits height href id \
    in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength lengthAdjust limitingConeAngle markerHeight \
    markerUnits markerWidth maskContentUnits maskUnits method mode numOctaves offset operator order orient \
    pathLength patternContentUnits patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ \
    preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry scale seed side slope \
    spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles style \
    surfaceScale systemLanguage tableValues targetX targetY textLength type values version viewBox width x x1 x2 \
    xChannelSelector y y1 y2 yChannelSelector z";

/// Functions that a value may call. `url` may refer only to a part of the drawing.
const FUNCTIONS: &str = "url rgb rgba hsl hsla hwb lab lch oklab oklch matrix translate translatex translatey \
    scale scalex scaley rotate skewx skewy calc blur brightness contrast drop-shadow grayscale hue-rotate invert \
    opacity saturate sepia";

fn has_word(list: &'static str, word: &str) -> Option<&'static str> {
    list.split_ascii_whitespace().find(|known| *known == word)
}

pub fn attribute(name: &[u8]) -> Option<&'static str> {
    let name = std::str::from_utf8(name).ok()?;
    has_word(ATTRIBUTES, name).or_else(|| has_word(PROPERTIES, name))
}

/// The allowed part of the value. None if nothing is allowed.
pub fn value(attribute: &str, value: &str) -> Option<String> {
    match attribute {
        "href" => {
            let target = value.trim();
            let is_ours = target.starts_with('#') && calls_nothing_else(target);
            is_ours.then(|| target.to_owned())
        }
        "style" => {
            let kept = declarations(value);
            (!kept.is_empty()).then_some(kept)
        }
        _ => calls_nothing_else(value).then(|| value.to_owned()),
    }
}

/// Whether a value calls only [`FUNCTIONS`]. CSS can write any character with a backslash, so a backslash is rejected.
fn calls_nothing_else(value: &str) -> bool {
    if value.contains(['\\', '@', '<', '>', '{', '}']) || value.contains("/*") {
        return false;
    }
    let mut rest = value;
    while let Some((before, behind)) = rest.split_once('(') {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
        let start = before.trim_end_matches(is_name).len();
        let name = before[start..].to_ascii_lowercase();
        let inside = behind.trim_start_matches([' ', '"', '\'']);
        if has_word(FUNCTIONS, &name).is_none() || (name == "url" && !inside.starts_with('#')) {
            return false;
        }
        rest = behind;
    }
    true
}

/// The allowed declarations of `property: value; …`.
fn declarations(text: &str) -> String {
    let kept = text.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let property = has_word(PROPERTIES, &property.trim().to_ascii_lowercase())?;
        let value = value.trim();
        // An unclosed quote would include the declarations after it.
        let is_closed = |quote| value.matches(quote).count().is_multiple_of(2);
        let may_stay = calls_nothing_else(value) && is_closed('"') && is_closed('\'');
        may_stay.then(|| format!("{property}:{value}"))
    });
    kept.collect::<Vec<_>>().join(";")
}

/// The allowed rules of a style sheet: simple selectors, no at-rules.
pub fn style_sheet(text: &str) -> String {
    let text = without_comments(text);
    let (mut kept, mut rest) = (String::new(), text.as_str());
    while let Some((selector, behind)) = rest.split_once('{') {
        let Some((inside, behind)) = split_at_end(behind) else {
            break;
        };
        rest = behind;
        let selector = selector.rsplit(';').next().unwrap_or_default().trim();
        let is_simple =
            |letter: char| letter.is_alphanumeric() || "-_.#,*> \t\r\n".contains(letter);
        if selector.is_empty() || !selector.chars().all(is_simple) || inside.contains('{') {
            continue;
        }
        let inside = declarations(inside);
        kept.push_str(&format!("{selector}{{{inside}}}"));
    }
    kept
}

/// Splits at the brace that closes the current block, after all nested blocks.
fn split_at_end(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn without_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once("/*") {
        kept.push_str(before);
        // A space replaces the comment, so that the text before and after is not joined.
        kept.push(' ');
        rest = behind.split_once("*/").map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_names_parts_of_the_drawing_only() {
        for good in [
            "url(#sky)",
            "url('#sky') #fff",
            "rgb(1, 2, 3)",
            "translate(1 2) rotate(-30)",
            "M0 0L9,9z",
        ] {
            assert_eq!(value("fill", good).as_deref(), Some(good));
        }
        for bad in [
            "url(https://elsewhere.example/a)",
            "URL( 'data:image/svg+xml,x#a')",
            "url(//elsewhere.example#a)",
            r"u\72l(https://elsewhere.example/a)",
            r"url(\68ttps://elsewhere.example/a)",
            "url(/**/https://elsewhere.example/a)",
            "image-set('https://elsewhere.example/a' 1x)",
            "src('https://elsewhere.example/a')",
            "expression(alert(1))",
            "url(#a) url(https://elsewhere.example/a)",
        ] {
            assert_eq!(value("fill", bad), None, "{bad}");
            assert_eq!(value("style", &format!("fill:{bad}")), None, "{bad}");
        }
        for bad in ["javascript:alert(1)", "a.svg#b", "data:,x", "//x#y", ""] {
            assert_eq!(value("href", bad), None, "{bad}");
        }
        assert_eq!(value("href", " #yak ").as_deref(), Some("#yak"));
    }

    #[test]
    fn a_style_sheet_keeps_its_plain_rules() {
        let sheet = "@import url(https://elsewhere.example/a.css); .a, #b > g { FILL: #fff; stroke:url(#s) }
            /* } */ @media print { .a { fill: red } .b { fill: red } } @font-face { font-family: x; src: url(x) }
            .c { fill: url(https://elsewhere.example/a); background: url(x); opacity: .5 }
            .d:hover { fill: red } .e { font-family: \"a } .f { fill: red; behavior: url(#x) } .open { fill: red";
        let kept = style_sheet(sheet);
        assert_eq!(
            kept,
            ".a, #b > g{fill:#fff;stroke:url(#s)}.c{opacity:.5}.e{}.f{fill:red}"
        );
    }

    #[test]
    fn only_what_is_named_is_written() {
        assert_eq!(element(b"path"), Some("path"));
        assert_eq!(element(b"a"), Some("g"));
        for name in [
            "script",
            "foreignObject",
            "animate",
            "set",
            "image",
            "feImage",
            "iframe",
            "SVG",
        ] {
            assert_eq!(element(name.as_bytes()), None, "{name}");
        }
        for name in [
            "onload",
            "onclick",
            "src",
            "xmlns",
            "begin",
            "attributeName",
            "FILL",
        ] {
            assert_eq!(attribute(name.as_bytes()), None, "{name}");
        }
        assert_eq!(attribute(b"viewBox"), Some("viewBox"));
        assert_eq!(attribute(b"stroke-width"), Some("stroke-width"));
    }
}
