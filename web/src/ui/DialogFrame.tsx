// What is the same in dialog and sheet (Dialog.tsx), which load it: Radix keeps the focus inside, and it returns.
import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './Button';
import { placeInRows, type RowPlace, successorOf } from './focus-neighbour';

export interface Overlay {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** false: neither Escape, nor the backdrop, nor a cross closes it. */
  dismissible?: boolean;
  hideTitle?: boolean;
  /** Where the focus goes at the end when nothing on the page opened this: an address did. */
  returnTo?: () => HTMLElement | null;
  className?: string;
}

/** Radix returns the focus to a trigger of its own only; these are opened from anywhere. */
function useFocusReturn(returnTo: Overlay['returnTo']) {
  const opener = useRef<Element | null>(null);
  const place = useRef<RowPlace | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      place.current = placeInRows(opener.current);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const kept = opener.current?.isConnected && opener.current !== document.body ? opener.current : null;
      // The row in which it was opened may be deleted by now: then the next row has the focus.
      const next = kept ?? returnTo?.() ?? (place.current && successorOf(place.current));
      (next as HTMLElement | null)?.focus({ preventScroll: kept !== null });
    },
  };
}

/** A toast lies over everything: a click on it is none on the backdrop. */
function onToast(event: Event & { detail?: { originalEvent?: Event } }) {
  const target = event.detail?.originalEvent?.target;
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}

/** Of a list of suggestions that is open Escape closes the list alone; Radix hears the key before the list does. */
const inOpenList = () => document.activeElement?.matches('[role="combobox"][aria-expanded="true"]') ?? false;

export function DialogFrame({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  dismissible = true,
  hideTitle = false,
  returnTo,
  className,
  place,
}: Overlay & { place: string }) {
  const focus = useFocusReturn(returnTo);
  const stay = (event: Event) => {
    if (!dismissible || onToast(event)) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-night/55 backdrop-blur-[2px]" />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={(event) => {
            if (inOpenList()) event.preventDefault();
            else stay(event);
          }}
          onPointerDownOutside={stay}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx('fixed z-50 flex flex-col bg-raised text-ink shadow-float outline-none', place, className)}
        >
          <div className={clsx('flex items-start gap-4 px-6 pt-6', hideTitle && 'pb-0')}>
            <div className="min-w-0 flex-1">
              <Radix.Title className={hideTitle ? 'sr-only' : 'font-display font-semibold text-2xl'}>
                {title}
              </Radix.Title>
              {description && <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>}
            </div>
            {dismissible && (
              <Radix.Close asChild>
                <IconButton label="Close" className="-mt-2 -mr-3">
                  <X aria-hidden className="size-5" />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5">{children}</div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-3 border-line border-t px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
