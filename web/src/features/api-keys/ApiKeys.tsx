// API Keys: what resellers book with. A key is created for a reseller, shown once, and revoked.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { tell } from '../../api/client';
import { useConfig } from '../../api/useConfig';
import { describeAge, formatDateIn } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DeskList } from '../../ui/DeskList';
import { type Column, DeskTable } from '../../ui/DeskTable';
import { Badge } from '../../ui/States';
import { type ApiKey, apiKeysQuery, KEY, revokeApiKey } from './calls';
import { NewApiKey } from './NewApiKey';

const COLUMNS: Column[] = [
  { label: 'Reseller' },
  { label: 'Created', className: 'hidden md:table-cell' },
  { label: 'Last used', className: 'hidden sm:table-cell' },
  { label: 'Revoke', silent: true },
];

export default function ApiKeys() {
  const query = useQuery(apiKeysQuery);
  const queryClient = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const changed = () => void queryClient.invalidateQueries({ queryKey: [KEY] });
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure text-ink-soft text-sm">
          Resellers sell seats of your departures over the open standard OCTO, at{' '}
          <code className="wrap-anywhere text-ink">{`${location.origin}/octo`}</code>. Each needs a key.
        </p>
        <Button variant="secondary" data-desk-new className="px-4 text-sm" onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-4" />
          New API key
        </Button>
      </div>
      <DeskList
        query={query}
        what="The API keys"
        empty="No API keys yet. Create one with New API key when a reseller wants to sell your departures."
        isEmpty={(keys) => keys.length === 0}
      >
        {(keys) => (
          <DeskTable label="API keys" columns={COLUMNS}>
            {keys.map((key) => (
              <Row key={key._id} apiKey={key} onRevoke={() => setRevoking(key)} />
            ))}
          </DeskTable>
        )}
      </DeskList>
      {creating && <NewApiKey onCreated={changed} onClose={() => setCreating(false)} />}
      {revoking && <RevokeApiKey apiKey={revoking} onClose={() => setRevoking(null)} onRevoked={changed} />}
    </div>
  );
}

function Row({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const timezone = useConfig()?.timezone;
  const { name, prefix, createdAt, createdBy, lastUsedAt, revokedAt } = apiKey;
  const lastUsed = lastUsedAt ? describeAge(Date.parse(lastUsedAt)) : 'Never';
  return (
    <tr>
      <th scope="row" className="w-full px-3 py-2 font-normal">
        <span className="wrap-anywhere block font-semibold">{name}</span>
        <code className="block text-ink-soft text-xs">{prefix}…</code>
        <span className="block text-ink-soft text-xs sm:hidden">Last used: {lastUsed}</span>
      </th>
      <td className="hidden whitespace-nowrap px-3 py-2 md:table-cell">
        {formatDateIn(createdAt, timezone)}
        <span className="block max-w-40 truncate text-ink-soft text-xs">by {createdBy}</span>
      </td>
      <td className="hidden whitespace-nowrap px-3 py-2 sm:table-cell">{lastUsed}</td>
      <td className="whitespace-nowrap px-3 py-2 text-right">
        {revokedAt ? (
          <Badge>Revoked {formatDateIn(revokedAt, timezone)}</Badge>
        ) : (
          <Button size="sm" variant="secondary" onClick={onRevoke}>
            Revoke<span className="sr-only"> the key of {name}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}

function RevokeApiKey({ apiKey, onClose, onRevoked }: { apiKey: ApiKey; onClose: () => void; onRevoked: () => void }) {
  const revoke = useMutation({
    mutationFn: () => revokeApiKey(apiKey._id),
    onSuccess: () => {
      toast.success('API key revoked.');
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The API key could not be revoked.' }),
    onSettled: onRevoked,
  });
  return (
    <ConfirmDialog
      title={`Revoke the key of ${apiKey.name}?`}
      description={`Requests with ${apiKey.prefix}… are refused from now on. Its bookings stay. This can't be undone.`}
      agree="Revoke key"
      isDangerous
      isBusy={revoke.isPending}
      onAgree={() => revoke.mutate()}
      onClose={onClose}
    />
  );
}
