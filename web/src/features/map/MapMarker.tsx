// HTML that stands at a place of the map; the engine moves it, React fills it.
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Coordinates } from '../../api/types';
import type { Engine } from './engine';

export const MapContext = createContext<Engine | null>(null);

export function MapMarker({
  at,
  anchor = 'center',
  layer = 1,
  onDragged,
  children,
}: {
  at: Coordinates;
  anchor?: 'center' | 'bottom';
  /** Which of two markers at one spot is above. */
  layer?: number;
  /** Makes it one that can be dragged; the same function from one drawing to the next. */
  onDragged?: (to: Coordinates) => void;
  children: ReactNode;
}) {
  const engine = use(MapContext);
  const [box] = useState(() => document.createElement('div'));
  const { latitude, longitude } = at;
  useEffect(() => {
    box.style.zIndex = String(layer);
  }, [box, layer]);
  useEffect(
    () => engine?.mark(box, { latitude, longitude }, anchor, onDragged),
    [engine, box, latitude, longitude, anchor, onDragged],
  );
  return createPortal(children, box);
}
