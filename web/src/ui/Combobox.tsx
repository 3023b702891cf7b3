// Text box with a list of suggestions (ARIA 1.2 combobox): arrow keys move, Enter picks, Escape closes.
import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface ComboboxProps<Item> {
  text: string;
  onText: (text: string) => void;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  label: string;
  /** Shown when there are no items; without it an empty list stays closed. */
  emptyText?: string;
  busy?: boolean;
  /** Icon before the text box, inside its frame. */
  icon?: ReactNode;
  /** Enter with no active option. */
  onSubmit?: () => void;
  onOpen?: () => void;
  /**
   * For a list in the page flow: it stays open on blur. Closing it would move the fields below it away from the finger
   * during a tap, and the tap would be lost.
   */
  staysOpen?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  inputProps?: Omit<ComponentProps<'input'>, 'value' | 'onChange'>;
  className?: string;
  inputClassName?: string;
  listClassName?: string;
}

/** Number of options rendered at first; scrolling or navigating to the end renders as many more. */
const PAGE_SIZE = 50;

export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { text, onText, items, itemKey, renderItem, onPick, label, emptyText, busy = false } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [most, setMost] = useState(PAGE_SIZE);
  const seen = open && (items.length > 0 || (emptyText !== undefined && !busy));
  const current = seen && active >= 0 && active < items.length ? active : -1;
  const drawn = items.slice(0, Math.max(most, current + 1));

  // Keyboard navigation may lead to an option that has just been rendered.
  const leafed = useRef(false);
  useEffect(() => {
    if (!leafed.current || current < 0) return;
    leafed.current = false;
    document.getElementById(`${id}-${current}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [current, id]);

  const show = () => {
    if (!open) props.onOpen?.();
    setOpen(true);
  };
  const take = (item: Item) => {
    setOpen(false);
    setActive(-1);
    onPick(item);
  };
  const move = (to: number) => {
    const count = items.length;
    if (count === 0) return;
    const next = (to + count) % count;
    leafed.current = true;
    setActive(next);
  };

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      show();
      const down = event.key === 'ArrowDown';
      move(current < 0 ? (down ? 0 : items.length - 1) : current + (down ? 1 : -1));
    } else if (event.key === 'Enter') {
      const item = current >= 0 ? items[current] : undefined;
      if (item !== undefined) {
        event.preventDefault();
        take(item);
      } else if (props.onSubmit) {
        event.preventDefault();
        setOpen(false);
        props.onSubmit();
      }
    } else if (event.key === 'Escape' && seen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles blur of the box and its list
    <div
      ref={box}
      className={clsx('relative', props.className)}
      onBlur={(event) => {
        if (!props.staysOpen && !box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className="flex items-center">
        {props.icon}
        <input
          autoComplete="off"
          spellCheck={false}
          {...props.inputProps}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={seen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.describedBy}
          value={text}
          onChange={(event) => {
            setActive(-1);
            setMost(PAGE_SIZE);
            onText(event.target.value);
            show();
          }}
          onFocus={show}
          onClick={show}
          onKeyDown={onKeyDown}
          className={clsx('w-full min-w-0 bg-transparent text-ink placeholder:text-ink-soft', props.inputClassName)}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={`${label}: suggestions`}
        hidden={!seen || items.length === 0}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (scrollTop + 2 * clientHeight >= scrollHeight && most < items.length) setMost(most + PAGE_SIZE);
        }}
        className={clsx(
          'absolute inset-x-0 top-full z-40 mt-2 max-h-40 animate-rise overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-left text-ink shadow-float',
          props.listClassName,
        )}
      >
        {drawn.map((item, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant refers to the options of a combobox
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys
          <div
            key={itemKey(item)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            // Keeps the focus in the text box, so that blur does not close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(item)}
            onPointerMove={() => setActive(index)}
            className={clsx(
              'flex min-h-11 cursor-pointer items-center rounded-sm px-3 py-1.5',
              index === current && 'bg-stone forced-colors:outline-2 forced-colors:-outline-offset-2',
            )}
          >
            {renderItem(item)}
          </div>
        ))}
      </div>
      {seen && items.length === 0 && (
        <p
          role="status"
          className={clsx(
            'absolute inset-x-0 top-full z-40 mt-2 rounded-lg border border-line bg-raised px-4 py-3 text-ink-soft text-sm shadow-float',
          )}
        >
          {emptyText}
        </p>
      )}
    </div>
  );
}
