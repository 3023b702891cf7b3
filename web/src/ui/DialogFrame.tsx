// Common frame of dialog and sheet (Dialog.tsx), loaded lazily. Radix traps the focus.
import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './Button';
import { findSuccessor, type RowPosition, rowPosition } from './focus-neighbour';

export interface Overlay {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** false: neither Escape, nor a click on the backdrop, nor a close button closes it. */
  dismissible?: boolean;
  hideTitle?: boolean;
  /** Element to focus after closing, if the overlay was opened by a URL instead of a click. */
  returnTo?: () => HTMLElement | null;
  className?: string;
}

/** Restores the focus to the opener. Radix does this only for its own triggers. */
function useFocusReturn(returnTo: Overlay['returnTo']) {
  const opener = useRef<Element | null>(null);
  const place = useRef<RowPosition | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      place.current = rowPosition(opener.current);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const kept = opener.current?.isConnected && opener.current !== document.body ? opener.current : null;
      // If the row of the opener was deleted, the next row gets the focus.
      const next = kept ?? returnTo?.() ?? (place.current && findSuccessor(place.current));
      (next as HTMLElement | null)?.focus({ preventScroll: kept !== null });
    },
  };
}

/** Toasts and notices are above the overlay, so a click on one does not count as a click outside. */
function onToast(event: Event & { detail?: { originalEvent?: Event } }) {
  const target = event.detail?.originalEvent?.target;
  return target instanceof Element && target.closest('[data-sonner-toaster], [data-notice]') !== null;
}

/** Escape closes an open suggestion list only. Radix receives the key before the list does. */
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
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-night/55" />
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
