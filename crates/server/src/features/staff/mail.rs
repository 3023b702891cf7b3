//! The job that mails the link of an invitation.

use domain::account::Role;
use store::jobs::ClaimedJob;
use store::staff_invitations;
use uuid::Uuid;

use super::link;
use crate::platform::app::App;
use crate::platform::format;
use crate::platform::job_runner::JobError;
use crate::platform::mails::staff::StaffInvitationMail;
use crate::platform::mails::{Envelope, MailTemplate, Sender};

/// Mails the link, unless the invitation was accepted or withdrawn, or has expired.
pub(crate) async fn mail_invitation(
    app: &App,
    job: &ClaimedJob,
    invitation_id: Uuid,
) -> Result<(), JobError> {
    let Some(invitation) = staff_invitations::find(&app.db, invitation_id).await? else {
        return Ok(());
    };
    if !invitation.is_valid(app.clock.now()) {
        return Ok(());
    }
    let expires_at = invitation.expires_at.with_timezone(&app.config.timezone);
    let letter = StaffInvitationMail {
        invited_by: invitation.invited_by.clone(),
        role: described(invitation.role).to_owned(),
        expires: format::moment(expires_at),
        link: link::page_of(app, invitation.id),
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: "",
        to_address: invitation.email.as_str(),
    };
    let mail = letter.write(&envelope, &Sender::from(&app.config))?;
    Ok(app.send_mail(mail).await?)
}

fn described(role: Role) -> &'static str {
    match role {
        Role::Admin => "an owner: you can do everything",
        Role::Staff => "a member of staff: you run bookings, departures and content",
        Role::Guide => "a guide: you read the lists of the departures that you lead",
        Role::User => "a traveller",
    }
}
