import { boulders, bridge, clouds, flags, flagPoles, glacier, gompa, ground, hill, lake, maniWall, massif, ribbon, sky, streaks, stupa, tufts, village, walkers } from '../draw/layers.mjs';

const MANASLU = [[-250, 500], [0, 470], [200, 400], [400, 330], [540, 262], [640, 190], [700, 112], [742, 72], [792, 132], [850, 178], [906, 172], [962, 116], [1004, 142], [1064, 222], [1150, 290], [1260, 390], [1420, 370], [1800, 430]];

export default {
  // Manaslu's two summits above Lho at dusk.
  banner: { hour: 'dusk', light: 'right', seed: 101, layers: [
    sky({ horizon: 600 }), streaks([[1060, 170, 420]]),
    massif({ line: MANASLU, foot: 680, far: 0.04 }),
    hill({ line: [[-100, 560], [300, 620], [760, 690], [1200, 640], [1700, 560]], cover: 'wood', far: 0.3, edge: 'fir', size: 11, foot: 800, mist: 0.5, marks: 'fir' }),
    hill({ line: [[-100, 690], [250, 740], [600, 810], [900, 860], [1200, 890]], cover: 'barley', far: 0.08, steps: 3.2, fields: ['meadow', 'grass'] }),
    hill({ line: [[500, 1020], [760, 900], [1000, 810], [1250, 780], [1700, 720]], cover: 'meadow', far: 0.02, edge: 'fir', size: 26, share: 0.2, foot: 1000 }),
    gompa({ at: [1190, 815], size: 150, lit: true }), flagPoles([[1050, 800, 100], [1330, 800, 100]]),
    village({ at: [480, 850], spread: [210, 34], count: 15, size: 56, roofs: ['slate', 'tin', '#7a5a3a'], walls: ['#cbb48e', 'wall'], lit: true }),
    stupa({ at: [940, 900], size: 80 }), walkers([[1010, 935, 84], [1070, 928, 84]], { way: 1 }),
  ] },
  // The gorge of the Budhi Gandaki.
  1: { hour: 'noon', seed: 102, layers: [
    sky({ horizon: 520 }), clouds([[660, 170, 320]]),
    hill({ line: [[-100, 260], [300, 380], [700, 520], [900, 510], [1200, 340], [1700, 200]], cover: 'wood', far: 0.56, edge: 'round', size: 8, foot: 720, mist: 0.7 }),
    hill({ line: [[-100, 20], [140, 130], [340, 300], [520, 500], [680, 690], [820, 800]], cover: 'rock', far: 0.26, edge: 'rock', scale: 1.2, foot: 880, mist: 0.45 }),
    hill({ line: [[760, 800], [900, 650], [1080, 440], [1300, 210], [1480, 90], [1700, 0]], cover: 'rock', far: 0.22, edge: 'rock', scale: 1.2, foot: 880, mist: 0.45 }),
    hill({ line: [[-100, 300], [100, 440], [300, 650], [480, 830], [620, 1020]], cover: 'wood', far: 0.04, edge: 'round', size: 24, foot: 1000 }),
    hill({ line: [[960, 1020], [1080, 840], [1280, 640], [1480, 440], [1700, 280]], cover: 'wood', far: 0.04, edge: 'round', size: 24, foot: 1000, drift: -0.6 }),
    ribbon([[790, 790, 10], [750, 850, 30], [820, 910, 54], [780, 1030, 120]], { colour: '#9fc6c6' }),
    bridge({ from: [286, 650], to: [1262, 650], sag: 44, size: 20 }), walkers([[860, 692, 50]]),
  ] },
  // Birendra Tal below the Manaslu glacier.
  2: { hour: 'morning', light: 'right', seed: 103, layers: [
    sky({ horizon: 540 }), clouds([[1160, 150, 300]]),
    massif({ line: MANASLU.map(([x, y]) => [x, y + 12]), foot: 640, far: 0.08, haze: 0.6 }),
    glacier({ line: [[400, 660], [520, 590], [640, 530], [720, 500], [800, 505], [880, 540], [1000, 600], [1120, 660]], far: 0.1, foot: 680, scale: 0.7 }),
    hill({ line: [[-100, 470], [150, 530], [360, 600], [560, 650], [700, 672]], cover: 'scree', far: 0.12, edge: 'rock', foot: 680 }),
    hill({ line: [[880, 672], [1060, 640], [1250, 570], [1450, 500], [1700, 440]], cover: 'scree', far: 0.12, edge: 'rock', foot: 680 }),
    lake({ y: 660, colour: '#5fb8ad', deep: '#3f9aa0', mirror: 0.45 }),
    hill({ line: [[-100, 880], [300, 870], [700, 930], [1000, 1020]], cover: 'scree', edge: 'rock', scale: 0.6, foot: 1000 }),
    boulders([[150, 930, 120], [560, 945, 80]]), walkers([[330, 905, 86], [396, 912, 86]]), flags([[[60, 790], [260, 800], 20]], { size: 14, poles: 80 }),
  ] },
  // Larkya La before sunrise: snow from wall to wall.
  3: { hour: 'dawn', light: 'right', seed: 104, layers: [
    sky({ horizon: 580 }),
    massif({ line: [[200, 600], [350, 560], [520, 510], [700, 450], [850, 500], [1000, 540], [1300, 620]], foot: 660, far: 0.4, scale: 0.6 }),
    massif({ line: [[-200, 120], [60, 170], [180, 150], [330, 290], [480, 430], [640, 590], [760, 720]], foot: 780, far: 0.12, snow: 620 }),
    massif({ line: [[820, 720], [960, 590], [1100, 470], [1240, 330], [1400, 180], [1500, 210], [1800, 90]], foot: 780, far: 0.1, snow: 620 }),
    hill({ line: [[-100, 690], [400, 720], [800, 730], [1200, 710], [1700, 670]], cover: 'snow', far: 0.1, relief: 0.4, scale: 1.5 }),
    hill({ line: [[-100, 850], [400, 880], [800, 860], [1200, 890], [1700, 860]], cover: 'snow', relief: 0.35, scale: 1.4 }),
    flags([[[980, 800], [1420, 806], 34]], { size: 18, poles: 90 }), walkers([[560, 885, 76], [650, 880, 76], [740, 876, 76], [830, 878, 77]]),
  ] },
  // Buckwheat in flower below Samagaon.
  4: { hour: 'gold', seed: 105, layers: [
    sky({ horizon: 560 }), streaks([[900, 170, 420]]),
    massif({ line: [[-250, 380], [0, 350], [240, 270], [420, 190], [560, 120], [680, 220], [860, 320], [1050, 260], [1250, 340], [1800, 320]], foot: 620, far: 0.1 }),
    hill({ line: [[-100, 560], [300, 610], [760, 660], [1200, 610], [1700, 540]], cover: 'wood', far: 0.28, edge: 'fir', size: 12, foot: 780, mist: 0.5, marks: 'fir' }),
    ground({ line: [[-100, 720], [500, 735], [1000, 728], [1700, 715]], cover: 'meadow', worn: 'buckwheat' }),
    maniWall({ from: [40, 800], to: [520, 790], height: 10 }), maniWall({ from: [900, 860], to: [1560, 850], height: 13 }),
    village({ at: [1160, 790], spread: [280, 34], count: 20, size: 60, roofs: ['slate', '#7a5a3a', 'tin'], walls: ['#c3b59b', 'wall'] }),
    walkers([[520, 930, 88], [590, 938, 88]]), tufts({ x: [0, 1600], base: 930, count: 120, size: 26, cover: 'buckwheat' }),
  ] },
};
