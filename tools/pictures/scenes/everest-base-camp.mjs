import { bridge, cairn, clouds, flags, glacier, gompa, ground, hill, massif, moon, ribbon, sky, stand, stars, streaks, stupa, tents, veil, village, walkers } from '../draw/layers.mjs';

const AMA_DABLAM = [[-200, 600], [60, 560], [240, 500], [400, 520], [530, 440], [610, 372], [652, 322], [700, 360], [756, 292], [806, 200], [838, 126], [868, 118], [900, 186], [950, 304], [990, 372], [1044, 312], [1090, 364], [1180, 450], [1350, 530], [1800, 560]];

export default {
  // Everest behind the Nuptse wall from Kala Patthar, in the first sun.
  banner: { hour: 'dawn', light: 'right', seed: 11, layers: [
    sky({ horizon: 600 }),
    massif({ line: [[-200, 470], [160, 430], [330, 385], [470, 410], [560, 335], [640, 262], [700, 300], [780, 330], [1100, 460], [1800, 560]], far: 0.34, foot: 640, scale: 0.8 }),
    streaks([[838, 168, 300]], { opacity: 0.7 }),
    massif({ line: [[500, 560], [600, 420], [690, 330], [760, 250], [838, 160], [905, 250], [980, 300], [1060, 360], [1300, 520]], far: 0.2, foot: 640, snow: 300, scale: 0.8 }),
    massif({ line: [[380, 640], [520, 545], [640, 470], [760, 400], [860, 350], [960, 300], [1060, 235], [1130, 150], [1190, 96], [1250, 170], [1340, 290], [1450, 380], [1620, 430], [1800, 470]], far: 0.08, foot: 760, scale: 1 }),
    veil({ y: 640, up: 90, down: 80, opacity: 0.55 }),
    massif({ line: [[-200, 300], [-60, 330], [80, 400], [190, 470], [330, 560], [470, 620], [620, 720]], far: 0.05, foot: 800, snow: 520, scale: 0.8 }),
    glacier({ line: [[-100, 790], [300, 760], [700, 735], [1100, 740], [1700, 770]], far: 0.28, scale: 0.9 }),
    hill({ line: [[-100, 770], [150, 800], [430, 870], [700, 950], [900, 1010]], cover: 'scree', far: 0.12, edge: 'rock', scale: 0.8, foot: 1000 }),
    hill({ line: [[620, 1080], [900, 990], [1150, 930], [1400, 868], [1700, 840]], cover: 'rock', edge: 'rock', scale: 0.7, foot: 1000 }),
    cairn({ at: [1380, 880], size: 92 }),
    flags([[[1380, 796], [960, 985], 60], [[1380, 796], [1660, 770], 40]], { size: 20 }),
    walkers([[1218, 915, 76], [1268, 903, 78]]),
  ] },
  // The icefall and the tents of base camp at noon.
  1: { hour: 'noon', seed: 12, layers: [
    sky({ horizon: 560 }), clouds([[640, 200, 300]], { opacity: 0.7 }),
    massif({ line: [[300, 430], [420, 380], [640, 290], [720, 330], [820, 315], [1000, 300], [1100, 420]], far: 0.3, foot: 560, snow: 520, scale: 0.7 }),
    massif({ line: [[-200, 160], [60, 130], [170, 90], [330, 250], [480, 360], [600, 430], [700, 520]], far: 0.08, foot: 700, snow: 560 }),
    massif({ line: [[760, 540], [900, 420], [1060, 330], [1240, 170], [1390, 70], [1500, 160], [1700, 260]], far: 0.08, foot: 700, snow: 560 }),
    glacier({ line: [[380, 700], [470, 600], [560, 500], [640, 452], [700, 440], [800, 446], [880, 438], [930, 480], [990, 560], [1080, 640], [1180, 700]], far: 0.14, foot: 720, scale: 0.75 }),
    glacier({ line: [[-100, 640], [300, 660], [600, 640], [900, 650], [1300, 640], [1700, 620]], far: 0.05, scale: 1.1 }),
    hill({ line: [[-100, 800], [300, 850], [800, 880], [1300, 850], [1700, 800]], cover: 'scree', edge: 'rock', scale: 0.6, foot: 1000 }),
    tents([[180, 868, 62], [262, 876, 58], [352, 870, 62], [300, 905, 70], [420, 908, 66], [530, 892, 62], [1150, 895, 66], [1240, 880, 60], [1330, 868, 60], [1275, 918, 72]], { colour: ['#f0a52e', '#e2703a', '#f0a52e'] }),
    flags([[[60, 770], [640, 830], 46]], { size: 17, poles: 74 }),
    walkers([[800, 925, 60], [848, 931, 60]]),
  ] },
  // Namche in its bowl under Kongde, morning.
  2: { hour: 'morning', light: 'right', seed: 13, layers: [
    sky(), streaks([[980, 140, 380]]),
    massif({ line: [[-200, 330], [40, 260], [150, 150], [260, 230], [400, 130], [520, 230], [700, 330], [900, 400], [1100, 350], [1300, 260], [1500, 300], [1800, 330]], foot: 640, far: 0.12, snow: 470 }),
    hill({ line: [[-100, 470], [200, 560], [420, 640], [700, 720]], cover: 'wood', far: 0.3, edge: 'fir', size: 11, foot: 800, mist: 0.4, marks: 'fir' }),
    hill({ line: [[-100, 620], [120, 690], [380, 760], [640, 770], [900, 720], [1150, 620], [1400, 520], [1700, 430]], cover: 'meadow', far: 0.1, scale: 1.2, edge: 'fir', size: 14, share: 0.5, marks: 'fir', density: 0.5 }),
    village({ at: [800, 820], spread: [270, 76], count: 46, size: 44, far: 0.05, roofs: ['tin', '#2f6a4b', '#a3363d', 'tin', 'slate'], storeys: 2 }),
    stupa({ at: [560, 905], size: 70 }),
    flags([[[560, 800], [330, 890], 26], [[560, 800], [770, 880], 26]], { size: 11 }),
    hill({ line: [[-100, 870], [200, 920], [520, 985], [700, 1060]], cover: 'wood', edge: 'fir', size: 30, foot: 1000 }),
    hill({ line: [[1000, 1060], [1250, 960], [1450, 890], [1700, 840]], cover: 'wood', edge: 'fir', size: 30, foot: 1000 }),
  ] },
  // The river and the high bridge below Namche.
  3: { hour: 'morning', seed: 14, layers: [
    sky(), clouds([[1010, 210, 260]]),
    massif({ line: [[200, 520], [300, 440], [560, 320], [700, 230], [800, 140], [870, 240], [1000, 320], [1250, 430], [1400, 520]], foot: 620, far: 0.2 }),
    hill({ line: [[-100, 300], [150, 380], [400, 520], [620, 620], [800, 700]], cover: 'wood', far: 0.34, edge: 'fir', size: 12, foot: 820, mist: 0.6, marks: 'fir' }),
    hill({ line: [[760, 700], [950, 620], [1180, 480], [1420, 340], [1700, 240]], cover: 'wood', far: 0.28, edge: 'fir', size: 12, foot: 820, mist: 0.6, marks: 'fir' }),
    hill({ line: [[-100, 360], [120, 470], [330, 640], [520, 800], [640, 1010]], cover: 'wood', far: 0.05, edge: 'fir', size: 22, marks: 'fir', foot: 1000 }),
    hill({ line: [[930, 1010], [1040, 820], [1240, 640], [1450, 480], [1700, 360]], cover: 'wood', far: 0.05, edge: 'fir', size: 22, marks: 'fir', foot: 1000, drift: -0.6 }),
    ribbon([[790, 720, 10], [830, 780, 22], [740, 860, 42], [800, 930, 66], [760, 1020, 110]], { colour: '#a9d0d6' }),
    bridge({ from: [350, 610], to: [1225, 610], sag: 34, size: 22 }),
    walkers([[640, 634, 52], [700, 640, 52]]),
  ] },
  // Tengboche and Ama Dablam by moonlight.
  4: { hour: 'night', seed: 15, layers: [
    sky({ horizon: 640 }), stars({ below: 560 }), moon({ at: [250, 170] }),
    massif({ line: AMA_DABLAM, foot: 770, far: 0.02, haze: 0.7 }),
    hill({ line: [[-100, 690], [300, 730], [800, 760], [1300, 720], [1700, 650]], cover: 'wood', far: 0.3, edge: 'fir', size: 14, foot: 850, mist: 0.5 }),
    ground({ line: [[-100, 870], [400, 850], [900, 838], [1300, 845], [1700, 868]], cover: 'meadow' }),
    gompa({ at: [1120, 872], size: 170, lit: true }),
    village({ at: [1370, 885], spread: [90, 14], count: 5, size: 54, lit: true, roofs: ['slate'] }),
    stupa({ at: [800, 905], size: 80 }),
    stand({ kind: 'fir', x: [-20, 460], base: 880, depth: 60, count: 26, size: [90, 170] }),
    flags([[[800, 786], [560, 880], 26], [[800, 786], [1010, 850], 26]], { size: 13 }),
  ] },
};
