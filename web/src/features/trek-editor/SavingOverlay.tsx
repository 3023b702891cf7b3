// Progress overlay while the trek is saved (document 2 §4): 5 % every half second up to 90, then 100.
import { Dialog } from '../../ui/Dialog';

export const STEP_PERCENT = 5;
export const STEP_MS = 500;
export const MAX_PERCENT = 90;

export function SavingOverlay({
  title,
  percent,
  onCancel,
}: {
  title: string;
  percent: number | null;
  onCancel: () => void;
}) {
  return (
    <Dialog open={percent !== null} onOpenChange={() => {}} dismissible={false} size="sm" title={title}>
      <progress aria-label={title} max={100} value={percent ?? 0} className="h-2 w-full accent-laligurans" />
      <div className="mt-2 flex items-center justify-between text-ink-soft text-sm">
        <p className="figures">{percent ?? 0} %</p>
        <button type="button" onClick={onCancel} className="min-h-9 rounded-sm px-2 underline hover:text-ink">
          Stop waiting
        </button>
      </div>
    </Dialog>
  );
}
