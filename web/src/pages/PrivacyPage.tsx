// The default privacy policy, which describes this software. An agency can replace it (decision 116).
import head from 'virtual:head/privacy';
import type { Config } from '../api/types';
import { useConfig } from '../api/useConfig';
import { TileNotice } from '../features/map/TileNotice';
import { LegalPage, OutsideLink } from './LegalPage';

export function PrivacyPage() {
  const config = useConfig();
  return (
    <LegalPage
      name="privacy"
      head={head}
      lead="What data we keep about you, why, and for how long."
      clauses={[
        {
          head: 'Your account',
          text: 'Your name, email address and a hash of your password. The password itself is not stored anywhere.',
        },
        {
          head: 'Your bookings',
          text: 'The guests’ names, ages, genders and phone numbers, the dates, the price, what was paid and, if you gave it, the PAN or VAT number of your company. Guides and permit offices need them. We keep them in our accounts for as long as the law requires.',
        },
        {
          head: 'Payment',
          text:
            config?.paymentProvider === 'none'
              ? 'We record what you pay, when and how, with your booking.'
              : `Card numbers go to the payment provider. We keep the brand and the last four digits, so that you recognise the payment.${config?.paymentProvider === 'stripe' ? ' At checkout your browser loads the card form from Stripe (js.stripe.com).' : ''}`,
        },
        {
          head: 'The newsletter',
          text: 'Your email address, until you unsubscribe. Every newsletter has a link for that. Then we delete the address.',
        },
        {
          head: 'In your browser',
          text: 'Your sign-in, a cookie that keeps you on the same server if we run several, the currency you chose, whether you subscribed, what you have started to type (never passwords, codes or cards), and the pages you last viewed, so that you can read them offline. Your bookings and what you typed are removed when you log out. There are no advertising cookies and no trackers.',
        },
        { head: 'Maps', text: <Maps map={config?.map} /> },
        {
          head: 'Your rights',
          text: <Rights email={config?.contactEmail} />,
        },
      ]}
    />
  );
}

/** Map services. With Google's tiles, includes the notice required by the policies of the Map Tiles API. */
function Maps({ map }: { map: Config['map'] | undefined }) {
  return (
    <>
      <TileNotice setting={map} />
      {map?.google && (
        <>
          {' '}
          The <OutsideLink href="https://policies.google.com/privacy">Google Privacy Policy</OutsideLink> applies to
          Google Maps.
        </>
      )}
    </>
  );
}

function Rights({ email }: { email: string | undefined }) {
  if (!email) return <>Ask us what data we keep about you, or have it corrected or deleted.</>;
  return (
    <>
      Ask what data we keep about you, or have it corrected or deleted:{' '}
      <a href={`mailto:${email}`} className="wrap-anywhere font-medium text-glacier underline underline-offset-2">
        {email}
      </a>
      .
    </>
  );
}
