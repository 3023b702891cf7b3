import { cairn, cloudSea, flags, ground, hill, house, massif, ribbon, sky, stand, stars, streaks, veil, village, walkers } from '../draw/layers.mjs';

export default {
  // The ridge above the sea of clouds and the fishtail, noon.
  banner: { hour: 'noon', seed: 71, layers: [
    sky({ horizon: 600 }), streaks([[140, 150, 400], [1160, 190, 340]]),
    massif({ line: [[-250, 540], [0, 500], [200, 430], [400, 460], [540, 380], [640, 280], [716, 170], [750, 122], [774, 92], [800, 124], [826, 158], [854, 120], [880, 58], [902, 124], [946, 220], [1010, 320], [1100, 380], [1300, 430], [1800, 400]], foot: 720, far: 0.06, snow: 620 }),
    cloudSea({ top: 610, bottom: 960, rows: 4, size: 70 }),
    hill({ line: [[300, 1060], [520, 930], [700, 820], [830, 740], [930, 690], [1020, 700], [1150, 780], [1320, 890], [1500, 1010]], cover: 'meadow', far: 0.03, scale: 1.1, foot: 1000, relief: 1 }),
    ribbon([[930, 692, 3], [905, 740, 6], [935, 800, 10], [880, 870, 18], [930, 940, 28], [880, 1030, 46]], { colour: 'sand' }),
    walkers([[893, 872, 60], [925, 948, 78], [908, 800, 44]]),
    flags([[[936, 640], [1110, 735], 20]], { size: 13 }), cairn({ at: [940, 694], size: 46 }),
  ] },
  // The forest camp in spring, cloud between its trees.
  1: { hour: 'morning', seed: 72, layers: [
    sky({ horizon: 560 }),
    hill({ line: [[-100, 170], [300, 280], [800, 340], [1200, 270], [1700, 150]], cover: 'wood', far: 0.56, edge: 'fir', size: 14, foot: 560, mist: 0.85 }),
    veil({ y: 480, up: 100, down: 90, opacity: 0.85, colour: '#fbfaf6' }),
    hill({ line: [[-100, 420], [300, 490], [800, 540], [1300, 480], [1700, 400]], cover: 'wood', far: 0.32, edge: 'fir', size: 30, foot: 760, mist: 0.8 }),
    stand({ kind: 'fir', x: [-40, 1640], base: 690, depth: 60, count: 60, size: [130, 200], far: 0.18 }),
    veil({ y: 740, up: 60, down: 50, opacity: 0.55, colour: '#fbfaf6' }),
    ground({ line: [[-100, 800], [500, 812], [1000, 808], [1700, 795]], cover: 'grass' }),
    house({ at: [980, 862], size: 190, across: 6, lit: true, roof: 'tin', wall: '#d8c7a4' }), house({ at: [680, 850], size: 160, across: 5, lit: true, wall: '#d8c7a4' }),
    ribbon([[840, 850, 10], [800, 890, 22], [860, 940, 34], [800, 1020, 60]]),
    stand({ kind: 'rhododendron', x: [-60, 420], base: 850, depth: 90, count: 9, size: [150, 240], rows: 3 }), stand({ kind: 'fir', x: [1250, 1650], base: 860, depth: 100, count: 9, size: [230, 380], rows: 3 }), stand({ kind: 'rhododendron', x: [1150, 1330], base: 880, depth: 60, count: 3, size: [140, 190], rows: 2 }),
    walkers([[818, 945, 88]]),
  ] },
  // High camp's lamps in the blue hour.
  2: { hour: 'blue', light: 'right', seed: 73, layers: [
    sky({ horizon: 600 }), stars({ count: 70, below: 260 }),
    massif({ line: [[-250, 400], [0, 360], [180, 300], [400, 360], [640, 420], [830, 350], [920, 270], [976, 180], [1002, 136], [1028, 170], [1056, 200], [1082, 164], [1104, 104], [1126, 170], [1176, 270], [1290, 370], [1800, 440]], foot: 700, far: 0.05 }),
    cloudSea({ top: 640, bottom: 860, rows: 3, size: 54, opacity: 0.9 }),
    hill({ line: [[-100, 760], [300, 770], [640, 830], [900, 900], [1200, 1020]], cover: 'meadow', edge: 'rock', scale: 0.8, foot: 1000 }),
    village({ at: [380, 830], spread: [250, 34], count: 8, size: 96, roofs: ['tin', 'slate'], lit: true, across: 4 }), flags([[[560, 740], [820, 850], 34]], { size: 15, poles: 50 }),
    walkers([[640, 905, 84]]),
  ] },
  // The viewpoint of Mardi at sunrise: grass, flags, Annapurna South.
  3: { hour: 'dawn', light: 'right', seed: 74, layers: [
    sky({ horizon: 600 }),
    massif({ line: [[-250, 330], [0, 260], [200, 170], [330, 100], [470, 190], [640, 260], [800, 220], [960, 300], [1200, 400], [1500, 460], [1800, 480]], foot: 700, far: 0.04 }),
    cloudSea({ top: 640, bottom: 880, rows: 3, size: 60, opacity: 0.92 }),
    hill({ line: [[420, 1060], [700, 960], [1000, 890], [1300, 850], [1700, 830]], cover: 'meadow', edge: 'rock', scale: 0.7, foot: 1000 }),
    cairn({ at: [1230, 872], size: 110 }), flags([[[1230, 776], [760, 965], 56], [[1230, 776], [1650, 800], 40]], { size: 21 }),
    walkers([[1010, 905, 88], [1400, 862, 88]], { load: false }),
  ] },
  // Down to Siding: terraces and the hills of the Mardi Khola.
  4: { hour: 'gold', light: 'right', seed: 75, layers: [
    sky({ horizon: 500 }), streaks([[380, 200, 440]]),
    hill({ line: [[-100, 400], [300, 350], [800, 410], [1200, 360], [1700, 340]], cover: 'hill', far: 0.6, edge: 'round', size: 6, foot: 600, mist: 0.7 }),
    hill({ line: [[-100, 440], [400, 520], [800, 560], [1200, 500], [1700, 420]], cover: 'wood', far: 0.36, edge: 'round', size: 11, foot: 740, mist: 0.6 }),
    hill({ line: [[640, 760], [900, 690], [1200, 600], [1450, 540], [1700, 490]], cover: 'rice', far: 0.16, steps: 2.8, scale: 0.9, foot: 1000 }),
    hill({ line: [[-100, 540], [200, 610], [500, 710], [760, 830], [960, 960], [1050, 1040]], cover: 'rice', far: 0.02, steps: 3.4, scale: 1.1, foot: 1000 }),
    ribbon([[880, 720, 6], [960, 800, 16], [990, 900, 30], [1090, 1030, 60]], { colour: '#a9d0d6' }),
    village({ at: [340, 790], spread: [220, 44], count: 14, size: 60, roofs: ['slate', 'thatch'], walls: ['wall', '#d99a6a'], storeys: 2 }),
    village({ at: [1340, 700], spread: [130, 24], count: 8, size: 42, far: 0.1, roofs: ['slate', 'tin'] }),
    stand({ kind: 'broad', x: [1180, 1650], base: 900, depth: 70, count: 10, size: [110, 180], rows: 3 }), walkers([[640, 930, 88]]),
  ] },
};
