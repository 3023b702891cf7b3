// Lakes with their mirror image, rivers' falls.
import { createNoise, outline, sample } from './field.mjs';
import { shape, smoothLine } from './geometry.mjs';

/**
 * A lake that mirrors what was drawn so far about the height `y`. shore: its outline, else all below `y`; colour: of its water;
 * mirror: how clear the image; squeeze: how much flatter it is than the land.
 */
export const lake =
  ({ y, bottom, shore, colour = '#3f93b8', deep, mirror = 0.5, squeeze = 0.8, ripples = 0.5 }) =>
  (context) => {
    const { width, height, colours, random, gradient, clip, drawn } = context;
    const low = bottom ?? height;
    const outlinePath = shore
      ? shape(smoothLine([...shore, shore[0]], 12))
      : shape([
          [-10, y],
          [width + 10, y],
          [width + 10, low],
          [-10, low],
        ]);
    const land = drawn.splice(0).join('');
    const id = context.define((name) => `<g id="${name}">${land}</g>`).slice(5, -1);
    const noise = createNoise(random);
    const box = { x: -10, y, width: width + 20, height: low - y, cell: 3 };
    const near = (v) => 0.25 + 0.6 * ((v - y) / (height - y));
    const slits = sample(box, (u, v) => noise(u / (190 * near(v)), v / (8 * near(v))) - 0.62 + 0.2 * noise(u / 400, v / 60));
    const water = gradient(y, low, [
      [0, colours.sign(colour), 1 - mirror],
      [1, colours.sign(deep ?? colour), Math.min(1, 1.35 - mirror)],
    ]);
    return [
      `<use href="#${id}"/><g clip-path="${clip(outlinePath)}">`,
      `<rect x="-10" y="${y - 2}" width="${width + 20}" height="${low - y + 4}" fill="${colours.sign(deep ?? colour)}"/>`,
      `<use href="#${id}" transform="matrix(1 0 0 ${-squeeze} 0 ${(1 + squeeze) * y})"/>`,
      `<rect x="-10" y="${y - 2}" width="${width + 20}" height="${low - y + 4}" fill="${water}"/>`,
      `<path d="${outline(slits, 0, 30)}" fill="${colours.snow}" fill-opacity="${ripples * 0.5}" fill-rule="evenodd"/></g>`,
    ].join('');
  };

/** Water that falls: [x, top, bottom, width] each. */
export const falls =
  (list, { far = 0 } = {}) =>
  ({ colours, random }) =>
    list
      .map(([x, top, bottom, w]) => {
        const parts = [...Array(4).keys()].map((i) => {
          const dx = (i - 1.5) * w * 0.22;
          return shape([
            [x + dx * 0.5 - w * 0.08, top],
            [x + dx * 0.5 + w * 0.08, top + random.between(0, 20)],
            [x + dx + w * 0.14, bottom - random.between(0, 30)],
            [x + dx - w * 0.1, bottom],
          ]);
        });
        return `<path d="${parts.join('')}" fill="${colours.far(colours.snow, far)}" fill-opacity="0.92"/>`;
      })
      .join('');
