// The pictures of Langtang, Gosaikunda and Manaslu.
import { HOURS, mix } from './light.mjs';
import * as B from './buildings.mjs';
import * as L from './land.mjs';
import * as P from './props.mjs';

const LIRUNG = [[0, 420], [160, 350], [330, 240], [450, 150], [540, 190], [660, 300], [820, 400], [980, 380], [1100, 300], [1180, 220], [1260, 320], [1420, 400], [1600, 360]];
const MANASLU = [[0, 520], [200, 450], [420, 370], [600, 260], [700, 160], [750, 120], [810, 190], [870, 215], [930, 150], [985, 210], [1080, 340], [1240, 430], [1420, 400], [1600, 470]];

export const northScenes = {
  'langtang-valley': {
    banner: [HOURS.morning, 81, (s) => {
      const floor = L.slopes(s, [[0, 620], [300, 680], [700, 730], [1100, 720], [1600, 640]], { colour: '#7C8A56', light: '#ADB26C', rough: 14 });
      const stream = `<path fill="${mix('#D3E6E6', s.hour.haze, 0.2)}" d="M960 722q-60 30-10 60t-80 60-50 60h190q-20-40 60-70t0-66-60-44z"/>`;
      return L.sky(s) + L.clouds(s, { amount: 0.3, bottom: 260 }) + L.range(s, LIRUNG, { seed: 1, snow: 250, bottom: 730, air: 0.08 }) + L.ridge(s, [[0, 470], [260, 560], [560, 660], [900, 690], [1200, 610], [1600, 460]], { air: 0.25, colour: '#6E7F5E' }).svg + floor.svg + stream +
        P.village(s, [[270, 720, 80, 62], [380, 736, 90, 70], [500, 742, 76, 60], [330, 800, 100, 76], [470, 810, 92, 70], [600, 780, 84, 62]], { roof: '#3C7A9A', wall: '#D8CDB8' }) + P.flags(s, [640, 690], [1240, 650], { count: 34, sag: 46 }) + P.chorten(s, 1240, 740, 90) + P.yaks(s, [[1120, 800], [1220, 822, -1, '#5A4A40'], [1330, 806]], { h: 48 }) + P.walkers(s, [[740, 822], [790, 824, true]], { h: 44 });
    }],
    1: [HOURS.noon, 82, (s) => {
      const top = L.slopes(s, [[0, 800], [300, 740], [620, 660], [900, 620], [1100, 680], [1600, 830]], { colour: '#86806E', light: '#D9D6CC', fine: 70 });
      return L.sky(s) + L.range(s, [[0, 300], [150, 200], [300, 260], [470, 170], [620, 240], [800, 300], [960, 220], [1100, 260], [1230, 150], [1330, 110], [1430, 190], [1600, 260]], { seed: 2, snow: 300, bottom: 780, air: 0.08 }) + L.mist(s, { top: 560, bottom: 800, opacity: 0.8 }) + top.svg + P.cairn(s, 900, 640, 90) + [[-20, 640], [480, 700], [1300, 740], [1640, 660]].map((end, i) => P.flags(s, [900, 556], end, { count: 24, sag: 26, size: 22, seed: i })).join('') + P.walkers(s, [[760, 668], [710, 690]], { h: 44 });
    }],
    2: [HOURS.gold, 83, (s) => {
      const left = L.slopes(s, [[0, 180], [200, 300], [400, 480], [600, 700], [760, 900], [1600, 1000]], { colour: '#5C6A38', light: '#C09A3E', fine: 80 });
      const right = L.slopes(s, [[0, 1000], [860, 920], [1000, 720], [1200, 500], [1400, 330], [1600, 200]], { colour: '#54602F', light: '#B58D36', fine: 80, seed: 9 });
      return L.sky(s) + L.range(s, [[0, 420], [300, 360], [560, 270], [700, 190], [790, 140], [880, 200], [1040, 300], [1600, 420]], { seed: 3, snow: 260, bottom: 800, air: 0.22 }) + L.ridge(s, [[0, 300], [500, 560], [800, 700], [1100, 560], [1600, 260]], { air: 0.4, colour: '#7F8A55' }).svg + `<path fill="#DDE5D6" d="M790 690q60 50 10 100t50 110h-170q70-70 90-110t20-100z"/>` + left.svg + right.svg + P.wood(s, left.line, { to: 640, count: 80, size: 50, spread: 300, colour: '#5A5A2C', light: '#D9A93E' }) + P.firs(s, right.line, { from: 1000, count: 60, size: 110, spread: 260 }) + P.bridge(s, [520, 640], [1090, 640], { sag: 30, posts: 40 }) + P.walkers(s, [[760, 668]], { h: 32 });
    }],
    3: [HOURS.dawn, 84, (s) => {
      const floor = L.slopes(s, [[0, 700], [400, 740], [1000, 750], [1600, 690]], { colour: '#4B4A40', light: '#7D7258', rough: 10 });
      return L.sky(s, { stars: 40 }) + L.clouds(s, { amount: 0.3 }) + L.range(s, [[0, 420], [200, 360], [400, 280], [560, 330], [700, 220], [790, 150], [880, 230], [1000, 320], [1160, 280], [1300, 360], [1600, 420]], { seed: 4, snow: 280, bottom: 750, air: 0.08 }) + floor.svg + P.maniWall(s, 300, 790, 720, 56) + P.chorten(s, 240, 796, 130) + P.chorten(s, 1090, 792, 110) + P.walkers(s, [[560, 850, true], [620, 852], [676, 852]], { h: 50 });
    }],
    4: [HOURS.moon, 85, (s) => {
      const floor = L.slopes(s, [[0, 730], [500, 770], [1000, 770], [1600, 720]]);
      return L.sky(s, { stars: 240, sun: { x: 1180, y: 150, r: 36, moon: true, glow: 6 } }) + L.range(s, LIRUNG, { seed: 5, snow: 290, bottom: 770, air: 0.06 }) + L.mist(s, { top: 600, bottom: 780, opacity: 0.5 }) + floor.svg + B.teahouse(s, 900, 812, 330) + P.walkers(s, [[820, 816]], { h: 48 });
    }],
  },
  'gosaikunda-and-helambu': {
    banner: [HOURS.dawn, 91, (s) => {
      const shore = 600;
      const scene = L.sky(s, { low: 610, sun: { x: 470, y: 250, r: 28, glow: 9 } }) + L.clouds(s, { amount: 0.35, bottom: 280 }) + L.range(s, [[0, 300], [160, 240], [300, 330], [470, 420], [640, 470], [800, 420], [960, 330], [1100, 230], [1220, 280], [1360, 200], [1500, 260], [1600, 230]], { seed: 1, snow: 110, bottom: 630, rocky: 0.35, rough: 56 });
      const bank = L.slopes(s, [[0, 760], [300, 800], [700, 880], [1000, 910], [1300, 860], [1600, 770]], { colour: '#3B3F42', light: '#6B665E' });
      return L.lake(s, scene, { shore, tint: 0.3 }) + bank.svg + P.cairn(s, 240, 812, 74) + P.cairn(s, 330, 826, 48) + P.cairn(s, 1370, 858, 90) + P.flags(s, [240, 744], [1370, 776], { count: 44, sag: 60, size: 24 }) + P.boulders(s, { y: 860, count: 20, size: 70 }) + P.walkers(s, [[1190, 872], [1240, 868, true]], { h: 46 });
    }],
    1: [HOURS.storm, 92, (s) => {
      const hill = L.slopes(s, [[0, 640], [400, 700], [900, 780], [1600, 730]], { colour: '#4C5A4C', light: '#7A836A' });
      return L.sky(s) + L.clouds(s, { amount: 0.6, bottom: 380, high: 60 }) + L.range(s, [[0, 330], [240, 240], [420, 330], [700, 430], [960, 330], [1180, 230], [1400, 330], [1600, 280]], { seed: 2, snow: 60, rocky: 0.5, bottom: 720, air: 0.2 }) + L.mist(s, { top: 500, bottom: 760, opacity: 0.9 }) + hill.svg + P.cairn(s, 860, 800, 110) + P.flags(s, [860, 700], [120, 620], { count: 30, sag: 40 }) + P.flags(s, [860, 700], [1540, 690], { count: 28, sag: 40, seed: 8 }) + P.walkers(s, [[560, 770], [610, 778, true], [980, 806]], { h: 48 });
    }],
    2: [HOURS.morning, 93, (s) => {
      const back = L.slopes(s, [[0, 520], [500, 560], [1000, 540], [1600, 460]], { colour: '#4C7A5C', light: '#86A066' });
      const near = L.slopes(s, [[0, 700], [400, 680], [900, 760], [1600, 700]], { colour: '#2F5A46', light: '#5F8A55', seed: 8 });
      return L.sky(s) + L.clouds(s, { amount: 0.3, bottom: 240 }) + L.range(s, [[0, 330], [200, 280], [420, 330], [640, 260], [820, 310], [1000, 230], [1130, 180], [1240, 260], [1600, 340]], { seed: 3, snow: 180, bottom: 560, air: 0.25 }) + back.svg + P.firs(s, back.line, { count: 130, size: 70, spread: 90 }) + L.mist(s, { top: 560, bottom: 720, opacity: 0.5 }) + near.svg + P.wood(s, near.line, { count: 120, size: 70, spread: 230, colour: '#2C5640', light: '#6E9A55', blossom: '#C9566A' }) + P.village(s, [[960, 770, 96, 50], [1080, 786, 84, 44]], { roof: '#B9B4A8', wall: '#C9B08A' });
    }],
    3: [HOURS.moon, 94, (s) => {
      const shore = 560;
      const scene = L.sky(s, { low: 570, stars: 260, sun: { x: 900, y: 170, r: 42, moon: true, glow: 7 } }) + L.range(s, [[0, 330], [200, 250], [420, 370], [640, 440], [900, 460], [1150, 370], [1350, 240], [1600, 300]], { seed: 4, snow: 160, bottom: 590, rocky: 0.2 });
      const bank = L.slopes(s, [[0, 790], [500, 850], [1000, 860], [1600, 800]]);
      return L.lake(s, scene, { shore, tint: 0.25 }) + bank.svg + P.tents(s, [[330, 842, 120], [500, 858, 104]], { lit: true }) + P.village(s, [[1180, 840, 110, 50], [1310, 838, 96, 44]], { lit: true, wall: '#8E979C', roof: '#31465A' }) + P.walkers(s, [[720, 868]], { h: 48 });
    }],
    4: [HOURS.gold, 95, (s) => {
      const hill = L.terraces(s, [[0, 640], [400, 690], [900, 720], [1600, 640]], { tones: ['#8F9A4C', '#C2AE5A', '#6F7A3C'], spacing: 40 });
      return L.sky(s, { sun: { x: 1240, y: 210, r: 36, glow: 8 } }) + L.clouds(s, { amount: 0.4, bottom: 300 }) + L.range(s, [[0, 360], [160, 300], [330, 340], [520, 270], [700, 330], [900, 360], [1600, 420]], { seed: 5, snow: 140, bottom: 520, air: 0.4 }) + [[430, 0.55, 3], [500, 0.4, 4], [570, 0.2, 5]].map(([y, air, seed]) => L.ridge(s, [[0, y], [400, y + 30], [800, y - 10], [1200, y + 40], [1600, y]], { air, seed, colour: '#5F7446' }).svg + L.mist(s, { top: y + 20, bottom: y + 130, opacity: 0.6 })).join('') + hill.svg + B.chautari(s, 420, 800, 420) + P.walkers(s, [[720, 812, true], [770, 814]], { h: 46 });
    }],
  },
  'manaslu-circuit': {
    banner: [HOURS.dusk, 101, (s) => {
      const hill = L.slopes(s, [[0, 660], [300, 720], [700, 790], [1100, 780], [1600, 690]], { colour: '#33304F', light: '#5A4A60' });
      return L.sky(s, { stars: 20 }) + L.clouds(s, { amount: 0.4, top: 80, bottom: 360, opacity: 0.6 }) + L.range(s, MANASLU, { seed: 1, snow: 300, bottom: 740, air: 0.06, rough: 34 }) + L.ridge(s, [[0, 500], [260, 560], [600, 670], [900, 690], [1250, 600], [1600, 490]], { air: 0.2, colour: '#3C4468' }).svg + L.mist(s, { top: 600, bottom: 760, opacity: 0.5 }) + hill.svg +
        P.village(s, [[960, 780, 120, 70], [1110, 772, 96, 60], [840, 790, 96, 58]], { wall: '#A5594A', roof: '#C08A4A', lit: true }) + P.firs(s, hill.line, { from: 0, to: 420, count: 40, size: 110, spread: 50 }) + P.firs(s, hill.line, { from: 1300, to: 1600, count: 34, size: 120, spread: 50, seed: 6 }) + P.chorten(s, 660, 798, 120) + P.walkers(s, [[500, 800], [548, 806, true]], { h: 44 });
    }],
    1: [HOURS.noon, 102, (s) => {
      const left = L.slopes(s, [[0, 60], [140, 160], [300, 380], [430, 560], [560, 760], [700, 900], [1600, 1000]], { colour: '#3F5F4C', light: '#7F8F66', fine: 60, rough: 46 });
      const right = L.slopes(s, [[0, 1000], [820, 930], [960, 740], [1090, 520], [1230, 300], [1380, 140], [1600, 40]], { colour: '#375546', light: '#76875F', fine: 60, rough: 46, seed: 8 });
      return L.sky(s) + L.ridge(s, [[0, 200], [400, 360], [760, 600], [900, 560], [1200, 330], [1600, 160]], { air: 0.6, colour: '#4F7F74' }).svg + L.ridge(s, [[0, 260], [420, 520], [740, 720], [980, 620], [1300, 340], [1600, 220]], { air: 0.35, colour: '#45705F', seed: 6 }).svg + `<path fill="#BFDDDA" d="M760 700q60 50 0 100t60 110H560q90-60 120-110t80-100z"/>` + left.svg + right.svg + P.wood(s, left.line, { to: 600, count: 60, size: 44, spread: 420, colour: '#33573F' }) + P.wood(s, right.line, { from: 960, count: 60, size: 44, spread: 420, colour: '#2E5039', seed: 5 }) + P.bridge(s, [420, 580], [1110, 540], { sag: 52, posts: 40 }) + P.walkers(s, [[700, 622, true], [752, 622, true], [800, 620]], { h: 32 });
    }],
    2: [HOURS.morning, 103, (s) => {
      const shore = 640;
      const scene = L.sky(s, { low: 650 }) + L.range(s, MANASLU.map(([x, y]) => [x, y + 20]), { seed: 3, snow: 340, bottom: 660, air: 0.05, rough: 34 });
      const bank = L.slopes(s, [[0, 740], [300, 800], [760, 890], [1200, 860], [1600, 760]], { colour: '#7B7666', light: '#A69D84' });
      return L.lake(s, scene, { shore, colour: '#4E9C97', tint: 0.5 }) + bank.svg + P.boulders(s, { y: 840, count: 26, size: 80 }) + P.flags(s, [-20, 620], [420, 800], { count: 20, sag: 30 });
    }],
    3: [HOURS.dawn, 104, (s) => {
      const pass = L.slopes(s, [[0, 600], [300, 660], [700, 740], [1000, 730], [1300, 660], [1600, 600]], { colour: mix(s.hour.snowShade, s.hour.snow, 0.35), light: s.hour.snow, folds: 0.9 });
      return L.sky(s, { stars: 70, sun: { x: 780, y: 480, r: 26, glow: 11 } }) + L.range(s, [[0, 240], [150, 180], [300, 300], [480, 470], [680, 570], [860, 560], [1060, 440], [1240, 280], [1380, 200], [1600, 280]], { seed: 4, snow: 220, bottom: 740, rocky: 0.2 }) + pass.svg + P.flags(s, [420, 650], [1160, 670], { count: 38, sag: 40 }) + P.cairn(s, 420, 720, 76) + P.cairn(s, 1160, 730, 76) + P.walkers(s, [[640, 786], [690, 790], [740, 792, true], [792, 792, true]], { h: 46 });
    }],
    4: [HOURS.gold, 105, (s) => {
      const fields = L.terraces(s, [[0, 600], [400, 650], [900, 690], [1600, 620]], { tones: ['#B5603F', '#CF8452', '#93863E'], spacing: 42 });
      return L.sky(s) + L.range(s, [[0, 420], [240, 330], [420, 240], [560, 180], [680, 260], [860, 360], [1050, 300], [1250, 380], [1600, 360]], { seed: 5, snow: 240, bottom: 680, air: 0.2 }) + L.ridge(s, [[0, 500], [500, 580], [1000, 600], [1600, 480]], { air: 0.3, colour: '#6F7448' }).svg + fields.svg + P.maniWall(s, 180, 800, 420, 44) + P.chorten(s, 690, 806, 150) + P.village(s, [[1060, 730, 96, 56], [1190, 746, 100, 58], [1320, 720, 90, 52]], { roof: '#8B7F70', wall: '#CDB48C' }) + P.yaks(s, [[900, 830], [990, 846, -1]], { h: 44 });
    }],
  },
};
