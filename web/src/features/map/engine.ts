// The only file that imports maplibre-gl. Loaded when the first map comes near the viewport.
import 'maplibre-gl/dist/maplibre-gl.css';
import {
  type GeoJSONSource,
  Map as MapLibre,
  type MapMouseEvent,
  Marker,
  type PositionAnchor,
  setWorkerUrl,
} from 'maplibre-gl';
// Without this URL the production build does not find the worker, and GeoJSON layers stay empty without an error.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Coordinates } from '../../api/types';
import { watchTheme } from '../../lib/theme';
import landUrl from './basemap/land.json?url';
import type { Bounds } from './geometry';
import { findRepeatedLegs, type Leg } from './route-legs';
import { CHOSEN_ROUTE_LAYER, FIRST_ROUTE_LAYER, mapStyle, NO_FEATURES, readColours } from './style';
import type { Tiles } from './tiles';

setWorkerUrl(workerUrl);

/** Number of consecutive failed tiles after which the tile layers are removed. */
const MAX_TILE_FAILURES = 6;
const MAX_ZOOM = 16;

export interface View extends Coordinates {
  zoom: number;
}

export interface EngineOptions {
  label: string;
  view: View;
  onMove: (view: View) => void;
  /** Called when everything requested so far is rendered. */
  onDrawn: () => void;
  onTiles: (shown: boolean) => void;
}

