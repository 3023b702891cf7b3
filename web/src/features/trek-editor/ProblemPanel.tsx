// The problems that prevent saving, each with a link to its field (document 2 §5, §8).
import { ArrowRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../ui/Button';
import { firstOf, type Problem, whereIs } from './checks';
import { jumpTo } from './focus-field';
import { useEditor } from './store';

export interface Trouble {
  title: string;
  hint?: string;
  problems: Problem[];
  shown: number;
  more: (count: number) => string;
}

export function ProblemPanel({ trouble, onClose }: { trouble: Trouble; onClose: () => void }) {
  const store = useEditor();
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new refusal is to be seen
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' });
    panel.current?.focus({ preventScroll: true });
  }, [trouble]);
  const { shown, more } = firstOf(trouble.problems, trouble.shown);
  return (
    <div
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="mb-7 flex items-start gap-3 rounded-sm border border-danger bg-danger-wash px-4 py-3 outline-offset-2"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{trouble.title}</p>
        {trouble.hint && <p className="text-sm">{trouble.hint}</p>}
        {shown.length > 0 && (
          <ul className="mt-1.5 grid gap-0.5">
            {shown.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <button
                  type="button"
                  onClick={() => jumpTo(store, field)}
                  className="group inline-flex min-h-8 max-w-full items-baseline gap-2 py-1 text-left text-sm"
                >
                  <ArrowRight aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
                  <Where field={field} />
                  <span className="text-pretty underline decoration-danger/50 underline-offset-3 group-hover:decoration-danger">
                    {message}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {more > 0 && <p className="mt-1.5 text-sm">{trouble.more(more)}</p>}
      </div>
      <IconButton label="Close" className="-my-1 -mr-2" onClick={onClose}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

function Where({ field }: { field: string }) {
  const where = whereIs(field, useEditor().form());
  return where ? <span className="shrink-0 font-medium">{where}:</span> : null;
}
