//! Tile services over the embedded map: the setting, its form in the configuration of the web app, and the hosts for
//! the content security policy (decisions §8).

use axum::http::Uri;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub const MAY_BE: &str = "may be public, off, google:KEY, kind=URL pairs with {z}, {x} and {y} in each URL, or a JSON list \
     of {kind, url, attribution, maxZoom}; kinds are roadmap, satellite, terrain and hybrid";

const GOOGLE: &str = "https://tile.googleapis.com";
const ESRI: &str = "https://server.arcgisonline.com/ArcGIS/rest/services";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MapKind {
    Roadmap,
    Satellite,
    Terrain,
    Hybrid,
}

/// Tiles of one kind; those of the same kind lie over each other in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TileLayer {
    pub kind: MapKind,
    /// With {z}, {x} and {y}.
    pub url: String,
    #[serde(default)]
    #[schema(required = true)]
    pub attribution: String,
    #[serde(default = "deepest")]
    #[schema(required = true)]
    pub max_zoom: u8,
}

/// The Map Tiles API, for which a page opens a session with the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GoogleTiles {
    pub key: String,
    pub url: String,
}

/// Whether a visitor's browser may ask the tile services before the visitor has agreed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MapConsent {
    /// Tiles load with the map.
    #[default]
    None,
    /// Tiles load after the visitor has chosen them; until then the page shows the embedded map.
    Ask,
}

impl MapConsent {
    fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// None of either: the embedded map alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Map)]
pub struct MapTiles {
    /// Absent where tiles load with the map.
    #[serde(skip_serializing_if = "MapConsent::is_none")]
    #[schema(required = false)]
    pub consent: MapConsent,
    pub tiles: Vec<TileLayer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub google: Option<GoogleTiles>,
}

fn deepest() -> u8 {
    19
}

impl MapTiles {
    /// None if the text is not a valid value of the setting.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let tiles = match text {
            "" | "off" => Vec::new(),
            "public" => public_services(),
            _ if text.starts_with("google:") => {
                return Self::google(text.strip_prefix("google:")?);
            }
            _ if text.starts_with('[') => serde_json::from_str::<Vec<TileLayer>>(text).ok()?,
            _ => text
                .split_whitespace()
                .map(pair)
                .collect::<Option<Vec<_>>>()?,
        };
        let sound = tiles.iter().all(|layer| {
            ["{z}", "{x}", "{y}"]
                .iter()
                .all(|part| layer.url.contains(part))
                && origin(&layer.url).is_some()
                && (1..=24).contains(&layer.max_zoom)
        });
        sound.then_some(Self {
            tiles,
            ..Self::default()
        })
    }

    /// `KEY`, or `KEY@URL` for another address of the service.
    fn google(text: &str) -> Option<Self> {
        let (key, url) = text.split_once('@').unwrap_or((text, GOOGLE));
        let url = url.trim_end_matches('/');
        let is_key = !key.is_empty()
            && key
                .chars()
                .all(|one| one.is_ascii_alphanumeric() || matches!(one, '-' | '_'));
        (is_key && origin(url).is_some()).then(|| Self {
            google: Some(GoogleTiles {
                key: key.to_owned(),
                url: url.to_owned(),
            }),
            ..Self::default()
        })
    }

    /// The origin of each tile host, once, as `https://host:port`.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        let urls = self.tiles.iter().map(|layer| layer.url.as_str());
        let google = self.google.iter().map(|google| google.url.as_str());
        let mut origins: Vec<String> = urls.chain(google).filter_map(origin).collect();
        origins.sort();
        origins.dedup();
        origins
    }
}

fn pair(text: &str) -> Option<TileLayer> {
    let (kind, url) = text.split_once('=')?;
    Some(TileLayer {
        kind: serde_json::from_value(kind.into()).ok()?,
        url: url.to_owned(),
        attribution: String::new(),
        max_zoom: deepest(),
    })
}

fn layer(kind: MapKind, url: impl Into<String>, attribution: &str, max_zoom: u8) -> TileLayer {
    TileLayer {
        kind,
        url: url.into(),
        attribution: attribution.to_owned(),
        max_zoom,
    }
}

