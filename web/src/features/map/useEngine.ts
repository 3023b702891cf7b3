// Engine of one map: started when the map comes near the viewport, removed on unmount.
import { useEffect, useState } from 'react';
import type { Engine, View } from './engine';
import { NEPAL } from './geometry';

export function useEngine(
  section: React.RefObject<HTMLElement | null>,
  canvas: React.RefObject<HTMLDivElement | null>,
  label: string,
) {
  const [engine, setEngine] = useState<Engine | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [broken, setBroken] = useState(false);
  const [tilesShown, setTilesShown] = useState(false);
  const near = useIsNear(section);
  useEffect(() => {
    if (!near) return;
    let ended = false;
    let started: Engine | undefined;
    const start = async () => {
      const { startEngine } = await import('./engine');
      if (ended || !canvas.current) return;
      started = startEngine(canvas.current, {
        label: `${label}, map`,
        view: NEPAL,
        onMove: setView,
        onDrawn: () => setDrawn(true),
        onTiles: setTilesShown,
      });
      setEngine(started);
      setView(started.view());
    };
    start().catch(() => {
      if (!ended) setBroken(true);
    });
    return () => {
      ended = true;
      started?.end();
      setEngine(null);
      setDrawn(false);
      setTilesShown(false);
    };
  }, [near, canvas, label]);
  return { engine, view, drawn, broken, tilesShown };
}

function useIsNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) setNear(true);
      },
      { rootMargin: '400px' },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return near;
}
