// The pictures of the three Everest treks.
import { HOURS, mix } from './light.mjs';
import * as L from './land.mjs';
import * as P from './props.mjs';

// Skylines as seen from Kala Patthar, Tengboche and Gokyo Ri; x, y of the summits.
const KALA_PATTHAR = [[0, 430], [120, 350], [250, 395], [360, 330], [470, 360], [600, 268], [700, 300], [790, 232], [850, 262], [960, 300], [1080, 210], [1190, 120], [1330, 270], [1450, 330], [1600, 400]];
const EVEREST_WALL = [[0, 470], [160, 400], [330, 330], [520, 265], [700, 300], [860, 215], [980, 160], [1090, 240], [1230, 215], [1330, 255], [1500, 380], [1600, 420]];
export const AMA_DABLAM = [[0, 560], [200, 470], [360, 500], [520, 400], [640, 300], [700, 310], [800, 170], [860, 120], [905, 190], [985, 330], [1060, 318], [1180, 430], [1350, 520], [1600, 500]];
const THAMSERKU = [[0, 330], [150, 210], [260, 290], [400, 190], [520, 300], [700, 440], [900, 520], [1200, 560], [1600, 520]];

export const everestScenes = {
  'everest-base-camp': {
    banner: [HOURS.dawn, 11, (s) => {
      const hill = L.slopes(s, [[0, 690], [260, 742], [620, 800], [1000, 792], [1300, 742], [1600, 664]]);
      return L.sky(s, { sun: { x: 1130, y: 268, r: 30, glow: 10 } }) + L.clouds(s, { amount: 0.3 }) +
        L.range(s, EVEREST_WALL, { seed: 1, snow: 225, bottom: 730, air: 0.1 }) +
        L.range(s, [[0, 400], [80, 330], [190, 440], [370, 590], [560, 680], [900, 705], [1280, 640], [1440, 505], [1600, 420]], { seed: 2, snow: 120, bottom: 810, rough: 60, rocky: 0.35 }) +
        hill.svg + P.flags(s, [-20, 560], [470, 742], { count: 20, sag: 46 }) + P.flags(s, [470, 742], [1318, 700], { count: 30, sag: 34, size: 20 }) +
        P.cairn(s, 470, 790, 58) + P.chorten(s, 1330, 752, 150, { eyes: true }) + P.walkers(s, [[690, 806], [738, 810, true], [786, 812]], { h: 40 });
    }],
    1: [HOURS.noon, 12, (s) => {
      const hill = L.slopes(s, [[0, 610], [200, 700], [520, 830], [1000, 860], [1400, 800], [1600, 720]], { colour: '#5F625F', light: '#85857E', fine: 60, rough: 30 });
      return L.sky(s) + L.clouds(s, { amount: 0.25, top: 40, bottom: 240 }) +
        L.range(s, [[0, 260], [170, 150], [330, 300], [520, 380], [700, 330], [860, 400], [1040, 350], [1240, 190], [1400, 90], [1600, 230]], { seed: 3, snow: 330, bottom: 800, air: 0.08, rocky: 0.1 }) +
        L.icefall(s, [[560, 330], [700, 360], [880, 345], [980, 420], [1120, 560], [1330, 690], [1600, 760], [1600, 870], [0, 870], [180, 760], [420, 660], [560, 540], [600, 430]], { size: 92 }) +
        hill.svg + P.tents(s, [[300, 782, 74], [400, 800, 66], [520, 834, 84], [655, 846, 70], [1240, 840, 78]], {}) + P.flags(s, [60, 600], [430, 800], { count: 22, sag: 30, size: 20 }) + P.walkers(s, [[880, 862], [922, 864, true]], { h: 38 });
    }],
    2: [HOURS.morning, 13, (s) => {
      const mid = L.slopes(s, [[0, 560], [300, 600], [640, 690], [1000, 700], [1300, 640], [1600, 560]], { colour: '#4F7561', light: '#8CA470' });
      const near = L.slopes(s, [[0, 760], [400, 740], [900, 790], [1600, 730]]);
      return L.sky(s) + L.clouds(s, { amount: 0.35, bottom: 260 }) +
        L.range(s, THAMSERKU, { seed: 4, snow: 240, bottom: 690, air: 0.08 }) +
        L.ridge(s, [[500, 560], [800, 470], [1100, 400], [1350, 330], [1600, 300]], { air: 0.35, seed: 4 }).svg + mid.svg +
        P.village(s, [[470, 650, 44], [540, 672, 50], [620, 662, 42], [600, 712, 54], [700, 700, 48], [770, 682, 40], [690, 744, 56], [800, 736, 52], [880, 706, 46], [900, 752, 56], [980, 720, 44], [1010, 768, 54], [1090, 726, 46]], { roof: '#3C7A9A' }) +
        P.firs(s, mid.line, { from: 0, to: 420, count: 60, size: 54, spread: 90 }) + P.firs(s, mid.line, { from: 1180, to: 1600, count: 60, size: 54, spread: 80, seed: 5 }) + near.svg + P.firs(s, near.line, { count: 46, size: 120, seed: 3, spread: 70, clump: 0.3 }) + P.flags(s, [-20, 640], [700, 700], { count: 26, sag: 44 });
    }],
    3: [HOURS.morning, 14, (s) => {
      const bank = L.slopes(s, [[0, 520], [240, 560], [460, 690], [700, 900], [900, 900], [1160, 680], [1380, 560], [1600, 500]], { colour: '#2F5A4C', light: '#6E8A58', rough: 30, fine: 90 });
      return L.sky(s) + L.range(s, [[0, 470], [300, 420], [560, 330], [700, 240], [800, 150], [870, 250], [1000, 320], [1300, 440], [1600, 480]], { seed: 5, snow: 220, bottom: 860, air: 0.15 }) +
        L.ridge(s, [[0, 380], [300, 480], [560, 600], [780, 690], [1000, 610], [1300, 470], [1600, 330]], { air: 0.25, colour: '#5B8378', seed: 8 }).svg +
        `<path fill="${mix('#BFE0DF', s.hour.haze, 0.2)}" d="M770 690q40 30 34 66t-30 56 70 90H650q70-50 66-92t54-120z"/>` + bank.svg +
        P.firs(s, bank.line, { from: 0, to: 640, count: 90, size: 92, spread: 150 }) + P.firs(s, bank.line, { from: 960, to: 1600, count: 90, size: 92, spread: 150, seed: 7 }) +
        P.bridge(s, [300, 560], [1330, 560], { sag: 46 }) + P.flags(s, [300, 516], [1330, 516], { sag: 40, count: 46, size: 20 }) + P.walkers(s, [[700, 602], [760, 604, true], [812, 606, true]], { h: 34 });
    }],
    4: [HOURS.moon, 15, (s) => {
      const hill = L.slopes(s, [[0, 770], [400, 740], [800, 780], [1200, 760], [1600, 720]]);
      return L.sky(s, { stars: 210, sun: { x: 330, y: 150, r: 34, moon: true, glow: 6 } }) +
        L.range(s, AMA_DABLAM, { seed: 6, snow: 300, bottom: 720, air: 0.1, rough: 34 }) + L.ridge(s, [[0, 600], [400, 650], [900, 690], [1300, 620], [1600, 560]], { air: 0.1, colour: s.hour.near, seed: 3 }).svg + L.mist(s, { top: 600, bottom: 760, opacity: 0.5 }) +
        hill.svg + P.village(s, [[980, 776, 70, 44], [1090, 786, 90, 50], [1250, 776, 64, 42]], { lit: true, wall: '#B8B2A6', roof: '#34536B' }) + P.chorten(s, 640, 788, 120) + P.firs(s, hill.line, { from: 0, to: 480, size: 90, count: 26 });
    }],
  },
  'everest-three-passes': {
    banner: [HOURS.noon, 21, (s) => {
      const shore = 668;
      const scene = L.sky(s, { low: 700 }) + L.clouds(s, { amount: 0.3, bottom: 220 }) + L.range(s, [[0, 400], [140, 330], [260, 360], [420, 260], [560, 300], [720, 200], [830, 120], [930, 210], [1060, 250], [1180, 190], [1330, 300], [1480, 330], [1600, 300]], { seed: 2, snow: 190, bottom: 690, air: 0.06 }) +
        L.range(s, [[0, 330], [110, 400], [280, 560], [420, 650], [700, 730], [1200, 740], [1380, 560], [1500, 430], [1600, 360]], { seed: 3, snow: 60, bottom: 690, rocky: 0.5, rough: 50 });
      const bank = L.slopes(s, [[0, 770], [240, 820], [600, 880], [1000, 905], [1300, 870], [1600, 790]], { colour: '#4D5148', light: '#7C7C66' });
      return L.lake(s, scene, { shore, colour: '#2F93AE', tint: 0.5 }) + bank.svg + P.cairn(s, 300, 838, 84) + P.cairn(s, 380, 852, 50) + P.flags(s, [300, 760], [1310, 800], { sag: 50, count: 36, size: 22 }) + P.cairn(s, 1310, 876, 80) + P.walkers(s, [[980, 906], [1030, 908]], { h: 40 });
    }],
    1: [HOURS.dawn, 22, (s) => {
      const snow = L.slopes(s, [[0, 520], [250, 610], [560, 760], [900, 800], [1200, 690], [1600, 560]], { colour: mix(s.hour.snowShade, s.hour.snow, 0.25), light: s.hour.snow, rough: 20, folds: 0.8 });
      return L.sky(s, { sun: { x: 1190, y: 330, r: 24, glow: 9 }, stars: 40 }) + L.range(s, [[0, 430], [200, 380], [420, 470], [640, 360], [800, 420], [1000, 330], [1190, 390], [1400, 320], [1600, 380]], { seed: 4, snow: 120, bottom: 680, air: 0.4 }) +
        L.range(s, [[0, 250], [140, 190], [300, 340], [470, 560], [640, 720], [900, 760], [1130, 610], [1300, 380], [1430, 250], [1600, 170]], { seed: 5, snow: 170, bottom: 860, rocky: 0.4, rough: 60 }) + snow.svg +
        P.walkers(s, [[600, 806], [660, 816], [720, 822, true], [786, 826]], { h: 46 }) + P.flags(s, [250, 560], [1250, 640], { sag: 60, count: 40, size: 20 });
    }],
    2: [HOURS.dusk, 23, (s) => {
      const hill = L.slopes(s, [[0, 700], [300, 760], [800, 840], [1200, 800], [1600, 700]]);
      return L.sky(s) + L.clouds(s, { amount: 0.45, top: 120, bottom: 380, opacity: 0.6 }) + L.range(s, KALA_PATTHAR, { seed: 6, snow: 210, bottom: 720, air: 0.08 }) +
        L.ridge(s, [[0, 560], [300, 620], [700, 690], [1100, 650], [1600, 560]], { air: 0.2, colour: s.hour.near }).svg + hill.svg + P.cairn(s, 1180, 812, 90) + P.walkers(s, [[1040, 822], [1090, 820, true]], { h: 46 }) + P.flags(s, [1180, 730], [1640, 560], { count: 18, sag: 40 });
    }],
    3: [HOURS.morning, 24, (s) => {
      const floor = L.slopes(s, [[0, 690], [500, 730], [1000, 740], [1600, 690]], { colour: '#7C7A58', light: '#A39B66', rough: 12 });
      const river = `<path fill="#B9DADD" d="M860 742q-60 30 40 50t-90 50q-120 30-60 60h260q-80-30 10-60t0-60q-100-14-60-40z"/>`;
      return L.sky(s) + L.clouds(s, { amount: 0.2 }) + L.range(s, [[0, 300], [160, 220], [330, 330], [520, 430], [760, 540], [1000, 480], [1180, 340], [1330, 210], [1460, 290], [1600, 250]], { seed: 7, snow: 180, bottom: 740, air: 0.1, rocky: 0.15 }) + floor.svg + river +
        P.village(s, [[330, 760, 66, 36], [430, 776, 84, 42], [250, 792, 70, 38]], { roof: '#7F5A44', wall: '#B5ACA0' }) + P.yaks(s, [[1120, 800], [1220, 826, -1], [1310, 808, 1, '#5A4A40'], [1420, 846]], { h: 40 }) + P.maniWall(s, 520, 830, 190, 30);
    }],
    4: [HOURS.moon, 25, (s) => {
      const hill = L.slopes(s, [[0, 640], [200, 720], [600, 820], [1200, 840], [1600, 760]]);
      return L.sky(s, { stars: 260, sun: { x: 1240, y: 190, r: 40, moon: true, glow: 6 } }) + L.range(s, [[0, 420], [240, 350], [420, 270], [560, 180], [660, 260], [820, 380], [1000, 350], [1200, 440], [1600, 400]], { seed: 8, snow: 260, bottom: 760, air: 0.08 }) + L.mist(s, { top: 560, bottom: 780, opacity: 0.6 }) + hill.svg +
        P.tents(s, [[700, 838, 110], [860, 848, 96]], { lit: true }) + P.walkers(s, [[600, 828]], { h: 46 });
    }],
  },
  'everest-panorama': {
    banner: [HOURS.morning, 31, (s) => {
      const ridge = L.slopes(s, [[0, 640], [300, 690], [640, 760], [900, 742], [1200, 690], [1600, 620]], { colour: '#3D6553', light: '#7F9A62' });
      const near = L.slopes(s, [[0, 800], [500, 850], [1100, 860], [1600, 800]]);
      return L.sky(s, { sun: { x: 260, y: 150, r: 34, glow: 7 } }) + L.clouds(s, { amount: 0.35, bottom: 300 }) + L.range(s, [[0, 470], [180, 400], [330, 330], [430, 370], [560, 330], [700, 360], [860, 470], [980, 420], [1080, 320], [1170, 220], [1225, 180], [1275, 250], [1370, 400], [1470, 390], [1600, 460]], { seed: 1, snow: 210, bottom: 720, air: 0.1 }) +
        L.ridge(s, [[0, 540], [260, 600], [600, 680], [1000, 640], [1600, 540]], { air: 0.3, colour: '#5F8A80' }).svg + L.mist(s, { top: 560, bottom: 720, opacity: 0.55 }) + ridge.svg +
        P.village(s, [[820, 770, 120, 62], [985, 764, 90, 52], [700, 782, 84, 48]], { wall: '#B4573F', roof: '#D9A441' }) + P.chorten(s, 610, 778, 100) + P.firs(s, ridge.line, { from: 0, to: 540, count: 60, size: 76, spread: 60 }) + P.firs(s, ridge.line, { from: 1150, to: 1600, count: 50, size: 76, spread: 60, seed: 4 }) + near.svg + P.rhododendron(s, { x: 0, y: 930, reach: 440, seed: 2 });
    }],
    1: [HOURS.dusk, 32, (s) => {
      const hill = L.slopes(s, [[0, 720], [400, 760], [900, 790], [1600, 740]]);
      return L.sky(s, { stars: 30 }) + L.range(s, AMA_DABLAM, { seed: 2, snow: 280, bottom: 740, air: 0.06, rough: 34 }) + L.ridge(s, [[0, 640], [500, 690], [1000, 680], [1600, 600]], { air: 0.15, colour: s.hour.near }).svg + hill.svg + P.chorten(s, 340, 772, 170, { eyes: true }) + P.flags(s, [340, 600], [1100, 800], { count: 34, sag: 40 }) + P.flags(s, [340, 600], [-30, 700], { count: 14, sag: 20 }) + P.firs(s, hill.line, { from: 1120, to: 1600, size: 110, count: 26 });
    }],
    2: [HOURS.noon, 33, (s) => {
      const fields = L.terraces(s, [[0, 620], [500, 660], [1000, 650], [1600, 600]], { tones: ['#8FA25C', '#A9B36B', '#6F8A4C'], spacing: 44 });
      return L.sky(s) + L.clouds(s, { amount: 0.4, bottom: 280 }) + L.range(s, [[0, 330], [260, 240], [480, 140], [640, 250], [900, 380], [1200, 330], [1400, 400], [1600, 360]], { seed: 3, snow: 130, bottom: 690, air: 0.1, rocky: 0.3 }) + fields.svg +
        P.village(s, [[200, 690, 74], [320, 716, 80], [460, 700, 66], [900, 700, 76], [1030, 730, 84], [1180, 712, 70], [700, 760, 90], [1340, 770, 96]], { roof: '#2F7A55' }) + P.maniWall(s, 420, 820, 320, 40) + P.walkers(s, [[820, 826, true], [880, 830]], { h: 44 });
    }],
    3: [HOURS.gold, 34, (s) => {
      const mid = L.slopes(s, [[0, 500], [300, 560], [700, 700], [1000, 680], [1600, 520]], { colour: '#6B6A3A', light: '#B0923F' });
      const near = L.slopes(s, [[0, 760], [600, 840], [1200, 830], [1600, 740]]);
      return L.sky(s, { sun: { x: 1300, y: 170, r: 36 } }) + L.range(s, THAMSERKU, { seed: 5, snow: 220, bottom: 680, air: 0.2 }) + L.ridge(s, [[400, 640], [900, 520], [1300, 400], [1600, 330]], { air: 0.4, colour: '#9A9A70' }).svg + mid.svg + P.wood(s, mid.line, { count: 150, size: 34, spread: 160, colour: '#7A6A2F', light: '#D1A243' }) + near.svg + P.firs(s, near.line, { size: 150, count: 40, spread: 60 }) + P.birds(s, [[760, 260, 34], [820, 300, 26], [700, 320, 22]]);
    }],
    4: [HOURS.storm, 35, (s) => {
      const strip = L.slopes(s, [[0, 690], [400, 700], [900, 730], [1600, 800]], { colour: '#5E6F5B', light: '#8A9872', rough: 12 });
      return L.sky(s) + L.clouds(s, { amount: 0.75, top: 20, bottom: 420, opacity: 0.5, high: 70 }) + L.range(s, [[0, 360], [250, 260], [500, 350], [800, 470], [1100, 430], [1350, 310], [1600, 380]], { seed: 6, snow: 130, bottom: 700, air: 0.3 }) + L.ridge(s, [[0, 520], [400, 580], [900, 660], [1300, 600], [1600, 520]], { air: 0.3, colour: '#4F6F66' }).svg + L.mist(s, { top: 500, bottom: 720, opacity: 0.8 }) + strip.svg +
        `<path fill="#8B8F90" d="M250 792L1060 742l26 5-706 76z"/><path fill="none" stroke="#F4F1E8" stroke-width="4" stroke-dasharray="30 22" d="M320 804L1070 745"/>` +
        P.twinOtter(s, 1010, 600, 1.4) + P.village(s, [[1260, 800, 80], [1380, 822, 96]], { roof: '#3C7A9A' });
    }],
  },
};
