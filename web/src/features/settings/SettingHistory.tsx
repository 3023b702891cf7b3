// Dialog with the changes of a setting.
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../api/useConfig';
import { formatDateIn } from '../../lib/dates';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/States';
import { historyQuery, type Setting, valueText } from './settings';

export function SettingHistory({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const timezone = useConfig()?.timezone;
  const { data, isPending } = useQuery(historyQuery(setting.name));
  const shown = (value: string | null | undefined) => (value ? valueText(setting, value) : 'the default');
  return (
    <Dialog open size="sm" title={`History of ${setting.label}`} onOpenChange={(open) => !open && onClose()}>
      {isPending && <Skeleton className="h-24" />}
      {data?.length === 0 && <p>No changes.</p>}
      <ul className="grid gap-3">
        {data?.map(({ at, who, before, after }) => (
          <li key={at} className="wrap-anywhere">
            <span className="block text-ink-soft text-sm">
              {formatDateIn(at, timezone)}, {who}
            </span>
            {shown(before)} → <span className="font-semibold">{shown(after)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
