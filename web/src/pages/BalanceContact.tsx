// Whom to ask about a payment.
import { useConfig } from '../api/useConfig';

export function Contact() {
  const config = useConfig();
  if (!config) return null;
  return (
    <>
      Questions? Write to{' '}
      <a href={`mailto:${config.contactEmail}`} className="font-semibold underline underline-offset-2">
        {config.contactEmail}
      </a>
      .
    </>
  );
}
