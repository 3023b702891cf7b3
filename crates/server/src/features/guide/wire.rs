//! JSON types of guides (operations §2).

use chrono::NaiveDate;
use domain::guide;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::response::Success;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Guide {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub phone: Option<String>,
    /// An account with this address and the role guide reads the manifests of this guide.
    pub email: Option<String>,
    /// The number of the licence.
    pub licence: Option<String>,
    /// The last day on which the licence is valid.
    pub licence_until: Option<NaiveDate>,
    /// False: out of service. Past departures keep the guide, and new ones cannot get them.
    pub is_active: bool,
    pub version: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GuideListAnswer {
    pub status: Success,
    pub data: GuideList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GuideList {
    /// By name; those out of service come last.
    pub guides: Vec<Guide>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GuideAnswer {
    pub status: Success,
    pub data: OneGuide,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneGuide {
    pub guide: Guide,
}

impl From<guide::Guide> for Guide {
    fn from(guide: guide::Guide) -> Self {
        Self {
            id: guide.id,
            name: guide.name,
            phone: guide.phone,
            email: guide.email.map(String::from),
            licence: guide.licence,
            licence_until: guide.licence_until,
            is_active: guide.is_active,
            version: guide.version,
        }
    }
}

impl From<guide::Guide> for GuideAnswer {
    fn from(guide: guide::Guide) -> Self {
        Self {
            status: Success::Success,
            data: OneGuide {
                guide: guide.into(),
            },
        }
    }
}
