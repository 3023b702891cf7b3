import { boulders, cairn, clouds, cloudSea, flags, ground, hill, lake, massif, ribbon, sky, stars, streaks, tents, village, walkers, yaks } from '../draw/layers.mjs';

export default {
  // Gokyo's third lake below the Ngozumpa ridges, noon.
  banner: { hour: 'noon', seed: 21, layers: [
    sky({ horizon: 560 }), streaks([[180, 120, 420]]), clouds([[1180, 110, 300]], { opacity: 0.8 }),
    massif({ line: [[-200, 330], [140, 250], [260, 280], [420, 190], [560, 240], [720, 150], [830, 84], [930, 160], [1060, 200], [1180, 140], [1330, 250], [1480, 280], [1800, 250]], far: 0.12, foot: 600, snow: 540, haze: 0.5 }),
    hill({ line: [[-100, 420], [120, 480], [320, 560], [520, 600], [760, 622]], cover: 'scree', far: 0.14, edge: 'rock', foot: 640 }),
    hill({ line: [[900, 622], [1100, 590], [1300, 520], [1480, 450], [1700, 400]], cover: 'scree', far: 0.12, edge: 'rock', foot: 640 }),
    lake({ y: 620, colour: '#2fa3b5', deep: '#1f86a0', mirror: 0.45 }),
    hill({ line: [[-100, 800], [150, 850], [350, 920], [560, 1010]], cover: 'meadow', edge: 'rock', scale: 0.6, foot: 1000 }),
    cairn({ at: [180, 878], size: 84 }),
    flags([[[180, 802], [-20, 760], 20], [[180, 802], [450, 950], 40]], { size: 18 }),
    walkers([[330, 920, 74]]),
  ] },
  // Cho La before the sun is up: snow and a rope of people.
  1: { hour: 'dawn', light: 'right', seed: 22, layers: [
    sky({ horizon: 560 }),
    massif({ line: [[-200, 520], [200, 470], [420, 430], [640, 340], [800, 400], [1000, 310], [1190, 370], [1400, 300], [1800, 360]], far: 0.4, foot: 600, scale: 0.7 }),
    massif({ line: [[-200, 190], [0, 230], [160, 330], [330, 480], [520, 620], [700, 700]], far: 0.1, foot: 760, snow: 420 }),
    massif({ line: [[960, 700], [1120, 590], [1280, 450], [1430, 300], [1560, 240], [1800, 200]], far: 0.1, foot: 760, snow: 420 }),
    hill({ line: [[-100, 680], [400, 700], [800, 720], [1200, 690], [1700, 660]], cover: 'snow', far: 0.1, scale: 1.4, relief: 0.5 }),
    hill({ line: [[-100, 900], [400, 860], [900, 880], [1400, 930], [1700, 960]], cover: 'snow', scale: 1.2, relief: 0.45 }),
    walkers([[640, 872, 66], [720, 870, 66], [800, 872, 67], [880, 878, 68], [960, 884, 69]], { rope: true }),
  ] },
  // Evening on a pass: Makalu's wall behind the cairn.
  2: { hour: 'dusk', light: 'right', seed: 23, layers: [
    sky({ horizon: 600 }), streaks([[120, 200, 460]]),
    massif({ line: [[-200, 480], [120, 370], [250, 410], [360, 340], [470, 370], [600, 270], [700, 300], [790, 220], [850, 260], [960, 310], [1080, 210], [1190, 120], [1330, 280], [1450, 340], [1800, 400]], far: 0.06, foot: 680 }),
    cloudSea({ top: 640, bottom: 900, rows: 3, size: 52, opacity: 0.9 }),
    hill({ line: [[560, 1060], [800, 960], [1100, 880], [1400, 850], [1700, 860]], cover: 'rock', edge: 'rock', scale: 0.6, foot: 1000 }),
    cairn({ at: [1200, 878], size: 130 }),
    flags([[[1200, 764], [720, 985], 60], [[1200, 764], [1660, 820], 50]], { size: 22 }),
  ] },
  // The valley of the Bhote Kosi: yaks and stone huts.
  3: { hour: 'morning', seed: 24, layers: [
    sky({ horizon: 580 }), clouds([[560, 260, 260]]),
    massif({ line: [[-200, 330], [160, 200], [330, 310], [520, 410], [760, 480], [1000, 420], [1180, 320], [1330, 180], [1460, 270], [1800, 230]], far: 0.1, foot: 620 }),
    hill({ line: [[-100, 520], [250, 570], [600, 650], [900, 660], [1250, 580], [1700, 500]], cover: 'earth', far: 0.24, edge: 'rock', foot: 780, mist: 0.3 }),
    ground({ line: [[-100, 720], [400, 735], [900, 730], [1700, 710]], cover: 'meadow' }),
    ribbon([[1010, 728, 5], [900, 750, 14], [1050, 790, 26], [900, 850, 44], [1080, 930, 70], [1000, 1030, 110]], { colour: '#a9d0d6' }),
    village({ at: [330, 830], spread: [190, 40], count: 6, size: 78, roofs: ['slate', '#8a7a62'], walls: ['#b3a48c', '#c3b59b'], tall: 0.34 }),
    yaks([[640, 800, 64], [730, 846, 80], [600, 905, 96], [1280, 850, 84]]),
    walkers([[500, 925, 84]]),
    boulders([[1380, 930, 110], [1480, 900, 70], [120, 960, 90]]),
  ] },
  // Two tents and a lamp under the stars.
  4: { hour: 'night', light: 'right', seed: 25, layers: [
    sky({ horizon: 640 }), stars({ below: 560, band: [1150, 820, 150] }),
    massif({ line: [[-200, 440], [240, 330], [420, 250], [560, 160], [660, 250], [820, 370], [1000, 340], [1200, 430], [1800, 390]], foot: 720, far: 0.02, haze: 0.8 }),
    cloudSea({ top: 710, bottom: 860, rows: 3, size: 40, opacity: 0.8 }),
    hill({ line: [[-100, 900], [400, 880], [900, 860], [1300, 840], [1700, 800]], cover: 'rock', edge: 'rock', scale: 0.6, foot: 1000, relief: 0.7 }),
    tents([[880, 905, 150], [1100, 890, 150]], { lit: true }),
    walkers([[720, 915, 80]], { load: false, way: 1 }),
  ] },
};
