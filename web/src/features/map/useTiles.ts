// Tiles of the chosen kind over the embedded map, and the words that their service asks for beside them.
import { useCallback, useEffect, useState } from 'react';
import { useConfig } from '../../api/useConfig';
import type { Engine, View } from './engine';
import { copyrightOf, type Kind, openTiles, RefusedKey, type Tiles } from './tiles';

/** Tiles that cannot be had leave the map as it is. */
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
        setRefused(error instanceof RefusedKey);
        show([]);
      },
    );
    return () => ended.abort();
  }, [engine, setting, kind, show]);
  return { tiles, refused, copyright: useCopyright(engine, view, tiles) };
}

/** Whose data are seen depends on where one looks: asked anew when the map has come to rest. */
function useCopyright(engine: Engine | null, view: View | null, tiles: Tiles[]): string {
  const [copyright, setCopyright] = useState('');
  const asked = tiles.find((one) => one.viewport)?.viewport;
  useEffect(() => {
    if (!asked) setCopyright('');
    if (!engine || !view || !asked) return;
    const ended = new AbortController();
    copyrightOf(asked, engine.bounds(), view.zoom, ended.signal).then((text) => {
      if (!ended.signal.aborted) setCopyright(text);
    });
    return () => ended.abort();
  }, [engine, view, asked]);
  return copyright;
}
