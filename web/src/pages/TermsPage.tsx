// The default terms of service. An agency can replace them (decision 116).
import head from 'virtual:head/terms';
import { useConfig } from '../api/useConfig';
import { plural } from '../lib/text';
import { LegalPage, OutsideLink } from './LegalPage';

export function TermsPage() {
  const config = useConfig();
  const name = config?.company.name ?? 'the agency';
  const policy = (config?.cancellationPolicy ?? [])
    .map(({ days, percent }) => `${plural(days, 'day')} or more before the start: ${percent}% of what was paid`)
    .join('; ');
  return (
    <LegalPage
      name="terms"
      head={head}
      lead={`What you and ${name} can expect from each other when you book a trek here.`}
      clauses={[
        {
          head: 'Booking',
          text: 'A booking is made for named guests, a route and a start date. It is confirmed when the payment has been received; you then get a confirmation by email and can download the invoice.',
        },
        {
          head: 'Price',
          text: 'The price is per person and shown with each charge before you pay. A confirmed booking keeps its price even if the trek changes later.',
        },
        {
          head: 'Cancellation',
          text: policy
            ? `You can cancel a booking from your account. Refunds: ${policy}; later cancellations are not refunded.`
            : 'You can cancel a booking from your account. The refund depends on the days left before the start and is shown before you pay.',
        },
        {
          head: 'On the trail',
          text: 'The guide decides on the route, the pace and when to turn back. Routes may change because of weather, health or closed trails. Each guest needs insurance that covers the altitudes of the trek.',
        },
        ...(config?.map.google ? [googleMaps] : []),
        {
          head: 'Contact',
          text: config?.contactEmail
            ? `Questions about these terms: ${config.contactEmail}.`
            : 'Questions about these terms: ask us.',
        },
      ]}
    />
  );
}

/** The notice that the policies of the Map Tiles API require from a site with Google's tiles. */
const googleMaps = {
  head: 'Maps',
  text: (
    <>
      Our maps show tiles of Google Maps. By using them you are bound by the{' '}
      <OutsideLink href="https://maps.google.com/help/terms_maps/">Google Maps Terms of Service</OutsideLink>.
    </>
  ),
};
