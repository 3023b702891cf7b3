// The routes of a trek. One is shown at a time.
import clsx from 'clsx';
import { Copy, EyeOff, Plus, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Badge } from '../../ui/States';
import { Checkbox } from '../../ui/Toggle';
import { Days } from './Days';
import { AreaField, NumberField, Part, TextField } from './fields';
import { MAX_ROUTES, type RouteForm } from './form';
import type { RouteMove } from './reducer';
import { useEditor, useForm, useProblem, useProblemsUnder } from './store';

/** Only keys, names and visibility, so that typing in a day does not render the list of routes. */
function useRouteHeads() {
  const heads = useForm((form) => form.routes.map((one) => `${one.key}\n${one.isVisible}\n${one.name}`).join('\u0000'));
  return heads.split('\u0000').map((head) => {
    const [key = '', visible = '', ...name] = head.split('\n');
    return { key, isVisible: visible === 'true', name: name.join(' ') };
  });
}

export const Routes = memo(function Routes({ currency }: { currency: string }) {
  const store = useEditor();
  const heads = useRouteHeads();
  const wanted = useStore(store.shown, (shown) => shown.route);
  const problem = useProblem('routes');
  const at = Math.max(
    0,
    heads.findIndex((one) => one.key === wanted),
  );
  const show = (route: string) => store.shown.set({ ...store.shown.get(), route });
  const add = () => {
    store.dispatch({ type: 'route-added' });
    const last = store.form().routes.at(-1);
    if (last) show(last.key);
  };
  return (
    <Part
      id="editor-routes"
      title="Routes and days"
      inPieces
      aside={
        <Button variant="secondary" size="sm" onClick={add} disabled={heads.length >= MAX_ROUTES} data-field="routes">
          <Plus aria-hidden className="size-4" />
          Add Route
        </Button>
      }
    >
      {problem && (
        <p role="alert" className="mb-3 text-danger text-sm">
          {problem}
        </p>
      )}
      <ul aria-label="Routes" className="mb-5 flex flex-wrap gap-1.5">
        {heads.map((head, index) => (
          <li key={head.key}>
            <RouteHead head={head} index={index} chosen={index === at} onChoose={() => show(head.key)} />
          </li>
        ))}
      </ul>
      <RoutePanel key={heads[at]?.key} at={at} currency={currency} />
    </Part>
  );
});

function RouteHead({
  head,
  index,
  chosen,
  onChoose,
}: {
  head: { name: string; isVisible: boolean };
  index: number;
  chosen: boolean;
  onChoose: () => void;
}) {
  const problems = useProblemsUnder(`routes[${index}]`);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={clsx(
        'inline-flex min-h-10 items-center gap-2 rounded-sm border px-3 font-medium text-sm',
        chosen ? 'border-ink bg-stone' : 'border-line-strong text-ink-soft hover:border-ink hover:text-ink',
      )}
    >
      {head.name.trim() || `Route ${index + 1}`}
      {!head.isVisible && <EyeOff aria-label="hidden" className="size-3.5" />}
      {problems > 0 && <Badge tone="danger">{problems}</Badge>}
    </button>
  );
}

function useRouteField<Name extends keyof RouteForm>(at: number, name: Name): RouteForm[Name] | undefined {
  return useForm((form) => form.routes[at]?.[name]);
}

function RoutePanel({ at, currency }: { at: number; currency: string }) {
  const store = useEditor();
  const route = useRouteField(at, 'key') ?? '';
  const visible = useRouteField(at, 'isVisible') ?? true;
  const full = useForm((form) => form.routes.length >= MAX_ROUTES);
  const move = (one: RouteMove) => store.dispatch({ type: 'route', route, move: one });
  const duplicate = () => {
    store.dispatch({ type: 'route-duplicated', route });
    const copy = store.form().routes[at + 1];
    if (!copy) return;
    store.shown.set({ ...store.shown.get(), route: copy.key });
    toast.success('Route duplicated as hidden. Change it, then make it visible.');
    // The panel of the copy replaces this one. Its name is focused, because an editor changes that first.
    requestAnimationFrame(() => {
      const name = document.querySelector<HTMLInputElement>(`[data-field="routes[${at + 1}].name"]`);
      name?.focus();
      name?.select();
    });
  };
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-1">
        <Checkbox
          label="Visible to users"
          checked={visible}
          onCheckedChange={(isVisible) => move({ type: 'route-changed', to: { isVisible } })}
        />
        {!visible && <Badge tone="warning">Hidden Route</Badge>}
        <Button variant="ghost" size="sm" className="ml-auto" disabled={full} onClick={duplicate}>
          <Copy aria-hidden className="size-4" />
          Duplicate Route
        </Button>
        {at > 0 && (
          <Button variant="ghost" size="sm" onClick={() => store.dispatch({ type: 'route-removed', route })}>
            <Trash2 aria-hidden className="size-4" />
            Remove Route
          </Button>
        )}
      </div>
      <RouteFields at={at} currency={currency} move={move} />
      <Days at={at} route={route} />
    </div>
  );
}

function RouteFields({ at, currency, move }: { at: number; currency: string; move: (move: RouteMove) => void }) {
  const path = `routes[${at}]`;
  return (
    <div className="grid grid-cols-2 gap-x-5 gap-y-4 md:grid-cols-[minmax(0,1fr)_9rem_7rem_7rem]">
      <TextField
        field={`${path}.name`}
        label="Route name"
        value={useRouteField(at, 'name') ?? ''}
        onChange={(name) => move({ type: 'route-changed', to: { name } })}
        className="col-span-2 md:col-span-1"
      />
      <NumberField
        field={`${path}.pricePerHead`}
        label={`Price per head (${currency})`}
        value={useRouteField(at, 'pricePerHead') ?? ''}
        onChange={(pricePerHead) => move({ type: 'route-changed', to: { pricePerHead } })}
        className="col-span-2 md:col-span-1"
      />
      <NumberField
        field={`${path}.numberOfDays`}
        label="Days"
        decimal={false}
        value={useRouteField(at, 'numberOfDays') ?? ''}
        onChange={(to) => move({ type: 'days-typed', to })}
      />
      <NumberField
        field={`${path}.numberOfNights`}
        label="Nights"
        decimal={false}
        value={useRouteField(at, 'numberOfNights') ?? ''}
        onChange={(to) => move({ type: 'nights-typed', to })}
      />
      <AreaField
        field={`${path}.description`}
        label="Route description"
        rows={2}
        value={useRouteField(at, 'description') ?? ''}
        onChange={(description) => move({ type: 'route-changed', to: { description } })}
        className="col-span-2 md:col-span-4"
      />
    </div>
  );
}