export type Engine = ReturnType<typeof startEngine>;

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function startEngine(container: HTMLElement, options: EngineOptions) {
  const map = new MapLibre({
    container,
    style: mapStyle(landUrl, readColours(container)),
    center: [options.view.longitude, options.view.latitude],
    zoom: options.view.zoom,
    minZoom: 2,
    maxZoom: MAX_ZOOM,
    // No rotation or pitch: a trekking map is easier to read with north at the top.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    // One finger and the mouse wheel scroll the page instead of the map.
    cooperativeGestures: true,
    renderWorldCopies: false,
    locale: { 'Map.Title': options.label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  const view = (): View => {
    const { lat, lng } = map.getCenter();
    return { latitude: lat, longitude: lng, zoom: map.getZoom() };
  };
  const rasters = createRasterLayers(map, options.onTiles);
  let ways: Leg[] = [];
  let chosen = 0;
  const updateWays = () => {
    map.getSource<GeoJSONSource>('ways')?.setData(ways.length > 0 ? collection(ways) : NO_FEATURES);
    map.setFilter(CHOSEN_ROUTE_LAYER, ['==', ['get', 'day'], chosen]);
  };
  const afterStyleLoad = (work: () => void) => {
    if (map.isStyleLoaded() || map.getSource('ways')) work();
    else map.once('style.load', work);
  };
  const darkMode = window.matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => {
    map.setStyle(mapStyle(landUrl, readColours(container)), { diff: false });
    map.once('style.load', () => {
      updateWays();
      rasters.again();
    });
  };
  darkMode.addEventListener('change', repaint);
  const stopTheme = watchTheme(repaint);
  map.on('moveend', () => options.onMove(view()));
  map.on('idle', options.onDrawn);

  return {
    setTiles: (tiles: Tiles[]) => afterStyleLoad(() => rasters.set(tiles)),
    setWays: (legs: Leg[]) => {
      ways = legs;
      afterStyleLoad(updateWays);
    },
    chooseDay: (day: number) => {
      chosen = day;
      afterStyleLoad(updateWays);
    },
    /** Clicks on the map itself, not on markers. Returns the unsubscribe function. */
    onTap: (listener: (at: Coordinates) => void) => {
      const click = ({ lngLat, originalEvent }: MapMouseEvent) => {
        if (originalEvent.target !== map.getCanvas()) return;
        listener({ latitude: lngLat.lat, longitude: lngLat.lng });
      };
      map.on('click', click);
      map.getCanvas().style.cursor = 'crosshair';
      return () => {
        map.off('click', click);
        map.getCanvas().style.cursor = '';
      };
    },
    /** Mouse position over the map and its markers; null when it leaves. Returns the unsubscribe function. */
    onHover: (listener: (at: Coordinates | null) => void) => {
      const over = ({ lngLat }: MapMouseEvent) => listener({ latitude: lngLat.lat, longitude: lngLat.lng });
      // Moving from the map to a marker, or between markers, does not count as leaving.
      const out = ({ originalEvent: { relatedTarget } }: MapMouseEvent) => {
        if (!container.contains(relatedTarget as Node | null)) listener(null);
      };
      map.on('mousemove', over);
      map.on('mouseout', out);
      return () => {
        map.off('mousemove', over);
        map.off('mouseout', out);
      };
    },
    /** The bounds are padded already (geometry.ts). */
    fit: ([west, south, east, north]: Bounds, closest: number) =>
      map.fitBounds([west, south, east, north], { padding: 0, maxZoom: closest, animate: false }),
    go: ({ latitude, longitude, zoom }: View) =>
      map.easeTo({ center: [longitude, latitude], zoom, animate: !prefersReducedMotion() }),
    /** Moves the map so that a popup above the place fits. */
    makeRoom: ({ latitude, longitude }: Coordinates) =>
      map.easeTo({ center: [longitude, latitude], offset: [0, 110], animate: !prefersReducedMotion() }),
    zoomBy: (steps: number) => map.zoomTo(map.getZoom() + steps, { animate: !prefersReducedMotion() }),
    view,
    bounds: (): Bounds => {
      const seen = map.getBounds();
      return [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()];
    },
    /** `onDragged` makes the marker draggable. */
    mark: (element: HTMLElement, at: Coordinates, anchor: PositionAnchor, onDragged?: (to: Coordinates) => void) => {
      const marker = new Marker({ element, anchor, draggable: onDragged !== undefined })
        .setLngLat([at.longitude, at.latitude])
        .addTo(map);
      marker.on('dragend', () => {
        const { lat, lng } = marker.getLngLat();
        onDragged?.({ latitude: lat, longitude: lng });
      });
      // MapLibre labels every marker 'Map marker'; our markers contain buttons with their own names.
      for (const attribute of ['aria-label', 'role', 'tabindex']) element.removeAttribute(attribute);
      // Tab also reaches markers outside the visible part of the map.
      const bringIntoView = () => {
        for (
          let box = element.parentElement;
          box && box !== container.parentElement?.parentElement;
          box = box.parentElement
        )
          box.scrollTo(0, 0); // resets the browser's own scrolling to the marker, which would shift the map within its frame
        if (!map.getBounds().contains(marker.getLngLat()))
          map.easeTo({ center: marker.getLngLat(), animate: !prefersReducedMotion() });
      };
      element.addEventListener('focusin', bringIntoView);
      return {
        move: (to: Coordinates) => void marker.setLngLat([to.longitude, to.latitude]),
        remove: () => {
          element.removeEventListener('focusin', bringIntoView);
          marker.remove();
        },
      };
    },
    end: () => {
      darkMode.removeEventListener('change', repaint);
      stopTheme();
      map.remove();
    },
  };
}

/** Raster layers below the route. When the tile service fails, the embedded map remains. */
function createRasterLayers(map: MapLibre, onTiles: (shown: boolean) => void) {
  let tiles: Tiles[] = [];
  let failures = 0;
  const clear = () => {
    for (const layer of map.getStyle().layers) if (layer.type === 'raster') map.removeLayer(layer.id);
    for (const source of Object.keys(map.getStyle().sources)) if (source.startsWith('tiles-')) map.removeSource(source);
  };
  const draw = () => {
    clear();
    failures = 0;
    tiles.forEach(({ url, maxZoom }, index) => {
      const id = `tiles-${index}`;
      map.addSource(id, { type: 'raster', tiles: [url], tileSize: 256, maxzoom: maxZoom });
      map.addLayer({ id, type: 'raster', source: id, paint: { 'raster-fade-duration': 150 } }, FIRST_ROUTE_LAYER);
    });
    onTiles(tiles.length > 0);
  };
  // Without a listener MapLibre logs every error to the console.
  map.on('error', (event) => {
    if (!('sourceId' in event) || !String(event.sourceId).startsWith('tiles-')) return;
    failures += 1;
    if (failures < MAX_TILE_FAILURES) return;
    tiles = [];
    draw();
  });
  map.on('data', (event) => {
    const { dataType, sourceId } = event as { dataType?: string; sourceId?: string; tile?: unknown };
    if (dataType === 'source' && 'tile' in event && sourceId?.startsWith('tiles-')) failures = 0;
  });
  return {
    set: (next: Tiles[]) => {
      tiles = next;
      draw();
    },
    again: draw,
  };
}

function collection(legs: Leg[]) {
  const again = findRepeatedLegs(legs);
  return {
    type: 'FeatureCollection' as const,
    features: legs.map(({ day, mode, from, to, through = [] }, index) => ({
      type: 'Feature' as const,
      properties: { day, mode, again: again[index] === true },
      geometry: {
        type: 'LineString' as const,
        coordinates: [from, ...through, to].map((at) => [at.longitude, at.latitude]),
      },
    })),
  };
}
