import { clouds, flags, ground, hill, house, ledge, massif, ribbon, sitters, sky, stand, streaks, trees, veil, village, walkers } from '../draw/layers.mjs';

export default {
  // Dhaulagiri over layers of hills from Poon Hill, with rhododendrons in flower.
  banner: { hour: 'dawn', light: 'right', seed: 61, layers: [
    sky({ horizon: 580 }), streaks([[760, 180, 420], [1240, 130, 300]]),
    massif({ line: [[-250, 440], [0, 420], [160, 370], [300, 280], [420, 160], [480, 110], [560, 190], [700, 320], [860, 390], [980, 370], [1100, 290], [1210, 230], [1320, 290], [1420, 250], [1800, 340]], foot: 640, far: 0.12 }),
    hill({ line: [[-100, 560], [300, 520], [700, 590], [1100, 550], [1700, 580]], cover: 'hill', far: 0.56, foot: 700, mist: 0.7, edge: 'fir', size: 5 }),
    hill({ line: [[-100, 600], [350, 650], [800, 620], [1250, 660], [1700, 610]], cover: 'hill', far: 0.4, foot: 780, mist: 0.6, edge: 'fir', size: 8 }),
    hill({ line: [[-100, 690], [400, 700], [900, 740], [1300, 690], [1700, 710]], cover: 'wood', far: 0.24, foot: 860, mist: 0.5, edge: 'round', size: 13 }),
    ground({ line: [[-100, 870], [500, 880], [900, 890], [1300, 870], [1700, 850]], cover: 'meadow' }),
    stand({ kind: 'rhododendron', x: [-60, 420], base: 890, depth: 80, count: 11, size: [130, 220], rows: 3 }),
    stand({ kind: 'rhododendron', x: [1240, 1660], base: 880, depth: 90, count: 11, size: [120, 210], rows: 3 }),
    flags([[[560, 820], [1080, 820], 40]], { size: 20, poles: 80 }),
    walkers([[760, 925, 78], [830, 922, 78]], { load: false }),
  ] },
  // A wood of rhododendrons in April, Machapuchare beyond.
  1: { hour: 'morning', seed: 62, layers: [
    sky({ horizon: 560 }), clouds([[520, 150, 280]]),
    massif({ line: [[-250, 330], [0, 300], [200, 220], [400, 270], [640, 370], [900, 320], [1060, 260], [1130, 180], [1160, 128], [1182, 154], [1206, 178], [1228, 146], [1248, 98], [1268, 160], [1330, 270], [1800, 370]], foot: 600, far: 0.15 }),
    hill({ line: [[-100, 520], [300, 560], [800, 620], [1300, 580], [1700, 520]], cover: 'wood', far: 0.34, foot: 740, mist: 0.6, edge: 'round', size: 11 }),
    hill({ line: [[-100, 640], [300, 690], [700, 760], [1100, 740], [1700, 640]], cover: 'wood', far: 0.12, edge: 'round', size: 18, foot: 900 }),
    stand({ kind: 'rhododendron', x: [-40, 1640], base: [[-40, 720], [400, 770], [800, 820], [1200, 790], [1640, 720]], depth: 120, count: 70, size: [70, 130], far: 0.04 }),
    ground({ line: [[-100, 950], [500, 920], [1000, 915], [1700, 950]], cover: 'grass' }),
    ribbon([[850, 918, 14], [800, 950, 26], [860, 1020, 50]]),
    stand({ kind: 'rhododendron', x: [-60, 520], base: 940, depth: 60, count: 8, size: [190, 260], rows: 2 }),
    stand({ kind: 'rhododendron', x: [1180, 1660], base: 940, depth: 60, count: 8, size: [190, 260], rows: 2 }),
    walkers([[812, 965, 84]]),
  ] },
  // Stone steps through terraces at Ulleri.
  2: { hour: 'noon', seed: 63, layers: [
    sky({ horizon: 540 }), clouds([[240, 130, 420], [980, 180, 340]]),
    massif({ line: [[-250, 380], [0, 350], [300, 280], [640, 190], [800, 240], [1000, 330], [1800, 380]], foot: 560, far: 0.26 }),
    hill({ line: [[-100, 470], [400, 520], [900, 570], [1300, 530], [1700, 460]], cover: 'wood', far: 0.4, foot: 700, mist: 0.6, edge: 'round', size: 9 }),
    hill({ line: [[-100, 680], [250, 640], [560, 580], [850, 560], [1150, 590], [1450, 640], [1700, 690]], cover: 'rice', far: 0.06, steps: 3.4, scale: 1.2, relief: 0.5 }),
    ribbon([[842, 566, 5], [880, 640, 12], [820, 730, 22], [880, 830, 38], [830, 1020, 74]], { colour: '#c3bcac' }),
    village({ at: [1010, 640], spread: [130, 26], count: 12, size: 44, roofs: ['slate', 'tin'], walls: ['wall', '#e2b98a'], storeys: 2 }),
    village({ at: [470, 760], spread: [150, 30], count: 9, size: 54, roofs: ['slate', 'thatch'], walls: ['wall', '#d99a6a'], storeys: 2 }),
    stand({ kind: 'broad', x: [1180, 1620], base: 800, depth: 120, count: 12, size: [80, 140] }),
    walkers([[846, 800, 66], [862, 905, 88]], { way: -1 }), stand({ kind: 'broad', x: [-30, 260], base: 900, depth: 60, count: 5, size: [120, 160], rows: 2 }),
  ] },
  // Rain in the woods above Ghorepani.
  3: { hour: 'rain', seed: 64, layers: [
    sky({ horizon: 620 }),
    hill({ line: [[-100, 230], [400, 330], [900, 360], [1300, 290], [1700, 200]], cover: 'wood', far: 0.7, foot: 560, mist: 0.9, edge: 'fir', size: 16 }),
    veil({ y: 470, up: 110, down: 90, opacity: 0.85 }),
    hill({ line: [[-100, 470], [300, 520], [800, 560], [1300, 510], [1700, 440]], cover: 'wood', far: 0.48, foot: 760, mist: 0.85, edge: 'fir', size: 30 }),
    veil({ y: 660, up: 90, down: 80, opacity: 0.7 }),
    stand({ kind: 'fir', x: [-40, 1640], base: 690, depth: 70, count: 70, size: [120, 190], far: 0.28 }),
    veil({ y: 770, up: 60, down: 50, opacity: 0.6 }),
    ground({ line: [[-100, 820], [500, 830], [1000, 826], [1700, 815]], cover: 'grass', far: 0.06 }),
    ribbon([[830, 828, 8], [800, 870, 20], [870, 930, 36], [800, 1020, 66]]),
    stand({ kind: 'rhododendron', x: [-40, 620], base: 840, depth: 90, count: 13, size: [120, 210] }),
    stand({ kind: 'rhododendron', x: [1040, 1640], base: 840, depth: 90, count: 13, size: [120, 210] }),
    stand({ kind: 'fir', x: [1300, 1640], base: 930, depth: 60, count: 4, size: [330, 420], rows: 2 }),
    walkers([[836, 925, 88], [812, 872, 66]]),
  ] },
  // The mountains from a yard at Tadapani, evening.
  4: { hour: 'gold', seed: 65, layers: [
    sky({ horizon: 600 }), streaks([[240, 190, 400]]),
    massif({ line: [[-250, 470], [0, 420], [200, 360], [420, 280], [560, 340], [700, 420], [880, 345], [970, 245], [1024, 160], [1046, 128], [1070, 162], [1096, 190], [1120, 156], [1142, 100], [1164, 164], [1210, 270], [1310, 390], [1800, 440]], foot: 660, far: 0.12 }),
    hill({ line: [[-100, 600], [400, 620], [900, 680], [1300, 640], [1700, 590]], cover: 'hill', far: 0.4, foot: 780, mist: 0.6, edge: 'fir', size: 8 }),
    hill({ line: [[-100, 690], [400, 720], [900, 760], [1300, 730], [1700, 680]], cover: 'wood', far: 0.2, foot: 880, mist: 0.4, edge: 'round', size: 14 }),
    ground({ line: [[-100, 850], [600, 862], [1100, 858], [1700, 840]], cover: 'meadow' }),
    house({ at: [300, 905], size: 250, across: 7, storeys: 2, tall: 0.46, roof: 'tin', lit: true }), house({ at: [620, 880], size: 150, across: 5, roof: 'slate' }),
    flags([[[440, 700], [1000, 800], 50]], { size: 18 }), trees('rhododendron', [[1000, 900, 210]]),
    ledge({ at: [860, 950], size: 230 }), sitters([[790, 925, 84], [940, 925, 84]]),
    stand({ kind: 'rhododendron', x: [1330, 1640], base: 900, depth: 70, count: 6, size: [150, 220], rows: 2 }),
  ] },
};
