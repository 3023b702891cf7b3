import { clouds, flags, ground, hill, lake, massif, sky, stand, stars, streaks, sun, tents, tufts, village, walkers } from '../draw/layers.mjs';

export default {
  // Rara, blue between its woods, snow far away.
  banner: { hour: 'morning', seed: 121, layers: [
    sky({ horizon: 460 }), clouds([[980, 130, 340], [260, 190, 220]]),
    massif({ line: [[-250, 340], [0, 310], [240, 250], [440, 310], [700, 230], [900, 290], [1120, 240], [1400, 310], [1800, 280]], foot: 460, far: 0.3, scale: 0.6 }),
    hill({ line: [[-100, 380], [240, 360], [500, 410], [800, 440], [1100, 400], [1360, 360], [1700, 380]], cover: 'wood', far: 0.34, edge: 'fir', size: 7, foot: 540, mist: 0.3 }),
    hill({ line: [[-100, 420], [150, 450], [380, 490], [560, 520]], cover: 'wood', far: 0.16, edge: 'fir', size: 12, foot: 620, marks: 'fir' }),
    hill({ line: [[1080, 520], [1280, 480], [1480, 430], [1700, 390]], cover: 'wood', far: 0.16, edge: 'fir', size: 12, foot: 620, marks: 'fir' }),
    lake({ y: 510, colour: '#2b83ba', deep: '#1f6fa8', mirror: 0.4, ripples: 0.6 }),
    hill({ line: [[-100, 700], [120, 760], [360, 850], [560, 930], [720, 1020]], cover: 'grass', relief: 0.5, foot: 1000 }),
    stand({ kind: 'fir', x: [-40, 300], base: [[-40, 730], [300, 850]], depth: 70, count: 16, size: [130, 220], rows: 3 }),
    tents([[470, 940, 86], [580, 975, 90]]), walkers([[380, 920, 76]]),
  ] },
  // Sunset over the water.
  1: { hour: 'dusk', light: 'right', seed: 122, layers: [
    sky({ horizon: 500 }), sun({ at: [1060, 300], size: 54 }), streaks([[160, 200, 460], [1120, 170, 380], [560, 260, 300]]),
    hill({ line: [[-100, 440], [400, 400], [800, 452], [1200, 410], [1700, 440]], cover: 'hill', far: 0.4, edge: 'fir', size: 6, foot: 540, mist: 0.3 }),
    hill({ line: [[-100, 470], [300, 486], [600, 506], [900, 512], [1700, 480]], cover: 'wood', far: 0.2, edge: 'fir', size: 10, foot: 560, relief: 0.6 }),
    lake({ y: 520, colour: '#a06a92', deep: '#5f5590', mirror: 0.72, ripples: 0.8 }),
    ground({ line: [[760, 1020], [1000, 940], [1300, 890], [1700, 860]], cover: 'meadow' }),
    stand({ kind: 'fir', x: [1240, 1640], base: 890, depth: 90, count: 14, size: [190, 330], rows: 4, darken: 0.3 }), walkers([[1080, 955, 84], [1146, 945, 84]], { way: -1, load: false }),
  ] },
  // The lake from Murma top.
  2: { hour: 'morning', seed: 123, layers: [
    sky({ horizon: 420 }), clouds([[620, 90, 340]]),
    massif({ line: [[-250, 260], [0, 240], [300, 180], [600, 230], [900, 160], [1200, 220], [1800, 190]], foot: 380, far: 0.32, scale: 0.5 }),
    hill({ line: [[-100, 300], [300, 340], [800, 360], [1300, 330], [1700, 290]], cover: 'wood', far: 0.44, edge: 'fir', size: 6, foot: 480, mist: 0.4 }),
    hill({ line: [[-100, 350], [250, 380], [600, 420], [1000, 425], [1400, 380], [1700, 350]], cover: 'wood', far: 0.26, edge: 'fir', size: 9, foot: 560, marks: 'fir' }),
    lake({ y: 440, bottom: 840, shore: [[130, 470], [400, 448], [760, 440], [1120, 446], [1420, 470], [1560, 520], [1500, 590], [1270, 620], [1120, 680], [860, 760], [560, 790], [300, 700], [170, 590], [90, 520]], colour: '#2b83ba', deep: '#2374ad', mirror: 0.3 }),
    hill({ line: [[1000, 1040], [1120, 860], [1260, 720], [1420, 630], [1700, 560]], cover: 'wood', far: 0.1, edge: 'fir', size: 18, foot: 1000, marks: 'fir', drift: -0.5 }),
    hill({ line: [[-100, 640], [150, 710], [420, 790], [760, 850], [1050, 930], [1300, 1040]], cover: 'grass', far: 0.02, relief: 0.7, foot: 1000 }),
    stand({ kind: 'fir', x: [-30, 380], base: [[-30, 720], [380, 830]], depth: 120, count: 26, size: [80, 170] }), walkers([[640, 900, 84], [706, 914, 84]]), flags([[[820, 800], [1030, 850], 20]], { size: 14, poles: 90 }),
  ] },
  // Chauri's barley and flat roofs in October.
  3: { hour: 'gold', seed: 124, layers: [
    sky({ horizon: 500 }), streaks([[820, 180, 420]]),
    hill({ line: [[-100, 370], [300, 300], [600, 370], [900, 310], [1250, 380], [1700, 310]], cover: 'hill', far: 0.5, edge: 'fir', size: 6, foot: 580, mist: 0.6 }),
    hill({ line: [[-100, 480], [400, 520], [800, 560], [1200, 510], [1700, 450]], cover: 'wood', far: 0.28, edge: 'fir', size: 12, foot: 720, mist: 0.5, marks: 'fir' }),
    hill({ line: [[-100, 600], [300, 650], [750, 720], [1200, 660], [1700, 590]], cover: 'barley', far: 0.05, steps: 3.3, scale: 1.2, fields: ['meadow', 'grass'] }),
    village({ at: [1080, 790], spread: [260, 60], count: 26, size: 64, flat: true, walls: ['#c9a878', '#b8946a', '#d8c09a'] }),
    stand({ kind: 'fir', x: [-40, 260], base: 860, depth: 90, count: 10, size: [150, 230], rows: 3 }), walkers([[560, 920, 88], [624, 930, 86]], { way: -1 }), tufts({ x: [300, 1600], base: 945, count: 70, size: 28, cover: 'barley' }),
  ] },
  // Tents on the shore and the Milky Way.
  4: { hour: 'night', light: 'left', seed: 125, layers: [
    sky({ horizon: 520 }), stars({ below: 440, count: 260, band: [520, 980, 130] }),
    hill({ line: [[-100, 440], [400, 400], [800, 446], [1200, 410], [1700, 430]], cover: 'hill', far: 0.3, edge: 'fir', size: 7, foot: 560, relief: 0.6 }),
    hill({ line: [[-100, 480], [400, 500], [900, 515], [1700, 490]], cover: 'wood', far: 0.12, edge: 'fir', size: 11, foot: 560, relief: 0.6 }),
    lake({ y: 520, colour: '#29486a', deep: '#16304a', mirror: 0.65, ripples: 0.35 }),
    ground({ line: [[-100, 850], [300, 870], [700, 920], [1000, 960], [1300, 1030]], cover: 'meadow' }),
    stand({ kind: 'fir', x: [-40, 300], base: 880, depth: 70, count: 10, size: [190, 330], rows: 3, darken: 0.3 }),
    tents([[430, 930, 150], [640, 955, 150]], { lit: true }), walkers([[800, 975, 86]], { load: false, way: -1 }),
  ] },
};
