// Command menu: admin screens, actions, and search results by name, number or email address. ARIA combobox in a
// dialog: the focus stays in the text box, arrow keys move the highlight, Enter opens the option.
import { CornerDownLeft, Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useId, useRef, useState } from 'react';
import { useDebounced } from '../../../lib/debounce';
import { commandKey } from '../../../lib/platform';
import { plural } from '../../../lib/text';
import { useTheme } from '../../../lib/theme';
import { Kbd } from '../../../ui/Kbd';
import { Spinner } from '../../../ui/Spinner';
import { useLogOut } from '../../session/useLogOut';
import { useSession } from '../../session/useSession';
import type { AdminGroup } from '../sections';
import { CommandList } from './CommandList';
import { actionCommands, type Command, type CommandGroup, matchesCommand, screenCommands } from './commands';
import { readRecent, saveRecent } from './recent';
import { MIN_QUERY_LENGTH, useCommandSearch } from './search';

const DEBOUNCE_MS = 200;

interface Props {
  groups: readonly AdminGroup[];
  onClose: () => void;
  onSheet: () => void;
  /** Opens a screen and focuses its heading. */
  onScreen: (to: string) => void;
  /** Returns the element that had the focus before, to restore it. */
  findOpener: () => HTMLElement | null;
}

export default function CommandMenu(props: Props) {
  /** True when the selected command moves the focus itself, to a screen's heading or to the open shortcut sheet. */
  const movesFocus = useRef(false);
  return (
    <Dialog.Root open onOpenChange={props.onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-night/55" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!movesFocus.current) props.findOpener()?.focus({ preventScroll: true });
          }}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[min(32rem,calc(100dvh-1rem))] max-w-2xl animate-fade flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-float outline-none sm:top-[12vh] sm:max-h-[min(34rem,80dvh)]"
        >
          <Dialog.Title className="sr-only">Command menu</Dialog.Title>
          <Body {...props} onPicked={(away) => (movesFocus.current = away)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Groups of options for the typed text. */
function useCommandGroups(typed: string, { groups, onSheet }: Props) {
  const { user } = useSession();
  const { logOut } = useLogOut();
  const rested = useDebounced(typed, DEBOUNCE_MS);
  const found = useCommandSearch(rested);
  const theme = useTheme();
  const doing = actionCommands({ theme, openSheet: onSheet, logOut: () => void logOut() });
  const own: CommandGroup[] = [
    { label: 'Go to', commands: screenCommands(groups) },
    { label: 'Actions', commands: doing },
  ];
  const [recent] = useState(() => readRecent(user?.id ?? ''));
  const fitting = (all: CommandGroup[]) =>
    all
      .map(({ label, commands }) => ({ label, commands: commands.filter((one) => matchesCommand(one, typed)) }))
      .filter(({ commands }) => commands.length > 0);
  // While the response for the latest letter is pending, only the previous results that still match are offered.
  const live = typed.length < MIN_QUERY_LENGTH ? [] : rested === typed ? found.groups : fitting(found.groups);
  const shown = typed
    ? [...fitting(own), ...live]
    : [...(recent.length ? [{ label: 'Recent', commands: recent as Command[] }] : []), ...own];
  return {
    shown,
    busy: typed.length >= MIN_QUERY_LENGTH && (found.busy || rested !== typed),
    failed: rested === typed ? found.failed : [],
    retry: found.retry,
    remember: (one: Command) =>
      user && one.kept && saveRecent(user.id, { id: one.id, to: one.to ?? '', label: one.label, note: one.note ?? '' }),
  };
}

function Body({ onPicked, ...props }: Props & { onPicked: (away: boolean) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const { shown, busy, failed, retry, remember } = useCommandGroups(text.trim(), props);
  const all = shown.flatMap((group) => group.commands);
  const current = Math.max(
    0,
    all.findIndex((one) => one.id === activeId),
  );

  const pick = (one: Command | undefined) => {
    if (!one) return;
    onPicked(one.to !== undefined || one.act === props.onSheet);
    remember(one);
    props.onClose();
    if (one.to) props.onScreen(one.to);
    else one.act?.();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key, ctrlKey, metaKey } = event;
    const held = ctrlKey || metaKey;
    const step =
      key === 'ArrowDown' || (ctrlKey && key === 'n') ? 1 : key === 'ArrowUp' || (ctrlKey && key === 'p') ? -1 : 0;
    if (step !== 0 && all.length > 0) setActiveId(all[(current + step + all.length) % all.length]?.id ?? null);
    else if (key === 'Enter') pick(all[current]);
    else if (held && key.toLowerCase() === 'k') props.onClose();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
        <input
          type="text"
          role="combobox"
          aria-label="Search or go to"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Search treks, bookings, blogs, or go to…"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActiveId(null);
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 w-full min-w-0 bg-transparent text-base shadow-none outline-none placeholder:text-ink-soft"
        />
        {busy && <Spinner className="size-4 text-ink-soft" />}
        <Dialog.Close className="relative min-h-9 shrink-0 rounded-sm px-1 text-ink-soft text-xs after:absolute after:-inset-1 after:content-[''] hover:text-ink">
          <span className="sr-only">Close</span>
          <X aria-hidden className="size-5 sm:hidden" />
          <span
            aria-hidden
            className="hidden rounded-[4px] border border-line bg-stone px-1.5 py-0.5 font-medium sm:inline"
          >
            Esc
          </span>
        </Dialog.Close>
      </div>
      <CommandList id={id} groups={shown} current={current} onPick={pick} onPoint={(one) => setActiveId(one.id)} />
      {failed.length > 0 && (
        <p
          role="alert"
          className="flex items-center justify-between gap-3 border-line border-t px-4 py-2 text-danger text-sm"
        >
          {failed.join(', ')} could not be searched.
          <button type="button" onClick={retry} className="min-h-9 px-2 font-semibold underline underline-offset-4">
            Try again
          </button>
        </p>
      )}
      <p role="status" className={all.length === 0 && !busy ? 'px-4 py-8 text-center text-ink-soft' : 'sr-only'}>
        {busy ? 'Searching' : all.length === 0 ? 'No results.' : text.trim() && plural(all.length, 'result')}
      </p>
      <p aria-hidden className="hidden items-center gap-4 border-line border-t px-4 py-2 text-ink-soft text-xs sm:flex">
        <span className="flex items-center gap-1.5">
          <Kbd keys="↑ ↓" /> select
        </span>
        <span className="flex items-center gap-1.5">
          <CornerDownLeft className="size-3.5" /> open
        </span>
        <span className="ml-auto flex items-center gap-1.5">
          <Kbd keys={`${commandKey()} K`} /> open or close
        </span>
      </p>
    </>
  );
}
