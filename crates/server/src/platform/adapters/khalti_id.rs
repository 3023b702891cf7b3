//! Our id of a payment at Khalti: its pidx, the booking, and a signature of both, because Khalti's inquiry does not
//! name the booking. Else the payment of one booking could be shown as that of another.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use super::wallet::Wallet;

const MAX_PIDX_LENGTH: usize = 64;
/// Bytes of the signature in an id.
const SIGNATURE_BYTES: usize = 16;

/// Signs ids. It belongs to this installation and not to the account at Khalti.
#[derive(Clone)]
pub struct IdKey(pub [u8; 32]);

/// The part of a payment that its id holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Opened<'a> {
    pub pidx: &'a str,
    pub booking_id: Uuid,
}

impl IdKey {
    #[must_use]
    pub fn read<'a>(&self, id: &'a str) -> Option<Opened<'a>> {
        let mut parts = Wallet::Khalti.own_part(id)?.split('-');
        let opened = Opened {
            pidx: parts.next().filter(|pidx| is_pidx(pidx))?,
            booking_id: Uuid::try_parse(parts.next()?).ok()?,
        };
        let signature = hex::decode(parts.next()?).ok()?;
        let is_ours = signature.len() == SIGNATURE_BYTES
            && self.mac(&opened).verify_truncated_left(&signature).is_ok();
        // Only in the one way in which it is written, so that a payment has one id.
        (is_ours && self.write(&opened) == id).then_some(opened)
    }

    #[must_use]
    pub fn write(&self, opened: &Opened<'_>) -> String {
        let signature = self.mac(opened).finalize().into_bytes();
        format!(
            "{}_{}-{}-{}",
            Wallet::Khalti.as_str(),
            opened.pidx,
            opened.booking_id.simple(),
            hex::encode(&signature[..SIGNATURE_BYTES])
        )
    }

    fn mac(&self, opened: &Opened<'_>) -> Hmac<Sha256> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(opened.booking_id.as_bytes());
        mac.update(opened.pidx.as_bytes());
        mac
    }
}

#[must_use]
pub fn is_pidx(text: &str) -> bool {
    let is_short = (1..=MAX_PIDX_LENGTH).contains(&text.len());
    is_short && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_belongs_to_one_payment_of_one_booking_of_one_installation() {
        let ours = IdKey([1; 32]);
        let opened = Opened {
            pidx: "bZQLD9wRVWo4CdESSfuSsB",
            booking_id: Uuid::from_u128(0xabc),
        };
        let id = ours.write(&opened);
        let booking_id = opened.booking_id.simple().to_string();
        assert_eq!(ours.read(&id), Some(opened));
        assert_eq!(IdKey([2; 32]).read(&id), None, "of another installation");
        let other = Uuid::from_u128(0xabd).simple().to_string();
        for wrong in [
            id.replace(&booking_id, &other),
            id.replace("bZQLD9", "bZQLD8"),
            id[..id.len() - 2].to_owned(),
            id[..id.len() - 32].to_owned(),
            id.replace("abc-", "ABC-"),
            format!("{id}-"),
            "khalti_".to_owned(),
        ] {
            assert_eq!(ours.read(&wrong), None, "{wrong}");
        }
    }
}
