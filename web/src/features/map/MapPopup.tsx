// Popup above a place of the map. Escape and its button close it, and the focus returns to the previous element.
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Coordinates } from '../../api/types';
import { MapMarker } from './MapMarker';

export function MapPopup({
  at,
  label,
  onClose,
  children,
}: {
  at: Coordinates;
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <MapMarker at={at} anchor="bottom" layer={25}>
      <div
        ref={card}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          // Arrow keys and + would move the map below.
          event.stopPropagation();
        }}
        className="mb-5 w-64 outline-none cursor-auto rounded-lg border border-line bg-raised p-4 pr-10 text-left text-ink text-sm shadow-float"
      >
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-sm text-ink-soft hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
        {children}
      </div>
    </MapMarker>
  );
}
