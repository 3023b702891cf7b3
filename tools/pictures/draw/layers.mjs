// All layers that a scene can be made of.
export { bridge, flagPoles, flags } from './flags.mjs';
export { basket, greatTree } from './great-tree.mjs';
export { cliff, glacier, ground, hill } from './hills.mjs';
export { house, tents, village } from './houses.mjs';
export { massif } from './massif.mjs';
export { sitters, walkers, yaks } from './people.mjs';
export { stand, trees, tufts } from './plants.mjs';
export { chorten, gompa, stupa } from './shrines.mjs';
export { cloudSea, clouds, moon, sky, stars, streaks, sun, veil } from './sky.mjs';
export { boulders, cairn, ledge, maniWall, ribbon } from './stones.mjs';
export { falls, lake } from './water.mjs';
