// A scene becomes one SVG. A layer is a function of the context that returns SVG, from the farthest to the nearest.
import { createPalette } from './colour.mjs';
import { createRandom } from './geometry.mjs';

/** Wide pictures are drawn in 1600 × 1000 units, those for phones (`-tall`) in 800 × 1600. */
export function frameOf(name) {
  return name.endsWith('-tall') ? { width: 800, height: 1600 } : { width: 1600, height: 1000 };
}

export function drawPicture(name, { hour, light = 'left', seed = 1, layers }) {
  const { width, height } = frameOf(name);
  const defs = [];
  let ids = 0;
  const define = (make) => {
    ids += 1;
    const id = `d${ids}`;
    defs.push(make(id));
    return `url(#${id})`;
  };
  const context = {
    ...{ width, height, light, colours: createPalette(hour) },
    define,
    /** A fill that runs from top to bottom; stops are [offset, colour, opacity]. */
    gradient: (y1, y2, stops) =>
      define(
        (id) =>
          `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${y1}" y2="${y2}">${stops.map(([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('')}</linearGradient>`,
      ),
    clip: (path) => define((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`),
    /** No summit is higher: a wide window shows a banner, and home its hero, low and cuts the upper edge. */
    highest: name.endsWith('/banner') ? 170 : name.startsWith('site/') ? 300 : 0,
    drawn: [],
  };
  layers.flat().forEach((layer, index) => {
    context.random = createRandom(seed * 131 + index * 17 + 1);
    context.drawn.push(layer(context));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${defs.join('')}</defs>${context.drawn.join('')}</svg>`;
}

/** Draws layers mirrored left to right, so that the light can come from either side. */
export const flip = (content, width, isFlipped) => (isFlipped ? `<g transform="matrix(-1 0 0 1 ${width} 0)">${content}</g>` : content);
