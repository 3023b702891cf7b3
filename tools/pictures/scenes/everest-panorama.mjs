import { clouds, flags, gompa, ground, hill, maniWall, massif, ribbon, sky, stand, streaks, stupa, tufts, veil, village, walkers, yaks } from '../draw/layers.mjs';

export default {
  // Tengboche's ridge between woods, Everest far behind and Ama Dablam to the right.
  banner: { hour: 'morning', seed: 31, layers: [
    sky({ horizon: 580 }), clouds([[560, 170, 300]], { opacity: 0.7 }),
    massif({ line: [[-200, 450], [120, 400], [250, 350], [330, 290], [400, 330], [470, 340], [560, 316], [700, 330], [860, 400], [1100, 480]], far: 0.34, foot: 600, snow: 540, scale: 0.7 }),
    massif({ line: [[700, 560], [820, 460], [980, 400], [1040, 330], [1070, 296], [1104, 322], [1160, 220], [1206, 134], [1232, 128], [1264, 200], [1320, 330], [1350, 366], [1400, 322], [1450, 370], [1600, 430], [1800, 450]], far: 0.12, foot: 680, scale: 0.85 }),
    hill({ line: [[-100, 480], [260, 560], [600, 640], [1000, 610], [1700, 500]], cover: 'wood', far: 0.42, edge: 'fir', size: 8, foot: 760, mist: 0.7 }),
    hill({ line: [[-100, 590], [300, 640], [640, 730], [900, 740], [1200, 660], [1700, 570]], cover: 'wood', far: 0.2, edge: 'fir', size: 15, foot: 860, mist: 0.35, marks: 'fir' }),
    ground({ line: [[-100, 800], [300, 790], [700, 768], [1100, 772], [1700, 800]], cover: 'meadow' }),
    gompa({ at: [850, 812], size: 190 }),
    village({ at: [1130, 826], spread: [110, 14], count: 6, size: 50, roofs: ['#2f6a4b', 'tin', 'slate'] }),
    stupa({ at: [600, 846], size: 90 }),
    flags([[[600, 710], [420, 850], 30], [[600, 710], [740, 800], 22]], { size: 14 }),
    stand({ kind: 'fir', x: [-40, 330], base: 830, depth: 130, count: 26, size: [80, 190] }),
    stand({ kind: 'rhododendron', x: [1330, 1640], base: 880, depth: 80, count: 12, size: [80, 120] }),
    yaks([[760, 920, 78], [905, 948, 84]]), walkers([[660, 935, 68]]),
  ] },
  // Last light on Ama Dablam.
  1: { hour: 'dusk', light: 'right', seed: 32, layers: [
    sky({ horizon: 640 }), streaks([[1080, 220, 400], [120, 260, 340]]),
    massif({ line: [[-200, 640], [80, 580], [240, 500], [400, 520], [530, 430], [610, 356], [652, 306], [700, 346], [756, 276], [806, 180], [838, 106], [868, 98], [900, 168], [950, 290], [990, 358], [1044, 296], [1090, 350], [1180, 440], [1350, 540], [1800, 560]], far: 0.02, foot: 760, haze: 0.85 }),
    hill({ line: [[-100, 660], [300, 690], [760, 760], [1200, 700], [1700, 620]], cover: 'rock', far: 0.3, edge: 'rock', foot: 860, mist: 0.5 }),
    ground({ line: [[-100, 850], [400, 870], [900, 850], [1300, 860], [1700, 840]], cover: 'meadow' }),
    stupa({ at: [330, 900], size: 210 }),
    flags([[[330, 582], [-20, 760], 40], [[330, 582], [800, 880], 70]], { size: 22 }),
    walkers([[1010, 900, 72], [1060, 904, 70]]),
  ] },
  // Khumjung's green roofs under Khumbila.
  2: { hour: 'noon', seed: 33, layers: [
    sky({ horizon: 600 }), clouds([[1010, 170, 380], [60, 240, 240]]),
    massif({ line: [[900, 470], [1000, 420], [1120, 360], [1210, 300], [1290, 360], [1400, 330], [1500, 290], [1800, 380]], far: 0.3, foot: 600, scale: 0.7 }),
    massif({ line: [[-200, 360], [120, 300], [260, 230], [400, 130], [480, 80], [570, 170], [700, 300], [860, 420], [1000, 520], [1200, 580]], far: 0.08, foot: 700, snow: 150 }),
    hill({ line: [[-100, 560], [300, 610], [700, 650], [1100, 620], [1700, 540]], cover: 'wood', far: 0.2, edge: 'fir', size: 11, foot: 760, mist: 0.3, marks: 'fir' }),
    ground({ line: [[-100, 690], [500, 700], [1000, 695], [1700, 670]], cover: 'barley', worn: 'grass', far: 0.06 }),
    maniWall({ from: [60, 800], to: [360, 786], height: 9 }), maniWall({ from: [980, 850], to: [1500, 830], height: 10 }), maniWall({ from: [180, 900], to: [620, 888], height: 12 }),
    village({ at: [640, 780], spread: [420, 56], count: 38, size: 44, far: 0.05, roofs: ['#2f7a55', '#2f7a55', '#3a8a66'], storeys: 2 }),
    maniWall({ from: [940, 960], to: [1330, 900], height: 30 }),
    walkers([[830, 962, 72], [760, 958, 72]], { way: -1 }),
    tufts({ x: [0, 1600], base: 970, count: 40, size: 20 }),
  ] },
  // Birch and larch in gold below Thamserku.
  3: { hour: 'gold', light: 'right', seed: 34, layers: [
    sky({ horizon: 600 }), streaks([[700, 170, 460]]),
    massif({ line: [[-200, 340], [50, 280], [150, 170], [200, 215], [260, 250], [330, 190], [400, 130], [470, 200], [560, 290], [700, 400], [900, 450], [1300, 480], [1800, 440]], far: 0.06, foot: 660 }),
    hill({ line: [[-100, 590], [300, 600], [700, 640], [1100, 560], [1400, 480], [1700, 430]], cover: 'wood', far: 0.3, edge: 'fir', size: 12, foot: 800, mist: 0.5, marks: 'fir' }),
    hill({ line: [[-100, 640], [250, 690], [560, 760], [850, 740], [1200, 660], [1700, 590]], cover: 'autumn', far: 0.1, edge: 'round', size: 20, foot: 900 }),
    ground({ line: [[-100, 900], [500, 910], [1000, 880], [1700, 870]], cover: 'meadow' }),
    ribbon([[760, 882, 8], [700, 915, 18], [800, 955, 30], [730, 1010, 56]]),
    stand({ kind: 'birch', x: [-30, 560], base: 900, depth: 70, count: 22, size: [110, 210] }),
    stand({ kind: 'birch', x: [1050, 1640], base: 890, depth: 80, count: 22, size: [110, 220] }),
    stand({ kind: 'fir', x: [940, 1060], base: 890, depth: 20, count: 4, size: [120, 160], rows: 2 }),
    walkers([[768, 950, 72]]),
  ] },
  // Lukla in a break of the monsoon.
  4: { hour: 'rain', seed: 35, layers: [
    sky({ horizon: 560 }), clouds([[-60, 240, 620], [520, 170, 560], [1060, 260, 640]], { opacity: 0.75 }),
    massif({ line: [[-200, 330], [100, 260], [250, 200], [380, 260], [500, 300], [800, 420], [1100, 380], [1350, 250], [1500, 300], [1800, 340]], far: 0.4, foot: 600 }),
    veil({ y: 470, up: 90, down: 90, opacity: 0.8, colour: '#e4e6df' }),
    hill({ line: [[-100, 520], [300, 560], [700, 600], [1100, 560], [1700, 470]], cover: 'wood', far: 0.36, edge: 'fir', size: 11, foot: 740, mist: 0.7 }),
    hill({ line: [[-100, 690], [400, 680], [900, 690], [1700, 660]], cover: 'rice', far: 0.08, steps: 3, relief: 0.3 }),
    village({ at: [420, 770], spread: [280, 50], count: 24, size: 46, roofs: ['tin', '#2f6a4b', 'slate'], storeys: 2 }),
    ribbon([[1010, 716, 26], [1090, 850, 74], [1190, 1020, 136]], { colour: '#78828a' }),
    ribbon([[1012, 724, 1.5], [1092, 850, 4], [1190, 1020, 8]], { colour: '#f6f0e2', opacity: 0.8 }),
    village({ at: [1400, 790], spread: [150, 30], count: 9, size: 52, roofs: ['tin', 'slate'], storeys: 2 }),
    flags([[[560, 866], [900, 846], 24]], { size: 14, poles: 60 }),
    tufts({ x: [0, 900], base: 940, count: 40, size: 22 }),
  ] },
};
