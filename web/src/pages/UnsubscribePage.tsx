// The target of the unsubscribe link in emails. It requires a click on a button, because email scanners open every link
// (decisions §10 Newsletter).
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { BAD_LINK, type UnsubscribeResult, unsubscribe } from '../features/newsletter/newsletter';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { PageTitle } from './PageTitle';

function headOf(result: UnsubscribeResult | null): string {
  if (result === 'done') return "You've unsubscribed";
  return result === 'bad link' ? 'This link does not work' : 'Unsubscribe from the newsletter?';
}

export function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [result, setResult] = useState<UnsubscribeResult | null>(token ? null : 'bad link');
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    setResult(await unsubscribe(token));
    setBusy(false);
  };

  return (
    <section className="page-width flex min-h-[52vh] flex-col items-start justify-center py-16">
      <PageTitle>Newsletter</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <h1 className="text-5xl">{headOf(result)}</h1>
      {result === 'done' && (
        <>
          <p role="status" className="mt-4 max-w-measure text-ink-soft text-lg">
            You will no longer get our newsletter. You can subscribe again at the bottom of any page.
          </p>
          <ButtonLink to={paths.packages} variant="secondary" className="mt-8">
            Discover Packages
          </ButtonLink>
        </>
      )}
      {result === 'bad link' && (
        <p role="alert" className="mt-4 max-w-measure text-ink-soft text-lg">
          {BAD_LINK} Open the complete link at the end of our email.
        </p>
      )}
      {(result === null || typeof result === 'object') && (
        <>
          <p className="mt-4 max-w-measure text-ink-soft text-lg">
            You will no longer get our newsletter. Your account and your bookings stay as they are.
          </p>
          {result && (
            <p role="alert" className="mt-6 rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
              {result.failed}
            </p>
          )}
          <Button size="lg" loading={busy} onClick={() => void leave()} className="mt-8">
            Unsubscribe
          </Button>
        </>
      )}
    </section>
  );
}
