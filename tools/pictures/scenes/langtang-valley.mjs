import { boulders, cairn, chorten, clouds, cloudSea, flagPoles, flags, ground, hill, house, maniWall, massif, moon, ribbon, sky, stand, stars, streaks, stupa, tufts, village, walkers, yaks } from '../draw/layers.mjs';

export default {
  // Kyanjin Gompa below Langtang Lirung, morning.
  banner: { hour: 'morning', light: 'right', seed: 81, layers: [
    sky({ horizon: 560 }), clouds([[760, 150, 320]]),
    massif({ line: [[900, 440], [1000, 400], [1100, 330], [1180, 220], [1240, 280], [1340, 340], [1500, 300], [1800, 380]], foot: 620, far: 0.22, scale: 0.8 }),
    massif({ line: [[-250, 350], [0, 330], [160, 270], [330, 160], [400, 110], [450, 76], [520, 130], [600, 200], [660, 260], [820, 380], [980, 480], [1100, 560]], foot: 680, far: 0.08 }),
    hill({ line: [[-100, 580], [250, 620], [600, 690], [900, 670], [1300, 590], [1700, 520]], cover: 'earth', far: 0.24, edge: 'rock', foot: 800, mist: 0.3 }),
    ground({ line: [[-100, 740], [500, 748], [1000, 744], [1700, 735]], cover: 'grass', worn: 'meadow' }),
    ribbon([[1130, 742, 6], [1060, 768, 16], [1200, 810, 30], [1080, 870, 50], [1250, 940, 80], [1200, 1030, 120]], { colour: '#a9d0d6' }),
    village({ at: [480, 820], spread: [330, 44], count: 30, size: 54, roofs: ['tin', 'tin', '#a3363d', '#2f6a4b'], storeys: 2 }),
    chorten({ at: [820, 900], size: 110 }), flags([[[820, 780], [560, 905], 34], [[820, 780], [1010, 880], 26]], { size: 16 }),
    yaks([[240, 930, 92], [360, 955, 96], [1420, 900, 84]]), walkers([[640, 950, 84]]),
  ] },
  // The top of Kyanjin Ri.
  1: { hour: 'noon', seed: 82, layers: [
    sky({ horizon: 520 }),
    massif({ line: [[-250, 290], [0, 260], [150, 170], [300, 230], [470, 140], [620, 210], [800, 270], [960, 190], [1100, 230], [1230, 120], [1330, 70], [1430, 160], [1800, 240]], foot: 660, far: 0.1 }),
    hill({ line: [[-100, 620], [200, 600], [450, 640], [700, 690], [1000, 660], [1300, 590], [1700, 540]], cover: 'snow', far: 0.12, edge: 'rock', scale: 0.7, foot: 900 }),
    hill({ line: [[-100, 900], [200, 905], [520, 870], [820, 800], [1040, 770], [1240, 800], [1450, 870], [1700, 940]], cover: 'scree', edge: 'rock', scale: 0.7, foot: 1000 }),
    cairn({ at: [1040, 790], size: 110 }), flagPoles([[1010, 780, 130], [1074, 784, 120]]),
    flags([[[1040, 694], [560, 880], 60], [[1040, 694], [1500, 885], 60]], { size: 20 }), walkers([[880, 818, 80], [790, 842, 82]]),
  ] },
  // The gorge below Ghodatabela in autumn.
  2: { hour: 'gold', seed: 83, layers: [
    sky({ horizon: 540 }),
    massif({ line: [[300, 440], [420, 360], [560, 270], [700, 190], [790, 110], [880, 200], [1040, 300], [1300, 420]], foot: 720, far: 0.2 }),
    hill({ line: [[-100, 220], [160, 330], [420, 490], [640, 630], [840, 760]], cover: 'wood', far: 0.3, edge: 'fir', size: 14, foot: 860, mist: 0.5, marks: 'fir' }),
    hill({ line: [[740, 760], [920, 630], [1160, 480], [1420, 320], [1700, 210]], cover: 'autumn', far: 0.26, edge: 'round', size: 14, foot: 860, mist: 0.7, drift: -0.6 }),
    hill({ line: [[-100, 430], [140, 540], [360, 700], [540, 850], [680, 1020]], cover: 'autumn', far: 0.04, edge: 'round', size: 26, foot: 1000 }),
    hill({ line: [[920, 1020], [1040, 850], [1240, 690], [1450, 540], [1700, 420]], cover: 'wood', far: 0.04, edge: 'fir', size: 30, foot: 1000, marks: 'fir', drift: -0.6 }),
    ribbon([[806, 790, 6], [776, 835, 20], [830, 890, 40], [780, 1020, 92]], { colour: '#cfe3e0' }), boulders([[720, 960, 90], [900, 940, 80], [880, 985, 110]]),
    stand({ kind: 'birch', x: [-30, 330], base: 920, depth: 80, count: 10, size: [170, 260], rows: 3 }), stand({ kind: 'birch', x: [1300, 1640], base: 920, depth: 80, count: 9, size: [170, 260], rows: 3 }),
  ] },
  // The long mani wall at dawn, Gangchenpo like a tent of ice.
  3: { hour: 'dawn', seed: 84, layers: [
    sky({ horizon: 600 }), streaks([[1020, 200, 400]]),
    massif({ line: [[-250, 420], [0, 400], [200, 350], [400, 270], [560, 310], [700, 190], [780, 90], [870, 190], [1000, 290], [1160, 250], [1300, 340], [1800, 400]], foot: 680, far: 0.06 }),
    hill({ line: [[-100, 590], [250, 640], [600, 710], [820, 740]], cover: 'earth', far: 0.24, edge: 'rock', foot: 820, mist: 0.3 }),
    hill({ line: [[700, 760], [1000, 700], [1350, 620], [1700, 570]], cover: 'earth', far: 0.24, edge: 'rock', foot: 820, mist: 0.3 }),
    ground({ line: [[-100, 780], [500, 772], [1000, 768], [1700, 780]], cover: 'meadow' }),
    maniWall({ from: [1760, 1040], to: [760, 815], height: 70 }), stupa({ at: [620, 830], size: 90 }), flags([[[620, 694], [330, 850], 40]], { size: 16 }),
    walkers([[560, 930, 88], [480, 940, 88]], { way: 1 }), tufts({ x: [0, 700], base: 950, count: 30, size: 22, cover: 'meadow' }),
  ] },
  // A teahouse with its lamps lit.
  4: { hour: 'night', seed: 85, layers: [
    sky({ horizon: 580 }), stars({ below: 480 }), moon({ at: [760, 150] }),
    massif({ line: [[-250, 360], [0, 330], [160, 290], [330, 190], [450, 110], [540, 150], [660, 260], [820, 360], [980, 350], [1100, 280], [1180, 200], [1260, 300], [1800, 370]], foot: 700, far: 0, haze: 0.8 }),
    cloudSea({ top: 690, bottom: 800, rows: 2, size: 36, opacity: 0.7 }),
    ground({ line: [[-100, 830], [400, 838], [900, 826], [1700, 820]], cover: 'meadow' }),
    house({ at: [1000, 890], size: 260, across: 6, storeys: 2, tall: 0.46, lit: true }), house({ at: [1310, 870], size: 170, across: 5, lit: true }),
    stand({ kind: 'fir', x: [-30, 380], base: 860, depth: 80, count: 14, size: [120, 220] }), walkers([[720, 920, 84]], { load: true }),
  ] },
};
