// HTML element at a place of the map. The engine positions it, React renders its content.
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Coordinates } from '../../api/types';
import type { Engine } from './engine';

export const MapContext = createContext<Engine | null>(null);

export function MapMarker({
  at,
  anchor = 'center',
  layer = 1,
  onDragged,
  through = false,
  children,
}: {
  at: Coordinates;
  anchor?: 'center' | 'bottom';
  /** Stacking order of markers at the same place. */
  layer?: number;
  /** Makes the marker draggable. Must be a stable function, because a new one replaces the marker. */
  onDragged?: (to: Coordinates) => void;
  /** Decorative marker: pointer events reach the elements below. */
  through?: boolean;
  children: ReactNode;
}) {
  const engine = use(MapContext);
  const [box] = useState(() => document.createElement('div'));
  const { latitude, longitude } = at;
  useEffect(() => {
    box.style.zIndex = String(layer);
    box.style.pointerEvents = through ? 'none' : '';
  }, [box, layer, through]);
  const marker = useRef<ReturnType<Engine['mark']> | null>(null);
  const place = useRef(at);
  place.current = at;
  useEffect(() => {
    if (!engine) return;
    const mark = engine.mark(box, place.current, anchor, onDragged);
    marker.current = mark;
    return () => {
      marker.current = null;
      mark.remove();
    };
  }, [engine, box, anchor, onDragged]);
  // A marker that follows the pointer is moved instead of created again.
  useEffect(() => marker.current?.move({ latitude, longitude }), [latitude, longitude]);
  return createPortal(children, box);
}
