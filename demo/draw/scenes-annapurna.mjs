// The pictures of the four Annapurna treks.
import { HOURS, mix } from './light.mjs';
import * as L from './land.mjs';
import * as P from './props.mjs';

const FISHTAIL = [[0, 540], [200, 470], [400, 500], [560, 400], [680, 300], [760, 190], [800, 108], [826, 150], [854, 118], [900, 230], [980, 340], [1100, 420], [1300, 470], [1600, 420]];
const SANCTUARY = [[0, 330], [160, 230], [300, 300], [430, 190], [560, 250], [700, 160], [830, 130], [960, 200], [1080, 260], [1200, 210], [1330, 300], [1450, 250], [1600, 330]];
const DHAULAGIRI = [[0, 500], [160, 440], [300, 330], [420, 210], [480, 170], [560, 250], [700, 390], [860, 450], [980, 430], [1100, 360], [1210, 300], [1320, 350], [1420, 310], [1520, 390], [1600, 420]];
const ANNAPURNA_II = [[0, 420], [200, 330], [360, 360], [520, 240], [650, 170], [760, 210], [900, 300], [1060, 260], [1220, 300], [1400, 230], [1600, 320]];

export const annapurnaScenes = {
  'annapurna-base-camp': {
    banner: [HOURS.morning, 41, (s) => {
      const floor = L.slopes(s, [[0, 660], [300, 720], [700, 760], [1100, 770], [1600, 690]], { colour: '#7E8560', light: '#AFAE72', rough: 16 });
      return L.sky(s) + L.clouds(s, { amount: 0.2, bottom: 220 }) + L.range(s, SANCTUARY, { seed: 1, snow: 300, bottom: 760, air: 0.06 }) +
        L.range(s, [[0, 300], [90, 380], [230, 560], [380, 680], [620, 780], [1100, 790], [1300, 690], [1440, 540], [1530, 400], [1600, 330]], { seed: 2, snow: 90, bottom: 820, rocky: 0.4, rough: 50 }) + floor.svg +
        P.village(s, [[420, 770, 84, 38], [540, 790, 96, 42], [690, 784, 80, 38]], { roof: '#2F6F9A', wall: '#CFC9BC' }) + P.flags(s, [760, 740], [1340, 700], { count: 30, sag: 40 }) + P.cairn(s, 1340, 800, 110) + P.walkers(s, [[1010, 810], [1060, 812, true]], { h: 44 }) + P.boulders(s, { y: 830, count: 18, size: 80 });
    }],
    1: [HOURS.dawn, 42, (s) => {
      const hill = L.slopes(s, [[0, 720], [400, 780], [900, 830], [1600, 760]]);
      return L.sky(s, { sun: { x: 828, y: 240, r: 22, glow: 12 }, stars: 30 }) + L.range(s, FISHTAIL, { seed: 3, snow: 300, bottom: 780, air: 0.1, rough: 30 }) + L.ridge(s, [[0, 620], [400, 680], [900, 720], [1600, 600]], { air: 0.15, colour: s.hour.near }).svg + hill.svg + P.village(s, [[300, 800, 96, 44], [420, 812, 80, 40]], { roof: '#39586E', lit: true, wall: '#A8A29A' });
    }],
    2: [HOURS.noon, 43, (s) => {
      const wallLeft = L.slopes(s, [[0, 160], [120, 230], [260, 420], [380, 610], [520, 800], [700, 900], [1600, 1000]], { colour: '#2C5A45', light: '#5F8A55', fine: 70, rough: 40 });
      const wallRight = L.slopes(s, [[0, 1000], [800, 920], [980, 780], [1120, 600], [1260, 400], [1400, 240], [1600, 120]], { colour: '#264E40', light: '#55804F', fine: 70, rough: 40, seed: 8 });
      return L.sky(s) + L.range(s, [[0, 420], [400, 330], [640, 250], [790, 170], [900, 240], [1100, 340], [1600, 420]], { seed: 4, snow: 260, bottom: 820, air: 0.15 }) + L.ridge(s, [[0, 300], [400, 500], [700, 700], [840, 730], [1000, 640], [1300, 420], [1600, 300]], { air: 0.3, colour: '#4F7F74' }).svg +
        `<path fill="${mix('#CFE8EA', s.hour.haze, 0.2)}" d="M834 720q40 40 0 80t40 100h-130q40-60 60-90t30-90z"/>` + wallLeft.svg + wallRight.svg + P.wood(s, wallLeft.line, { from: 0, to: 520, count: 90, size: 40, spread: 320, colour: '#2A5A40' }) + P.wood(s, wallRight.line, { from: 980, to: 1600, count: 90, size: 40, spread: 320, colour: '#24503C', seed: 5 });
    }],
    3: [HOURS.morning, 44, (s) => {
      const fields = L.terraces(s, [[0, 560], [300, 640], [620, 720], [1000, 700], [1300, 620], [1600, 500]], { tones: ['#7FA052', '#A6B866', '#5C8145'], spacing: 38 });
      return L.sky(s) + L.clouds(s, { amount: 0.35, bottom: 240 }) + L.range(s, [[0, 380], [200, 260], [330, 200], [480, 250], [600, 340], [760, 300], [900, 400], [1100, 330], [1240, 250], [1290, 160], [1312, 190], [1338, 164], [1400, 300], [1600, 420]], { seed: 5, snow: 220, bottom: 680, air: 0.12 }) + L.ridge(s, [[0, 480], [400, 560], [800, 640], [1200, 560], [1600, 440]], { air: 0.3, colour: '#4F7F68' }).svg + fields.svg +
        P.village(s, [[240, 720, 80], [360, 742, 90], [480, 730, 74], [300, 800, 96], [450, 820, 104], [1100, 730, 80], [1220, 716, 74], [1160, 800, 92]], { roof: '#5B6C78', wall: '#E8DCC6' }) + P.walkers(s, [[700, 800], [748, 792, true]], { h: 44 });
    }],
    4: [HOURS.moon, 45, (s) => {
      const floor = L.slopes(s, [[0, 740], [500, 780], [1100, 790], [1600, 730]]);
      return L.sky(s, { stars: 320 }) + L.range(s, SANCTUARY, { seed: 6, snow: 330, bottom: 790, air: 0.06 }) + L.mist(s, { top: 640, bottom: 800, opacity: 0.5 }) + floor.svg + P.village(s, [[640, 800, 96, 44], [770, 812, 110, 48], [930, 800, 84, 40]], { lit: true, wall: '#9FA6AB', roof: '#2B4A66' }) + P.walkers(s, [[500, 800]], { h: 44 });
    }],
  },
  'annapurna-circuit': {
    banner: [HOURS.gold, 51, (s) => {
      const terrace = L.slopes(s, [[0, 590], [220, 640], [500, 740], [860, 800], [1200, 790], [1600, 720]], { colour: '#8A7B4A', light: '#C0A65C' });
      return L.sky(s, { sun: { x: 240, y: 150, r: 34, glow: 8 } }) + L.clouds(s, { amount: 0.25, bottom: 260 }) + L.range(s, ANNAPURNA_II, { seed: 1, snow: 290, bottom: 740, air: 0.1 }) + L.ridge(s, [[0, 470], [300, 560], [700, 670], [1100, 640], [1600, 520]], { air: 0.3, colour: '#6B6B45' }).svg + L.mist(s, { top: 600, bottom: 760, opacity: 0.6 }) + terrace.svg +
        P.village(s, [[90, 650, 70, 50], [190, 668, 76, 50], [120, 718, 84, 54], [250, 730, 80, 54], [350, 748, 74, 50], [60, 796, 100, 60], [210, 812, 104, 62], [360, 820, 90, 56]], { flat: true, wall: '#C9A676', roof: '#9C7A50' }) + P.flags(s, [270, 612], [1120, 700], { count: 38, sag: 46 }) + P.chorten(s, 1120, 804, 130) + P.maniWall(s, 1190, 806, 230, 34) + P.walkers(s, [[760, 812], [808, 816, true], [860, 818]], { h: 42 }) + P.firs(s, terrace.line, { from: 1380, to: 1600, count: 14, size: 130 });
    }],
    1: [HOURS.noon, 52, (s) => {
      const pass = L.slopes(s, [[0, 480], [260, 560], [560, 700], [860, 742], [1160, 690], [1400, 560], [1600, 470]], { colour: '#9A948A', light: '#F4F3EE', folds: 0.5, fine: 80 });
      return L.sky(s) + L.range(s, [[0, 200], [160, 130], [330, 290], [520, 520], [760, 700], [980, 690], [1180, 500], [1340, 280], [1460, 170], [1600, 240]], { seed: 2, snow: 260, bottom: 820, rocky: 0.2 }) + pass.svg + P.cairn(s, 860, 770, 110) + [[-30, 430], [200, 500], [1500, 470], [1640, 380], [420, 830], [1280, 850]].map((end, i) => P.flags(s, [860, 660], end, { count: 26, sag: 24, size: 26, seed: i + 3 })).join('') + P.walkers(s, [[680, 800], [730, 804], [990, 806, true], [1040, 800]], { h: 48 }) + P.village(s, [[1130, 800, 90, 44]], { wall: '#8D867B', roof: '#4B6A7F' });
    }],
    2: [HOURS.noon, 53, (s) => {
      const shore = 610;
      const scene = L.sky(s, { low: 620 }) + L.clouds(s, { amount: 0.3, bottom: 200 }) + L.range(s, [[0, 210], [180, 170], [360, 220], [560, 150], [760, 200], [940, 130], [1100, 190], [1280, 160], [1440, 240], [1600, 200]], { seed: 3, snow: 340, bottom: 640, air: 0.04, spur: 90 });
      const bank = L.slopes(s, [[0, 690], [260, 740], [600, 850], [1000, 905], [1600, 900]], { colour: '#8E8069', light: '#B5A382' });
      return L.lake(s, scene, { shore, colour: '#1F7FA6', tint: 0.62 }) + bank.svg + P.boulders(s, { y: 860, count: 22, size: 70 }) + P.flags(s, [-20, 560], [520, 790], { count: 24, sag: 40 }) + P.walkers(s, [[400, 792], [450, 812]], { h: 44 });
    }],
    3: [HOURS.morning, 54, (s) => {
      const valley = L.slopes(s, [[0, 640], [400, 690], [800, 700], [1200, 690], [1600, 640]], { colour: '#8C8A55', light: '#B9AE68', rough: 10 });
      const crag = L.cliffs(s, [[900, 900], [1040, 600], [1130, 430], [1260, 330], [1400, 290], [1600, 250]], { tones: ['#C7A781', '#A6835F', '#7F6149', '#E3CDA9'], bottom: 760 });
      return L.sky(s) + L.clouds(s, { amount: 0.25, bottom: 240 }) + L.range(s, [[0, 250], [180, 200], [330, 140], [500, 230], [700, 330], [900, 300], [1100, 380], [1600, 420]], { seed: 4, snow: 300, bottom: 710, air: 0.1 }) + crag.svg + valley.svg +
        P.village(s, [[1060, 610, 56, 44], [1130, 590, 52, 44], [1190, 640, 66, 48], [1280, 620, 60, 46], [1110, 680, 76, 52], [1220, 700, 80, 54], [1340, 690, 70, 50], [1420, 640, 60, 46]], { flat: true, wall: '#D8BE96', roof: '#A5825A' }) + P.chorten(s, 860, 720, 110) + P.maniWall(s, 520, 740, 270, 30) + P.yaks(s, [[330, 800], [430, 820, -1]], { h: 44 }) + P.firs(s, valley.line, { from: 0, to: 300, count: 20, size: 110 });
    }],
    4: [HOURS.dusk, 55, (s) => {
      const fields = L.slopes(s, [[0, 700], [500, 730], [1000, 740], [1600, 700]], { colour: '#59663F', light: '#7F8A4C', rough: 10 });
      const crag = L.cliffs(s, [[0, 420], [200, 470], [420, 540], [640, 640], [900, 700], [1200, 640], [1400, 520], [1600, 430]], { tones: ['#C9936B', '#A5694F', '#77463F', '#E3B98C'], air: 0.18 });
      return L.sky(s) + L.clouds(s, { amount: 0.4, bottom: 320 }) + L.range(s, DHAULAGIRI, { seed: 5, snow: 200, bottom: 700, air: 0.2 }) + crag.svg + fields.svg + P.village(s, [[560, 760, 70, 50], [640, 742, 64, 56], [720, 750, 74, 60], [812, 740, 60, 52], [890, 760, 72, 52], [600, 812, 84, 56], [710, 816, 90, 60], [830, 812, 84, 58]], { flat: true, wall: '#D9BF9A', roof: '#A07C58', lit: true }) + P.village(s, [[780, 700, 66, 80]], { flat: true, wall: '#A5493A', roof: '#5B2F28' });
    }],
  },
  'ghorepani-poon-hill': {
    banner: [HOURS.dawn, 61, (s) => {
      const wood = L.slopes(s, [[0, 690], [300, 720], [700, 780], [1100, 760], [1600, 700]], { colour: '#243B3A', light: '#35564A' });
      return L.sky(s, { sun: { x: 1430, y: 330, r: 30, glow: 10 } }) + L.clouds(s, { amount: 0.4, bottom: 320 }) + L.range(s, DHAULAGIRI, { seed: 1, snow: 230, bottom: 720, air: 0.08 }) +
        [[480, 0.5, 3], [560, 0.34, 4], [630, 0.18, 5]].map(([y, air, seed]) => L.ridge(s, [[0, y], [260, y + 40], [620, y + 90], [1000, y + 40], [1300, y + 70], [1600, y - 20]], { air, seed, colour: '#5B7A8C' }).svg + L.mist(s, { top: y + 30, bottom: y + 170, opacity: 0.5 })).join('') + wood.svg + P.wood(s, wood.line, { count: 80, size: 60, spread: 120, colour: '#1E3534', light: '#3F6150' }) + P.rhododendron(s, { x: 0, y: 920, reach: 560, heads: 19 }) + P.rhododendron(s, { x: 1600, y: 930, reach: 460, flip: -1, heads: 15, seed: 9 }) + P.walkers(s, [[820, 800], [862, 800], [904, 802]], { h: 44 });
    }],
    1: [HOURS.morning, 62, (s) => {
      const wood = L.slopes(s, [[0, 420], [300, 480], [700, 560], [1100, 540], [1600, 440]], { colour: '#3C6A4C', light: '#6E9458' });
      return L.sky(s) + L.clouds(s, { amount: 0.3, bottom: 220 }) + L.range(s, [[0, 300], [200, 220], [400, 280], [640, 380], [900, 330], [1120, 240], [1180, 170], [1204, 195], [1230, 172], [1300, 290], [1600, 380]], { seed: 2, snow: 220, bottom: 570, air: 0.15 }) + wood.svg + P.wood(s, wood.line, { count: 190, size: 62, spread: 420, colour: '#2F5A40', light: '#6E9A55', blossom: '#C23A4E' }) + P.rhododendron(s, { x: 1600, y: 920, reach: 620, flip: -1, heads: 20, seed: 4 });
    }],
    2: [HOURS.noon, 63, (s) => {
      const fields = L.terraces(s, [[0, 430], [300, 500], [700, 600], [1100, 560], [1600, 430]], { tones: ['#88A654', '#B2C26C', '#5F8846'], spacing: 34 });
      return L.sky(s) + L.clouds(s, { amount: 0.45, bottom: 260 }) + L.range(s, [[0, 420], [400, 330], [640, 220], [800, 270], [1000, 380], [1600, 420]], { seed: 3, snow: 200, bottom: 560, air: 0.2 }) + L.ridge(s, [[0, 400], [500, 480], [1000, 500], [1600, 380]], { air: 0.4, colour: '#4F7F68' }).svg + fields.svg +
        `<path fill="none" stroke="#CFC6B2" stroke-width="13" stroke-dasharray="4 7" d="M760 900q-60-60 20-110t30-100-40-110"/>` + P.village(s, [[880, 640, 84], [1000, 660, 92], [930, 730, 100], [1080, 752, 104], [560, 650, 80], [460, 700, 92]], { roof: '#5F7282', wall: '#F0E7D6' }) + P.walkers(s, [[770, 800, true], [806, 770], [830, 740, true]], { h: 40 });
    }],
    3: [HOURS.storm, 64, (s) => {
      const a = L.slopes(s, [[0, 560], [400, 600], [900, 640], [1600, 560]], { colour: '#4F6F5C', light: '#6E8A66' });
      const b = L.slopes(s, [[0, 760], [500, 740], [1000, 800], [1600, 760]], { colour: '#2F4A40', light: '#4A6A50', seed: 7 });
      return L.sky(s) + L.clouds(s, { amount: 0.6, bottom: 400, high: 70 }) + L.ridge(s, [[0, 380], [400, 340], [800, 420], [1200, 360], [1600, 400]], { air: 0.5 }).svg + L.mist(s, { top: 380, bottom: 620, opacity: 0.9 }) + a.svg + P.firs(s, a.line, { count: 170, size: 100, spread: 120, colour: '#40604F' }) + L.mist(s, { top: 560, bottom: 780, opacity: 0.85 }) + b.svg + P.firs(s, b.line, { count: 60, size: 210, spread: 130, colour: '#24393A', clump: 0.35 }) + P.flags(s, [330, 690], [1390, 700], { count: 40, sag: 40, size: 24 }) + P.walkers(s, [[760, 806], [812, 812]], { h: 52 });
    }],
    4: [HOURS.gold, 65, (s) => {
      const yard = L.slopes(s, [[0, 700], [600, 730], [1600, 690]], { colour: '#8A8A5A', light: '#B5AE6C', rough: 8 });
      return L.sky(s) + L.range(s, FISHTAIL.map(([x, y]) => [Math.min(1600, x + 260), y + 40]).filter(([x], i, all) => i === 0 || x > all[i - 1][0]), { seed: 5, snow: 280, bottom: 730, air: 0.1, rough: 30 }) + L.ridge(s, [[0, 560], [500, 600], [1000, 660], [1600, 560]], { air: 0.3, colour: '#7A7A48' }).svg + yard.svg + P.village(s, [[140, 790, 200, 100], [420, 800, 220, 106]], { roof: '#6B7A84', wall: '#E6D3AE' }) + P.maniWall(s, 100, 850, 760, 34) + P.rhododendron(s, { x: 1600, y: 920, reach: 400, flip: -1, heads: 12 });
    }],
  },
  'mardi-himal': {
    banner: [HOURS.noon, 71, (s) => {
      const crest = L.slopes(s, [[0, 860], [300, 800], [560, 720], [760, 640], [860, 600], [980, 660], [1200, 780], [1400, 850], [1600, 900]], { colour: '#8A8452', light: '#B9AC66', rough: 20 });
      const sea = [[520, 0.55, 3], [600, 0.4, 4]].map(([y, air, seed]) => L.ridge(s, [[0, y], [300, y + 50], [800, y + 20], [1200, y + 60], [1600, y - 10]], { air, seed, colour: '#4F7F8C' }).svg + L.mist(s, { top: y + 10, bottom: y + 190, opacity: 0.95, colour: '#F2F5F3' })).join('');
      return L.sky(s) + L.clouds(s, { amount: 0.2, bottom: 200 }) + L.range(s, FISHTAIL, { seed: 1, snow: 300, bottom: 700, air: 0.06, rough: 30 }) + sea + crest.svg + `<path fill="none" stroke="#E4D8B4" stroke-width="7" stroke-linecap="round" d="M420 900q80-70 180-120t140-90 100-70"/>` + P.walkers(s, [[640, 770], [690, 744, true], [736, 706]], { h: 40 }) + P.flags(s, [860, 560], [1240, 760], { count: 24, sag: 20 }) + P.cairn(s, 860, 616, 60);
    }],
    1: [HOURS.morning, 72, (s) => {
      const b = L.slopes(s, [[0, 700], [500, 740], [1000, 720], [1600, 690]], { colour: '#2F5242', light: '#5A7F4F' });
      return L.sky(s, { sun: { x: 760, y: 250, r: 40, glow: 9 } }) + [[330, 0.75, 90, 2], [430, 0.5, 150, 3], [560, 0.25, 230, 4]].map(([y, air, size, seed]) => { const hill = L.slopes(s, [[0, y], [500, y + 40], [1000, y + 20], [1600, y]], { colour: mix('#2F5A48', s.hour.haze, air), light: mix('#5F8A5A', s.hour.haze, air), seed }); return hill.svg + P.firs(s, hill.line, { count: 130, size, spread: 80, colour: mix('#24493C', s.hour.haze, air), seed, clump: 0.4 }) + L.mist(s, { top: y + 60, bottom: y + 240, opacity: 0.6 }); }).join('') + b.svg + P.village(s, [[860, 800, 130, 56], [1020, 812, 110, 50]], { roof: '#4A7F94', wall: '#B08A5A' }) + P.rhododendron(s, { x: 0, y: 920, reach: 520 });
    }],
    2: [HOURS.dusk, 73, (s) => {
      const crest = L.slopes(s, [[0, 700], [400, 740], [900, 760], [1600, 700]]);
      return L.sky(s) + L.range(s, FISHTAIL, { seed: 2, snow: 310, bottom: 760, air: 0.05, rough: 30 }) + L.mist(s, { top: 500, bottom: 800, opacity: 0.95 }) + crest.svg + P.village(s, [[300, 770, 130, 54], [460, 784, 120, 50], [1000, 780, 140, 54]], { lit: true, roof: '#3B4C70', wall: '#8C7F86' }) + P.flags(s, [560, 714], [1000, 724], { count: 22, sag: 26 }) + P.walkers(s, [[760, 782], [810, 784]], { h: 44 });
    }],
    3: [HOURS.dawn, 74, (s) => {
      const crest = L.slopes(s, [[0, 640], [250, 700], [600, 820], [900, 900], [1600, 960]], { colour: '#4A4A40', light: '#77705A' });
      const crest2 = L.slopes(s, [[0, 1000], [700, 930], [1000, 820], [1300, 700], [1600, 620]], { colour: '#3F4440', light: '#66624F', seed: 9 });
      return L.sky(s, { stars: 60, sun: { x: 1260, y: 420, r: 24, glow: 10 } }) + L.range(s, [[0, 300], [200, 220], [380, 260], [560, 160], [760, 260], [960, 330], [1200, 420], [1600, 480]], { seed: 3, snow: 280, bottom: 780, air: 0.08 }) + L.mist(s, { top: 520, bottom: 820, opacity: 0.95 }) + crest.svg + crest2.svg + P.cairn(s, 300, 744, 70) + P.flags(s, [300, 680], [-30, 560], { count: 14, sag: 20 }) + P.walkers(s, [[420, 774], [380, 760]], { h: 42 });
    }],
    4: [HOURS.gold, 75, (s) => {
      const fields = L.terraces(s, [[0, 420], [400, 520], [800, 600], [1200, 540], [1600, 400]], { tones: ['#C2A24E', '#DBC070', '#93853E'], spacing: 36 });
      return L.sky(s) + L.range(s, FISHTAIL, { seed: 4, snow: 220, bottom: 620, air: 0.25, rough: 30 }) + L.ridge(s, [[0, 400], [500, 500], [1000, 520], [1600, 380]], { air: 0.35, colour: '#6F7448' }).svg + fields.svg + P.village(s, [[620, 660, 80], [720, 680, 86], [660, 740, 96], [800, 752, 92], [930, 690, 80]], { roof: '#6B6F78', wall: '#EADBB8' }) + P.wood(s, fields.line, { from: 0, to: 380, count: 24, size: 70, spread: 380, colour: '#4A5A34' }) + P.birds(s, [[980, 240, 34], [1040, 270, 26]]);
    }],
  },
};