fn public_services() -> Vec<TileLayer> {
    let esri = |service: &str| format!("{ESRI}/{service}/MapServer/tile/{{z}}/{{y}}/{{x}}");
    let osm = "© OpenStreetMap contributors";
    let imagery = "Imagery © Esri, Maxar, Earthstar Geographics";
    vec![
        layer(
            MapKind::Roadmap,
            "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
            osm,
            19,
        ),
        layer(MapKind::Satellite, esri("World_Imagery"), imagery, 17),
        layer(
            MapKind::Terrain,
            "https://a.tile.opentopomap.org/{z}/{x}/{y}.png",
            "© OpenStreetMap contributors, SRTM · style © OpenTopoMap (CC-BY-SA)",
            17,
        ),
        layer(MapKind::Hybrid, esri("World_Imagery"), imagery, 17),
        layer(
            MapKind::Hybrid,
            esri("Reference/World_Boundaries_and_Places"),
            "Places © Esri",
            17,
        ),
    ]
}

/// Scheme and authority of a tile URL; none if the value is not safe in a header.
fn origin(url: &str) -> Option<String> {
    // Braces are invalid in a URL.
    let plain = url.replace(['{', '}'], "");
    let uri: Uri = plain.parse().ok()?;
    let scheme = uri
        .scheme_str()
        .filter(|scheme| matches!(*scheme, "http" | "https"))?;
    let authority = uri.authority()?.as_str();
    let is_host = !authority.is_empty()
        && authority
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || matches!(one, '.' | '-' | ':' | '[' | ']'));
    // A host with {x} in it would differ for every tile.
    let is_fixed = url
        .split('/')
        .nth(2)
        .is_some_and(|host| !host.contains('{'));
    (is_host && is_fixed).then(|| format!("{scheme}://{authority}"))
}

#[cfg(test)]
mod tests {
    use super::{MapKind, MapTiles};

    #[test]
    fn the_setting_is_a_word_a_key_pairs_or_a_json_list() {
        assert_eq!(MapTiles::parse("off"), Some(MapTiles::default()));
        let public = MapTiles::parse("public").expect("public");
        for kind in [
            MapKind::Roadmap,
            MapKind::Satellite,
            MapKind::Terrain,
            MapKind::Hybrid,
        ] {
            let mut of_kind = public.tiles.iter().filter(|layer| layer.kind == kind);
            assert!(of_kind.all(|layer| !layer.attribution.is_empty()));
            assert!(public.tiles.iter().any(|layer| layer.kind == kind));
        }
        let google = MapTiles::parse("google:AIza-x_1").expect("a key");
        assert_eq!(google.origins(), ["https://tile.googleapis.com"]);
        let pairs = MapTiles::parse(
            "roadmap=https://t.example/{z}/{x}/{y}.png?key=a  satellite=http://[::1]:9/{z}/{y}/{x}",
        )
        .expect("pairs");
        assert_eq!(pairs.origins(), ["http://[::1]:9", "https://t.example"]);
        let json = MapTiles::parse(
            r#"[{"kind": "terrain", "url": "https://t.example/{z}/{x}/{y}", "attribution": "© T", "maxZoom": 12}]"#,
        )
        .expect("JSON");
        assert_eq!(json.tiles[0].max_zoom, 12);
    }

    #[test]
    fn what_would_not_work_or_would_break_a_header_is_refused() {
        for text in [
            "osm",
            "google:",
            "google:a b",
            "google:key@ftp://x",
            "roadmap",
            "roads=https://t.example/{z}/{x}/{y}",
            "roadmap=https://t.example/{z}/{x}",
            "roadmap=t.example/{z}/{x}/{y}",
            "roadmap=https://{x}.example/{z}/{x}/{y}",
            "roadmap=https://t.example;script-src/{z}/{x}/{y}",
            "roadmap=https://user@t.example/{z}/{x}/{y}",
            "[{\"kind\": \"roadmap\"}]",
            "[",
        ] {
            assert_eq!(MapTiles::parse(text), None, "{text}");
        }
    }
}
