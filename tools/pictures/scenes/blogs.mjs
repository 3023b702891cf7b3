import { basket, cairn, chorten, clouds, cloudSea, cliff, flags, greatTree, ground, hill, house, lake, ledge, massif, ribbon, sitters, sky, stand, stars, streaks, tents, tufts, village, walkers } from '../draw/layers.mjs';

export default {
  // Walkers on a long slope before dawn.
  'going-up-slowly': { hour: 'dawn', light: 'right', seed: 131, layers: [
    sky({ horizon: 600 }), streaks([[760, 190, 460]]),
    massif({ line: [[-250, 360], [0, 320], [200, 240], [380, 140], [520, 250], [760, 350], [1000, 420], [1300, 400], [1800, 480]], foot: 680, far: 0.08 }),
    cloudSea({ top: 640, bottom: 860, rows: 3, size: 54, opacity: 0.92 }),
    hill({ line: [[-100, 1010], [200, 940], [600, 820], [1000, 690], [1350, 560], [1700, 440]], cover: 'earth', far: 0.02, edge: 'rock', scale: 0.9, foot: 1000, drift: -0.5 }),
    walkers([[330, 910, 84], [520, 852, 82], [700, 796, 80], [880, 736, 78], [1060, 676, 76], [1250, 604, 74]]),
  ] },
  // A teahouse under the stars.
  'a-night-in-a-teahouse': { hour: 'blue', light: 'right', seed: 132, layers: [
    sky({ horizon: 620 }), stars({ count: 130, below: 360 }),
    massif({ line: [[-250, 430], [0, 400], [220, 320], [420, 380], [640, 260], [800, 150], [900, 230], [1080, 360], [1300, 320], [1800, 400]], foot: 700, far: 0.05 }),
    hill({ line: [[-100, 650], [400, 680], [900, 720], [1300, 680], [1700, 640]], cover: 'wood', far: 0.24, edge: 'fir', size: 14, foot: 820, mist: 0.5 }),
    ground({ line: [[-100, 840], [500, 850], [1000, 842], [1700, 835]], cover: 'meadow' }),
    house({ at: [620, 905], size: 330, across: 7, storeys: 2, tall: 0.42, lit: true, roof: 'tin' }), house({ at: [1100, 880], size: 200, across: 5, lit: true }),
    flags([[[830, 680], [1420, 830], 60]], { size: 18, poles: 60 }), stand({ kind: 'fir', x: [1340, 1640], base: 880, depth: 60, count: 8, size: [150, 240], rows: 3 }), walkers([[920, 930, 90]], { way: -1 }), sitters([[350, 925, 88]]), ledge({ at: [350, 956], size: 150 }),
  ] },
  // A snow pass between walls.
  'packing-for-three-passes': { hour: 'noon', light: 'right', seed: 133, layers: [
    sky({ horizon: 540 }), clouds([[700, 160, 300]]),
    massif({ line: [[500, 620], [640, 540], [780, 500], [900, 530], [1040, 600]], foot: 660, far: 0.4, scale: 0.5 }),
    massif({ line: [[-250, 130], [0, 160], [180, 90], [340, 250], [540, 460], [700, 620], [800, 730]], foot: 780, far: 0.08, snow: 640 }),
    massif({ line: [[780, 730], [900, 620], [1080, 470], [1230, 300], [1380, 170], [1500, 210], [1800, 120]], foot: 780, far: 0.08, snow: 640 }),
    hill({ line: [[-100, 680], [400, 710], [800, 725], [1200, 700], [1700, 670]], cover: 'snow', far: 0.05, relief: 0.4, scale: 1.5 }),
    hill({ line: [[-100, 880], [400, 850], [800, 870], [1200, 850], [1700, 880]], cover: 'snow', relief: 0.35, scale: 1.4 }),
    cairn({ at: [1290, 872], size: 110 }), flags([[[1290, 776], [900, 880], 44], [[1290, 776], [1640, 860], 36]], { size: 20 }), walkers([[520, 880, 84], [620, 876, 84], [720, 880, 84]]),
  ] },
  // A chorten before red and grey walls.
  'when-to-go-to-mustang': { hour: 'gold', seed: 134, layers: [
    sky({ horizon: 520 }), clouds([[160, 150, 360]]),
    massif({ line: [[-250, 380], [0, 350], [260, 310], [520, 370], [820, 300], [1100, 370], [1350, 310], [1800, 350]], foot: 520, far: 0.3, scale: 0.6 }),
    cliff({ line: [[-100, 430], [200, 460], [480, 520], [700, 600], [860, 700]], cover: 'red', bands: ['ochre', 'sand'], far: 0.12, foot: 720, caves: [[300, 590], [345, 584], [400, 600]] }),
    cliff({ line: [[900, 700], [1100, 600], [1300, 540], [1700, 470]], cover: 'ochre', bands: ['sand'], far: 0.14, foot: 720 }),
    ground({ line: [[-100, 700], [500, 708], [1000, 704], [1700, 698]], cover: 'sand', worn: 'ochre' }),
    chorten({ at: [1120, 920], size: 260 }), flags([[[1120, 590], [640, 880], 80], [[1120, 590], [1560, 880], 70]], { size: 22 }), walkers([[430, 900, 88], [500, 908, 88]]), stand({ kind: 'birch', x: [40, 330], base: 790, depth: 20, count: 8, size: [80, 120], rows: 2, cover: 'wood' }),
  ] },
  // A village between terraces.
  'what-a-trek-costs': { hour: 'morning', seed: 135, layers: [
    sky({ horizon: 540 }), clouds([[1060, 120, 300]]),
    massif({ line: [[-250, 350], [0, 330], [240, 250], [460, 170], [640, 250], [900, 320], [1120, 220], [1300, 290], [1800, 280]], foot: 560, far: 0.2 }),
    hill({ line: [[-100, 480], [400, 520], [900, 580], [1300, 540], [1700, 470]], cover: 'wood', far: 0.38, edge: 'round', size: 9, foot: 700, mist: 0.6 }),
    hill({ line: [[760, 780], [1000, 690], [1300, 610], [1700, 540]], cover: 'rice', far: 0.1, steps: 3, foot: 1000 }),
    hill({ line: [[-100, 560], [250, 620], [600, 720], [850, 820], [1050, 930], [1180, 1040]], cover: 'rice', far: 0.02, steps: 3.4, foot: 1000 }),
    village({ at: [1170, 800], spread: [200, 44], count: 16, size: 56, roofs: ['slate', 'tin'], walls: ['wall', '#e2b98a'], storeys: 2 }), stand({ kind: 'broad', x: [1380, 1650], base: 880, depth: 80, count: 7, size: [110, 170], rows: 3 }),
    ribbon([[560, 720, 4], [520, 790, 10], [600, 870, 18], [540, 1030, 44]], { colour: '#c3bcac' }), walkers([[560, 905, 88], [548, 800, 56]]),
  ] },
  // Rara in the evening.
  'rara-in-october': { hour: 'dusk', seed: 136, layers: [
    sky({ horizon: 460 }), streaks([[260, 130, 480], [1000, 190, 420]]),
    massif({ line: [[-250, 360], [0, 330], [300, 270], [600, 330], [860, 250], [1200, 320], [1800, 290]], foot: 480, far: 0.22, scale: 0.6 }),
    hill({ line: [[-100, 440], [400, 420], [800, 470], [1200, 430], [1700, 450]], cover: 'wood', far: 0.28, edge: 'fir', size: 8, foot: 560, mist: 0.2 }),
    lake({ y: 520, colour: '#8a6a9c', deep: '#544f8c', mirror: 0.7, ripples: 0.6 }),
    ground({ line: [[560, 1040], [860, 930], [1150, 880], [1700, 850]], cover: 'meadow' }),
    stand({ kind: 'fir', x: [1330, 1650], base: 880, depth: 90, count: 11, size: [200, 340], rows: 3 }), tents([[1010, 950, 130], [1190, 925, 126]], { lit: true }), walkers([[880, 975, 86]], { way: -1, load: false }),
  ] },
  // A chautari: a stone resting place under two trees, a banyan and a pipal.
  'the-stone-under-the-tree': { hour: 'gold', seed: 137, layers: [
    sky({ horizon: 580 }), streaks([[900, 140, 420]]),
    massif({ line: [[-250, 430], [0, 410], [200, 350], [420, 300], [620, 340], [840, 250], [1000, 190], [1120, 270], [1340, 330], [1800, 300]], foot: 600, far: 0.16 }),
    hill({ line: [[-100, 560], [400, 580], [900, 620], [1300, 580], [1700, 520]], cover: 'hill', far: 0.46, edge: 'round', size: 7, foot: 740, mist: 0.6 }),
    hill({ line: [[-100, 640], [400, 680], [900, 720], [1300, 690], [1700, 630]], cover: 'rice', far: 0.18, steps: 2.4, scale: 0.9 }),
    village({ at: [1260, 762], spread: [160, 22], count: 10, size: 34, far: 0.14 }),
    ground({ line: [[-100, 860], [400, 845], [900, 840], [1300, 850], [1700, 870]], cover: 'grass', worn: 'meadow' }),
    ribbon([[1080, 846, 12], [960, 900, 30], [1100, 960, 50], [980, 1030, 84]]),
    ledge({ at: [560, 920], size: 520 }), greatTree({ at: [440, 826], size: 560, lean: -0.04 }), greatTree({ at: [700, 828], size: 480, lean: 0.05 }),
    sitters([[350, 868, 96], [480, 868, 96], [660, 868, 96]]), basket({ at: [770, 868], size: 60 }), walkers([[1010, 925, 104]], { way: -1 }), tufts({ x: [0, 1600], base: 960, count: 40, size: 24 }),
  ] },
  // Where a picture is missing: layers of hills and one white summit.
  default: { hour: 'morning', light: 'right', seed: 138, layers: [
    sky({ horizon: 580 }), streaks([[220, 170, 420]]),
    massif({ line: [[-250, 430], [0, 400], [240, 320], [460, 370], [680, 250], [820, 150], [920, 260], [1120, 370], [1340, 310], [1800, 390]], foot: 620, far: 0.2 }),
    hill({ line: [[-100, 560], [300, 530], [700, 590], [1100, 550], [1700, 580]], cover: 'hill', far: 0.54, foot: 700, mist: 0.6, edge: 'fir', size: 6 }),
    hill({ line: [[-100, 640], [350, 680], [800, 640], [1250, 690], [1700, 630]], cover: 'hill', far: 0.36, foot: 800, mist: 0.6, edge: 'fir', size: 9 }),
    hill({ line: [[-100, 740], [400, 730], [900, 780], [1300, 730], [1700, 750]], cover: 'wood', far: 0.22, foot: 900, mist: 0.5, edge: 'fir', size: 14 }),
    hill({ line: [[-100, 850], [400, 880], [900, 860], [1300, 890], [1700, 850]], cover: 'wood', far: 0.04, edge: 'fir', size: 26, foot: 1000 }),
  ] },
};
