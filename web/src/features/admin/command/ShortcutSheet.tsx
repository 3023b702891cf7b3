// Sheet of the admin keyboard shortcuts, with the switch for single-key shortcuts.
import { commandKey } from '../../../lib/platform';
import { Dialog } from '../../../ui/Dialog';
import { Kbd } from '../../../ui/Kbd';
import { Switch } from '../../../ui/Toggle';
import type { AdminGroup } from '../sections';
import { goShortcut } from './shortcuts';
import { setSingleKeys, useSingleKeys } from './single-key-shortcuts';

interface SheetProps {
  groups: readonly AdminGroup[];
  onClose: () => void;
  /** Returns the element that had the focus before the sheet, or before the menu that opened it. */
  findOpener: () => HTMLElement | null;
}

export default function ShortcutSheet({ groups, onClose, findOpener }: SheetProps) {
  const on = useSingleKeys();
  const places = groups.flatMap(({ sections }) =>
    sections.flatMap(({ id, label }) => {
      const keys = goShortcut(id);
      return keys ? [{ keys: [keys], does: label }] : [];
    }),
  );
  return (
    <Dialog open size="lg" title="Keyboard shortcuts" onOpenChange={onClose} returnTo={findOpener}>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Keys title="Go to" shortcuts={places} off={!on} />
        <div className="grid content-start gap-6">
          <Keys title="In a list" shortcuts={listShortcuts()} off={!on} />
          <Keys title="Everywhere" shortcuts={[...alwaysShortcuts(), { keys: ['?'], does: 'Keyboard shortcuts' }]} />
        </div>
      </div>
      <Switch
        className="mt-6 border-line border-t pt-4"
        checked={on}
        onCheckedChange={setSingleKeys}
        label="Single-key shortcuts"
        hint="Turn them off if you dictate, or if keys are pressed by mistake. They never work while you type. Saved in this browser."
      />
    </Dialog>
  );
}

function Keys({ title, shortcuts, off = false }: { title: string; shortcuts: Shortcut[]; off?: boolean }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 flex justify-between font-sans font-semibold text-ink-soft text-xs">
        {title}
        {off && <span className="font-normal">turned off</span>}
      </h3>
      <dl className="divide-y divide-line border-line border-y">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex min-h-9 items-center justify-between gap-4 text-sm">
            <dt>{does}</dt>
            <dd className="flex items-center gap-1.5 text-ink-soft text-xs">
              {keys.map((one, at) => (
                <span key={one} className="flex items-center gap-1.5">
                  {at > 0 && 'or'}
                  <Kbd keys={one} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Shortcut {
  keys: string[];
  does: string;
}

function listShortcuts(): Shortcut[] {
  return [
    { keys: ['/'], does: 'Search the list' },
    { keys: ['j', '↓'], does: 'Next row' },
    { keys: ['k', '↑'], does: 'Previous row' },
    { keys: ['Enter'], does: 'Open the row' },
    { keys: ['u'], does: 'Back to the list' },
    { keys: ['n'], does: 'New trek, blog or achievement' },
  ];
}

function alwaysShortcuts(): Shortcut[] {
  return [
    { keys: [`${commandKey()} K`], does: 'Command menu' },
    { keys: [`${commandKey()} S`], does: 'Save the trek, in the editor' },
    { keys: ['Esc'], does: 'Close the dialog, or leave the search' },
  ];
}
