// Newsletter form in the footer: email field and button, or the confirmation (document 1 §2 Home, §4, §5).
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readText, remove, writeText } from '../../lib/storage';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { useSession } from '../session/useSession';
import { subscribe, useSubscribed } from './newsletter';

const DRAFT = 'draft:newsletter'; // removed at logout, see session/session-drafts.ts

export function SubscribeForm({ className }: { className?: string }) {
  const { user } = useSession();
  return (
    <section aria-label="Newsletter" className={className}>
      <div className="flex min-h-11 flex-wrap items-baseline gap-x-4 self-start md:items-center">
        <h2 className="font-display font-semibold text-xl">Newsletter</h2>
        <p className="text-ink-soft">New treks and stories from the trail.</p>
      </div>
      {/* The key resets the form when another user logs in. */}
      <FormOrConfirmation key={user?.id} />
    </section>
  );
}

function FormOrConfirmation() {
  const subscribed = useSubscribed();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // The focused field is removed after subscribing, so the confirmation takes the focus for screen readers.
  const [justNow, setJustNow] = useState(false);
  useEffect(() => {
    if (subscribed && justNow) said.current?.focus({ preventScroll: true });
  }, [subscribed, justNow]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const email = String(new FormData(event.currentTarget).get('email') ?? '');
    setBusy(true);
    setJustNow(true);
    const wrong = await subscribe(email);
    setBusy(false);
    if (!wrong) remove('session', DRAFT);
    setProblem(wrong ?? undefined);
    if (wrong) {
      setJustNow(false);
      input.current?.focus();
    }
  };

  return (
    <>
      {subscribed ? (
        <p ref={said} tabIndex={-1} role="status" className="flex min-h-11 items-center md:col-span-2">
          You are already subscribed to our newsletter.
        </p>
      ) : (
        <form onSubmit={submit} noValidate className="flex items-start gap-2 md:col-span-2">
          <Field label="Your address for the newsletter" hideLabel required error={problem} className="min-w-0 flex-1">
            <Input
              ref={input}
              name="email"
              type="email"
              autoComplete="email"
              inputMode="email"
              placeholder="name@example.com"
              defaultValue={readText('session', DRAFT) ?? ''}
              onChange={(event) => writeText('session', DRAFT, event.target.value)}
            />
          </Field>
          <Button type="submit" variant="secondary" loading={busy} className="shrink-0">
            Subscribe
          </Button>
        </form>
      )}
    </>
  );
}
