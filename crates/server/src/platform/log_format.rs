//! Log lines of a request end with its id, whichever part of the program writes them.

use std::fmt;

use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::platform::security_log::{self, ORIGIN};

/// Adds `request_id` to the lines of another format. A span would do so too, but costs something for each request that
/// logs nothing.
pub struct WithRequestId<F> {
    pub inner: F,
    pub is_json: bool,
}

impl<S, N, F> FormatEvent<S, N> for WithRequestId<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        // A security event has a field of that name.
        let names_it = event.metadata().target() == security_log::TARGET;
        let id = ORIGIN.try_with(|origin| origin.request_id);
        let Some(id) = id.ok().filter(|_| !names_it) else {
            return self.inner.format_event(context, writer, event);
        };
        let mut line = String::new();
        self.inner
            .format_event(context, Writer::new(&mut line), event)?;
        match line.strip_suffix("}\n") {
            Some(start) if self.is_json => {
                writeln!(writer, "{start},\"request_id\":\"{id}\"}}")
            }
            _ => writeln!(writer, "{} request_id={id}", line.trim_end()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::{Arc, Mutex};

    use serde_json::Value;
    use tracing_subscriber::Layer as _;
    use tracing_subscriber::layer::SubscriberExt as _;
    use uuid::Uuid;

    use super::*;
    use crate::platform::security_log::Origin;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("the log").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// What the lines of a request with this id, and of no request, look like.
    fn written(id: Uuid, is_json: bool) -> Vec<String> {
        let log = Log::default();
        let writer = log.clone();
        let layer = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_writer(move || writer.clone());
        let layer = match is_json {
            true => layer
                .json()
                .map_event_format(|inner| WithRequestId { inner, is_json })
                .boxed(),
            false => layer
                .map_event_format(|inner| WithRequestId { inner, is_json })
                .boxed(),
        };
        let origin = Origin {
            request_id: id,
            client: Ipv4Addr::LOCALHOST.into(),
        };
        let registry = tracing_subscriber::registry().with(layer);
        tracing::subscriber::with_default(registry, || {
            ORIGIN.sync_scope(origin, || {
                tracing::warn!(tries = 2, "slow");
                tracing::info!(target: security_log::TARGET, request_id = "own");
            });
            tracing::warn!("alone");
        });
        let log = log.0.lock().expect("the log").clone();
        let log = String::from_utf8(log).expect("text");
        log.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_line_of_a_request_ends_with_its_id_and_no_other_does() {
        let id = Uuid::from_u128(7);
        let text = written(id, false);
        assert!(text[0].ends_with(&format!("slow tries=2 request_id={id}")));
        assert!(text[1].ends_with("request_id=\"own\""));
        assert!(text[2].ends_with("alone"));
        let json: Vec<Value> = written(id, true)
            .iter()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(json[0]["request_id"], id.to_string());
        assert_eq!(json[0]["fields"]["tries"], 2);
        assert_eq!(json[1].get("request_id"), None);
        assert_eq!(json[2].get("request_id"), None);
    }
}
