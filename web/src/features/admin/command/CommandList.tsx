// Results of the command menu: groups of options, with one highlighted.
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { Kbd } from '../../../ui/Kbd';
import type { Command, CommandGroup } from './commands';

interface Props {
  id: string;
  groups: readonly CommandGroup[];
  /** Index across all groups. */
  current: number;
  onPick: (command: Command) => void;
  onPoint: (command: Command) => void;
}

export function CommandList({ id, groups, current, onPick, onPoint }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const pointed = groups.flatMap((group) => group.commands)[current]?.id;
  useEffect(() => {
    // For the first option, scrolls to the top, so that the heading of its group is visible too.
    if (current === 0) list.current?.scrollTo?.({ top: 0 });
    else if (pointed) document.getElementById(`${id}-${current}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, current, pointed]);
  let at = -1;
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label="Search or go to: results"
      hidden={groups.length === 0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2"
    >
      {groups.map(({ label, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups, not fieldsets
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden className="px-2 pt-3 pb-1 font-semibold text-ink-soft text-xs">
            {label}
          </p>
          {commands.map((command) => {
            at += 1;
            return (
              <Option
                key={command.id}
                id={`${id}-${at}`}
                command={command}
                active={at === current}
                onPick={onPick}
                onPoint={onPoint}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Option({
  id,
  command,
  active,
  onPick,
  onPoint,
}: { id: string; command: Command; active: boolean } & Pick<Props, 'onPick' | 'onPoint'>) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant refers to the options of a combobox
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      // Keeps the focus in the text box.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onPick(command)}
      // Reacts to a moved pointer only, not to one that rests while the list changes below it.
      onPointerMove={() => active || onPoint(command)}
      className={clsx(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-sm border-l-2 px-2 py-1 text-sm pointer-coarse:min-h-11',
        active ? 'border-laligurans bg-stone-deep' : 'border-transparent',
      )}
    >
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <span className="block min-w-0 truncate font-medium sm:max-w-3/5 sm:shrink-0">{command.label}</span>
        {command.note && <span className="block min-w-0 truncate text-ink-soft text-xs">{command.note}</span>}
      </span>
      {command.keys && (
        <span aria-hidden className="hidden sm:inline">
          <Kbd keys={command.keys} />
        </span>
      )}
    </div>
  );
}
