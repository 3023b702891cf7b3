// HTML that stands at a place of the map; the engine moves it, React fills it.
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
  /** Which of two markers at one spot is above. */
  layer?: number;
  /** Makes it one that can be dragged; the same function from one drawing to the next. */
  onDragged?: (to: Coordinates) => void;
  /** Only shown: the pointer reaches what lies below. */
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
  // One that follows the pointer is moved, not taken away and put up again.
  useEffect(() => marker.current?.move({ latitude, longitude }), [latitude, longitude]);
  return createPortal(children, box);
}
