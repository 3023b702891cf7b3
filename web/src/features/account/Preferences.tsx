// Preferences: currency, theme and emails. Each choice applies and is saved at once.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from '../../ui/States';
import { ThemeToggle } from '../../ui/ThemeToggle';
import { Switch } from '../../ui/Toggle';
import { CurrencyToggle } from '../currency/CurrencyToggle';
import { isSubscribed, meQuery, saveNewsletterChoice } from './account-calls';
import { Panel } from './Panel';
import { useSaveStatus } from './preferences';

export default function Preferences() {
  return (
    <>
      <Panel title="Currency" lead="Prices are shown in this currency. You always pay in the agency's currency.">
        <CurrencyToggle size="md" />
      </Panel>
      <Panel title="Theme" lead="System follows your device's setting.">
        <ThemeToggle />
      </Panel>
      <Panel title="Emails" lead="We always send codes, confirmations and invoices.">
        <Newsletter />
      </Panel>
      <SaveStatusText />
    </>
  );
}

/** The same subscription that the footer offers. */
function Newsletter() {
  const queryClient = useQueryClient();
  const me = useQuery(meQuery);
  const choice = useMutation({
    mutationFn: saveNewsletterChoice,
    onSuccess: (user) => queryClient.setQueryData(meQuery.queryKey, user),
  });
  if (me.isPending) return <Skeleton className="h-11" />;
  return (
    <Switch
      label="Newsletter"
      hint={me.data ? 'New treks and stories from the trail.' : "We couldn't check your subscription. Try again."}
      // Optimistic: shows the chosen value while it is saved, and the stored one again after a failure.
      checked={choice.isPending ? choice.variables : me.data ? isSubscribed(me.data) : false}
      disabled={!me.data || choice.isPending}
      onCheckedChange={(wanted) => choice.mutate(wanted)}
    />
  );
}

/** Tells whether the choices are saved to the account. They apply in this browser either way. */
function SaveStatusText() {
  const saving = useSaveStatus();
  return (
    <p role="status" className="min-h-6 border-line border-t pt-4 text-ink-soft text-sm">
      {saving === 'idle' && 'Your choices apply on every device you sign in on.'}
      {saving === 'saving' && 'Saving…'}
      {saving === 'saved' && 'Saved to your account.'}
      {saving === 'failed' && "We couldn't save this to your account. It applies in this browser only."}
    </p>
  );
}
