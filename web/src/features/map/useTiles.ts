// Tiles of the selected map type, and the attribution that their service requires.
import { useCallback, useEffect, useState } from 'react';
import { useConfig } from '../../api/useConfig';
import type { Engine, View } from './engine';
import { fetchCopyright, type Kind, openTiles, RejectedKeyError, type Tiles } from './tiles';

/** If the tiles cannot be loaded, the embedded map stays visible. */
export function useTiles(engine: Engine | null, view: View | null, kind: Kind | undefined) {
  const setting = useConfig()?.map;
  const [tiles, setTiles] = useState<Tiles[]>([]);
  const [refused, setRefused] = useState(false);
  const show = useCallback(
    (next: Tiles[]) => {
      setTiles(next);
      engine?.setTiles(next);
    },
    [engine],
  );
  useEffect(() => {
    if (!engine || !setting) return;
    if (!kind) {
      show([]);
      return;
    }
    const ended = new AbortController();
    openTiles(setting, kind, engine.view(), ended.signal).then(
      (opened) => {
        if (ended.signal.aborted) return;
        setRefused(false);
        show(opened);
      },
      (error: unknown) => {
        if (ended.signal.aborted) return;
        setRefused(error instanceof RejectedKeyError);
        show([]);
      },
    );
    return () => ended.abort();
  }, [engine, setting, kind, show]);
  return { tiles, refused, copyright: useCopyright(engine, view, tiles) };
}

/** The attribution depends on the visible part, so it is requested again after each move of the map. */
function useCopyright(engine: Engine | null, view: View | null, tiles: Tiles[]): string {
  const [copyright, setCopyright] = useState('');
  const asked = tiles.find((one) => one.viewport)?.viewport;
  useEffect(() => {
    if (!asked) setCopyright('');
    if (!engine || !view || !asked) return;
    const ended = new AbortController();
    fetchCopyright(asked, engine.bounds(), view.zoom, ended.signal).then((text) => {
      if (!ended.signal.aborted) setCopyright(text);
    });
    return () => ended.abort();
  }, [engine, view, asked]);
  return copyright;
}
