//! A strict parser of the Prometheus text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/):
//! rejects everything that it does not know.

use std::collections::{BTreeMap, BTreeSet};

/// Labels of a sample, in order of name.
pub type Labels = BTreeMap<String, String>;

#[derive(Debug, Default)]
pub struct Family {
    pub kind: String,
    pub help: String,
    pub samples: Vec<(String, Labels, f64)>,
}

#[derive(Debug)]
pub struct Text(pub BTreeMap<String, Family>);

impl Text {
    #[track_caller]
    pub fn read(text: &str) -> Self {
        match read(text) {
            Ok(families) => Self(families),
            Err(problem) => panic!("{problem}"),
        }
    }

    /// The value of a sample; 0 if it is missing, because counters start at 0.
    pub fn value(&self, name: &str, labels: &[(&str, &str)]) -> f64 {
        let wanted = labels
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let wanted: Labels = wanted.collect();
        let samples = self.0.values().flat_map(|family| &family.samples);
        let mut found = samples.filter(|(other, labels, _)| other == name && *labels == wanted);
        found.next().map_or(0.0, |(_, _, value)| *value)
    }

    /// The samples of all metrics, without their values.
    pub fn lines(&self) -> BTreeSet<String> {
        let samples = self.0.values().flat_map(|family| &family.samples);
        samples
            .map(|(name, labels, _)| format!("{name}{labels:?}"))
            .collect()
    }
}

fn read(text: &str) -> Result<BTreeMap<String, Family>, String> {
    if !text.ends_with('\n') {
        return Err("the last line has no end".to_owned());
    }
    let mut families: BTreeMap<String, Family> = BTreeMap::new();
    let mut current: Option<String> = None;
    let mut seen = BTreeSet::new();
    for line in text.lines() {
        let wrong = |what: &str| format!("{what}: {line}");
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').ok_or_else(|| wrong("no help"))?;
            if !is_name(name) || families.contains_key(name) {
                return Err(wrong("a bad name, or a family that comes twice"));
            }
            let family = Family {
                help: help.to_owned(),
                ..Family::default()
            };
            families.insert(name.to_owned(), family);
            current = Some(name.to_owned());
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').ok_or_else(|| wrong("no type"))?;
            let family = families
                .get_mut(name)
                .filter(|_| current.as_deref() == Some(name));
            let family = family.ok_or_else(|| wrong("a type without its help"))?;
            let is_known = ["counter", "gauge", "histogram"].contains(&kind);
            if !is_known || !family.kind.is_empty() || !family.samples.is_empty() {
                return Err(wrong("an unknown type, or one too late"));
            }
            kind.clone_into(&mut family.kind);
        } else {
            let (name, labels, value) = sample(line).ok_or_else(|| wrong("no sample"))?;
            let base = current
                .clone()
                .ok_or_else(|| wrong("a sample of no family"))?;
            let family = families.get_mut(&base).ok_or_else(|| wrong("no family"))?;
            let suffix = name
                .strip_prefix(&base)
                .ok_or_else(|| wrong("another family"))?;
            let fits = match family.kind.as_str() {
                "histogram" => ["_bucket", "_sum", "_count"].contains(&suffix),
                "counter" => suffix.is_empty() && base.ends_with("_total") && value >= 0.0,
                "gauge" => suffix.is_empty(),
                _ => false,
            };
            if !fits || !seen.insert(format!("{name}{labels:?}")) {
                return Err(wrong("not of this type, or twice"));
            }
            family.samples.push((name, labels, value));
        }
    }
    for (name, family) in &families {
        if family.samples.is_empty() {
            return Err(format!("{name} has no sample"));
        }
        if family.kind == "histogram" {
            check_histogram(name, family)?;
        }
    }
    Ok(families)
}

fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

fn sample(line: &str) -> Option<(String, Labels, f64)> {
    let name_ends = line.find(['{', ' '])?;
    let (name, mut rest) = line.split_at(name_ends);
    let mut labels = Labels::new();
    if let Some(inner) = rest.strip_prefix('{') {
        rest = inner;
        loop {
            let (label, after) = rest.split_once("=\"")?;
            let (value, after) = quoted(after)?;
            if !is_name(label) || labels.insert(label.to_owned(), value).is_some() {
                return None;
            }
            if let Some(after) = after.strip_prefix('}') {
                rest = after;
                break;
            }
            rest = after.strip_prefix(',')?;
        }
    }
    // Samples have no timestamp, so that Prometheus uses the time of the scrape.
    let value = rest.strip_prefix(' ')?.parse().ok()?;
    is_name(name).then(|| (name.to_owned(), labels, value))
}

/// The text up to the closing quote, without the quote.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(match letters.next()?.1 {
                'n' => '\n',
                escaped @ ('\\' | '"') => escaped,
                _ => return None,
            }),
            _ => value.push(letter),
        }
    }
    None
}

/// Buckets grow up to +Inf, which equals the count.
fn check_histogram(name: &str, family: &Family) -> Result<(), String> {
    let mut series: BTreeMap<Labels, Vec<(f64, f64)>> = BTreeMap::new();
    for (sample, labels, value) in &family.samples {
        if sample.ends_with("_bucket") {
            let mut labels = labels.clone();
            let bound = labels.remove("le").and_then(|bound| bound.parse().ok());
            let bound = bound.ok_or_else(|| format!("{name} has a bucket without a bound"))?;
            series.entry(labels).or_default().push((bound, *value));
        }
    }
    for (labels, buckets) in series {
        let grows = buckets
            .windows(2)
            .all(|two| two[0].0 < two[1].0 && two[0].1 <= two[1].1);
        let count = format!("{name}_count");
        let mut samples = family.samples.iter();
        let count = samples.find(|(sample, other, _)| *sample == count && *other == labels);
        let last = buckets.last().copied();
        if !grows || last != count.map(|(_, _, count)| (f64::INFINITY, *count)) {
            return Err(format!("the buckets of {name} {labels:?} do not add up"));
        }
    }
    Ok(())
}

#[test]
fn the_parser_rejects_invalid_metrics() {
    let good = "# HELP a_total Things.\n# TYPE a_total counter\na_total{b=\"x\\\"y\"} 1\n";
    let read_back = Text::read(good);
    assert_eq!(read_back.value("a_total", &[("b", "x\"y")]), 1.0);
    for bad in [
        "a_total 1\n",
        "# HELP a_total Things.\na_total 1\n",
        "# HELP a_total Things.\n# TYPE a_total counter\n",
        "# HELP a_total Things.\n# TYPE a_total counter\na_total 1",
        "# HELP a_total Things.\n# TYPE a_total counter\na_total 1\na_total 2\n",
        "# HELP a_total Things.\n# TYPE a_total counter\nb_total 1\n",
        "# HELP a Things.\n# TYPE a counter\na 1\n",
        "# HELP a_total Things.\n# TYPE a_total counter\na_total{b=x} 1\n",
        "# HELP a_total Things.\n# TYPE a_total counter\na_total one\n",
        "# HELP a Things.\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
        "# HELP a Things.\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
}
