// Shown while the code of a page loads.
import { Spinner } from '../ui/Spinner';

export function PageLoading() {
  return (
    <div className="flex min-h-[70vh] items-center justify-center text-ink-soft">
      <Spinner label="Loading" className="size-8" />
    </div>
  );
}
