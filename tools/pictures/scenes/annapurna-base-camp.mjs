import { boulders, cairn, clouds, cloudSea, falls, flags, ground, hill, house, massif, moon, ribbon, sky, stand, stars, streaks, tufts, village, walkers } from '../draw/layers.mjs';

const MACHAPUCHARE = [[-200, 560], [100, 500], [250, 470], [400, 500], [540, 410], [640, 300], [704, 190], [738, 128], [756, 96], [776, 132], [812, 214], [846, 138], [872, 84], [888, 56], [908, 100], [956, 230], [1020, 340], [1110, 420], [1300, 470], [1800, 420]];
const SOUTH_FACE = [[-250, 330], [0, 300], [160, 220], [300, 280], [430, 160], [560, 230], [700, 140], [830, 100], [960, 190], [1080, 250], [1200, 200], [1330, 290], [1450, 240], [1850, 330]];

export default {
  // The ring of the sanctuary from base camp, early morning.
  banner: { hour: 'dawn', light: 'right', seed: 41, layers: [
    sky({ horizon: 520 }),
    massif({ line: SOUTH_FACE, foot: 790, far: 0.06, haze: 0.7 }),
    hill({ line: [[-100, 580], [200, 640], [520, 720], [780, 800]], cover: 'rock', far: 0.2, edge: 'rock', foot: 820, mist: 0.3 }),
    hill({ line: [[640, 800], [860, 735], [1100, 690], [1400, 600], [1700, 540]], cover: 'rock', far: 0.2, edge: 'rock', foot: 820, mist: 0.3 }),
    ground({ line: [[-100, 790], [400, 770], [800, 762], [1200, 775], [1700, 800]], cover: 'meadow' }),
    house({ at: [560, 838], size: 130, across: 6, roof: 'tin' }), house({ at: [760, 826], size: 110, across: 5, roof: 'tin' }), house({ at: [650, 872], size: 150, across: 7, roof: '#8a3f3a' }),
    cairn({ at: [1190, 900], size: 110 }),
    flags([[[1190, 804], [820, 880], 40], [[1190, 804], [1560, 900], 46]], { size: 20 }),
    walkers([[960, 905, 80], [1020, 912, 78]], { way: -1 }), tufts({ x: [0, 1600], base: 940, count: 44, size: 20, cover: 'meadow' }),
  ] },
  // The fishtail at first light.
  1: { hour: 'dawn', light: 'right', seed: 42, layers: [
    sky({ horizon: 600 }), streaks([[160, 210, 380]]),
    massif({ line: MACHAPUCHARE, foot: 760, far: 0.03, haze: 0.75 }),
    hill({ line: [[-100, 620], [300, 650], [800, 720], [1250, 690], [1700, 610]], cover: 'earth', far: 0.25, edge: 'rock', foot: 840, mist: 0.4 }),
    ground({ line: [[-100, 850], [400, 830], [900, 840], [1700, 870]], cover: 'meadow' }),
    house({ at: [330, 880], size: 190, across: 7, roof: 'tin', lit: true }), house({ at: [130, 905], size: 170, across: 6, lit: true }),
    walkers([[700, 905, 76]]), boulders([[1180, 930, 120], [1290, 905, 74], [1420, 960, 150]]), tufts({ x: [0, 1600], base: 950, count: 40, size: 20, cover: 'meadow' }),
  ] },
  // The gorge of the Modi, bamboo and waterfalls.
  2: { hour: 'noon', seed: 43, layers: [
    sky({ horizon: 520 }),
    massif({ line: [[300, 420], [500, 300], [640, 220], [780, 120], [900, 200], [1100, 310], [1300, 400]], foot: 560, far: 0.25 }),
    cloudSea({ top: 420, bottom: 560, rows: 2, size: 44, opacity: 0.9 }),
    hill({ line: [[-100, 60], [160, 170], [420, 380], [640, 560], [820, 720]], cover: 'wood', far: 0.3, edge: 'round', size: 14, foot: 860, mist: 0.5 }),
    hill({ line: [[720, 720], [900, 560], [1120, 380], [1420, 170], [1700, 40]], cover: 'wood', far: 0.26, edge: 'round', size: 14, foot: 860, mist: 0.5, drift: -0.6 }),
    falls([[1172, 400, 470, 12], [1178, 476, 590, 17]], { far: 0.15 }),
    hill({ line: [[-100, 330], [120, 440], [360, 640], [560, 830], [690, 1020]], cover: 'wood', far: 0.05, edge: 'round', size: 24, foot: 1000 }),
    hill({ line: [[860, 1020], [1000, 830], [1220, 640], [1450, 450], [1700, 310]], cover: 'wood', far: 0.05, edge: 'round', size: 24, foot: 1000, drift: -0.6 }),
    ribbon([[790, 760, 8], [760, 830, 22], [810, 900, 42], [760, 1020, 90]], { colour: '#d5ebec' }),
    stand({ kind: 'bamboo', x: [-30, 300], base: 930, depth: 80, count: 10, size: [190, 280], rows: 2 }),
    stand({ kind: 'bamboo', x: [1300, 1640], base: 930, depth: 80, count: 10, size: [190, 280], rows: 2 }),
  ] },
  // Ghandruk's slate roofs above its terraces.
  3: { hour: 'morning', seed: 44, layers: [
    sky({ horizon: 560 }), clouds([[560, 170, 280]]),
    massif({ line: [[-200, 330], [40, 280], [200, 200], [330, 140], [480, 190], [600, 280], [760, 250], [900, 350], [1060, 310], [1160, 230], [1220, 150], [1246, 114], [1268, 142], [1294, 170], [1318, 136], [1338, 90], [1360, 150], [1420, 270], [1800, 370]], foot: 580, far: 0.18 }),
    hill({ line: [[-100, 480], [300, 540], [800, 600], [1300, 560], [1700, 490]], cover: 'wood', far: 0.38, edge: 'round', size: 9, foot: 720, mist: 0.6 }),
    hill({ line: [[-100, 560], [250, 640], [600, 720], [1000, 700], [1400, 640], [1700, 590]], cover: 'rice', far: 0.1, steps: 3, scale: 1.1 }),
    village({ at: [560, 800], spread: [330, 80], count: 34, size: 50, roofs: ['slate', 'slate', '#6a7680'], walls: ['wall', '#e2c9a0'], storeys: 2 }),
    stand({ kind: 'broad', x: [1060, 1640], base: 850, depth: 100, count: 16, size: [70, 130] }),
    ribbon([[900, 840, 6], [960, 880, 12], [900, 930, 20], [980, 1020, 38]], { colour: '#c3bcac' }),
    walkers([[930, 950, 76]]),
  ] },
  // The south face under the moon.
  4: { hour: 'night', light: 'right', seed: 45, layers: [
    sky({ horizon: 560 }), stars({ below: 420 }), moon({ at: [1400, 120], size: 36 }),
    massif({ line: SOUTH_FACE, foot: 720, far: 0, haze: 0.85 }),
    cloudSea({ top: 690, bottom: 800, rows: 2, size: 40, opacity: 0.75 }),
    ground({ line: [[-100, 820], [400, 830], [900, 810], [1700, 830]], cover: 'meadow' }),
    house({ at: [420, 872], size: 160, across: 6, lit: true }), house({ at: [660, 856], size: 130, across: 5, lit: true }), house({ at: [900, 892], size: 180, across: 7, lit: true }),
    walkers([[1160, 905, 80]], { load: false }),
  ] },
};
