import { cairn, clouds, flags, ground, hill, lake, massif, moon, ribbon, sky, stand, stars, streaks, sun, tents, tufts, veil, village, walkers } from '../draw/layers.mjs';

export default {
  // Gosaikunda, the holy lake, before the sun reaches it.
  banner: { hour: 'dawn', light: 'right', seed: 91, layers: [
    sky({ horizon: 500 }), streaks([[620, 150, 380]]),
    massif({ line: [[-100, 520], [200, 470], [380, 420], [470, 390], [640, 420], [800, 380], [920, 410], [1100, 450], [1700, 520]], foot: 560, far: 0.36, scale: 0.6 }),
    hill({ line: [[-100, 240], [120, 300], [330, 380], [560, 480], [760, 540], [900, 585]], cover: 'rock', far: 0.2, edge: 'rock', foot: 640 }),
    hill({ line: [[680, 590], [900, 530], [1100, 440], [1300, 340], [1480, 280], [1700, 240]], cover: 'earth', far: 0.14, edge: 'rock', foot: 640 }),
    lake({ y: 580, colour: '#3f7ea6', deep: '#345f8a', mirror: 0.62, ripples: 0.35 }),
    hill({ line: [[860, 1040], [1080, 940], [1300, 890], [1700, 850]], cover: 'rock', edge: 'rock', scale: 0.6, foot: 1000 }),
    cairn({ at: [1330, 905], size: 110 }), flags([[[1330, 808], [900, 1000], 50], [[1330, 808], [1650, 850], 30]], { size: 20 }),
    walkers([[1180, 930, 84]], { way: -1 }),
  ] },
  // Laurebina La in cloud.
  1: { hour: 'rain', seed: 92, layers: [
    sky({ horizon: 620 }),
    massif({ line: [[-250, 300], [0, 280], [240, 190], [420, 290], [700, 420], [960, 310], [1180, 180], [1400, 300], [1800, 250]], foot: 640, far: 0.34, haze: 1 }),
    veil({ y: 600, up: 150, down: 90, opacity: 0.95 }),
    hill({ line: [[-100, 620], [300, 660], [800, 700], [1300, 650], [1700, 600]], cover: 'scree', far: 0.24, edge: 'rock', foot: 840, mist: 0.6 }),
    hill({ line: [[-100, 860], [400, 850], [900, 830], [1300, 860], [1700, 890]], cover: 'scree', edge: 'rock', scale: 0.6, relief: 0.6, foot: 1000 }),
    cairn({ at: [960, 858], size: 140 }), flags([[[960, 736], [380, 880], 60], [[960, 736], [1500, 890], 60]], { size: 22 }),
    walkers([[640, 885, 84], [704, 880, 84]]),
  ] },
  // Sing Gompa's fir woods and Langtang beyond.
  2: { hour: 'morning', seed: 93, layers: [
    sky({ horizon: 560 }), clouds([[160, 130, 320]]),
    massif({ line: [[-250, 340], [0, 300], [200, 240], [420, 290], [640, 220], [820, 270], [1000, 190], [1130, 120], [1240, 220], [1500, 300], [1800, 330]], foot: 600, far: 0.18 }),
    hill({ line: [[-100, 520], [400, 560], [900, 600], [1300, 560], [1700, 510]], cover: 'wood', far: 0.4, edge: 'fir', size: 9, foot: 720, mist: 0.6 }),
    hill({ line: [[-100, 660], [300, 680], [700, 720], [1200, 690], [1700, 640]], cover: 'wood', far: 0.12, edge: 'fir', size: 24, foot: 860, marks: 'fir' }),
    ground({ line: [[-100, 810], [500, 822], [1000, 818], [1700, 805]], cover: 'meadow' }),
    village({ at: [760, 850], spread: [200, 20], count: 8, size: 84, roofs: ['tin', 'slate', '#7a5a3a'], walls: ['wall', '#c3b59b'], storeys: 2 }),
    stand({ kind: 'fir', x: [-60, 420], base: 840, depth: 110, count: 22, size: [130, 260] }),
    stand({ kind: 'fir', x: [1200, 1660], base: 840, depth: 110, count: 20, size: [130, 260] }),
    walkers([[930, 930, 86]], { way: -1 }), tufts({ x: [420, 1200], base: 940, count: 24, size: 22, cover: 'meadow' }),
  ] },
  // The lake by moonlight on the night of the festival.
  3: { hour: 'night', light: 'left', seed: 94, layers: [
    sky({ horizon: 560 }), stars({ below: 460 }), moon({ at: [600, 150], size: 40 }),
    massif({ line: [[-250, 330], [0, 310], [200, 260], [420, 370], [640, 450], [900, 470], [1150, 370], [1350, 250], [1600, 290], [1850, 300]], foot: 620, far: 0, snow: 300, haze: 0.5 }),
    lake({ y: 600, colour: '#345a7c', deep: '#1d3a56', mirror: 0.7, ripples: 0.5 }),
    hill({ line: [[-100, 860], [300, 870], [700, 930], [1000, 1020]], cover: 'rock', edge: 'rock', scale: 0.6, foot: 1000 }),
    hill({ line: [[1050, 1020], [1300, 940], [1700, 880]], cover: 'rock', edge: 'rock', scale: 0.6, foot: 1000 }),
    tents([[130, 905, 130], [300, 915, 130], [470, 940, 140], [1430, 950, 130], [1560, 930, 120]], { lit: true }), walkers([[620, 965, 86], [1300, 970, 86]], { load: false }),
  ] },
  // Helambu's terraces in the evening.
  4: { hour: 'gold', light: 'right', seed: 95, layers: [
    sky({ horizon: 520 }), sun({ at: [1180, 250], size: 44 }), streaks([[260, 190, 460]]),
    massif({ line: [[-250, 370], [0, 350], [160, 310], [330, 340], [520, 280], [700, 330], [900, 360], [1300, 380], [1800, 400]], foot: 520, far: 0.5, scale: 0.5 }),
    hill({ line: [[-100, 440], [400, 470], [800, 440], [1200, 480], [1700, 430]], cover: 'hill', far: 0.56, foot: 620, mist: 0.7, edge: 'round', size: 6 }),
    hill({ line: [[-100, 540], [350, 570], [800, 540], [1250, 570], [1700, 520]], cover: 'wood', far: 0.38, foot: 720, mist: 0.6, edge: 'round', size: 10 }),
    hill({ line: [[-100, 610], [300, 660], [750, 740], [1200, 680], [1700, 590]], cover: 'rice', far: 0.08, steps: 3.2, scale: 1.2 }),
    village({ at: [470, 770], spread: [190, 34], count: 13, size: 56, roofs: ['slate', 'tin'], walls: ['wall', '#e2b98a'], storeys: 2 }),
    stand({ kind: 'broad', x: [1060, 1640], base: 830, depth: 110, count: 12, size: [90, 150] }),
    ribbon([[860, 850, 6], [900, 890, 14], [850, 940, 26], [900, 1020, 50]]), walkers([[872, 945, 84]]),
  ] },
};
