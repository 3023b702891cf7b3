// The pictures of the blog articles and the one that stands in where a picture is missing.
import { HOURS, mix } from './light.mjs';
import * as B from './buildings.mjs';
import * as L from './land.mjs';
import * as P from './props.mjs';

const hills = (s, rows) => rows.map(([y, air, seed]) => L.ridge(s, [[0, y], [300, y + 46], [700, y + 6], [1100, y + 56], [1600, y - 10]], { air, seed, colour: mix(s.hour.near, s.hour.far, 0.5) }).svg + L.mist(s, { top: y + 20, bottom: y + 150, opacity: 0.5 })).join('');

function underTheTrees(s) {
  const ground = L.slopes(s, [[0, 730], [500, 762], [1100, 770], [1600, 720]], { colour: '#7C8450', light: '#AEA867', rough: 10 });
  return L.sky(s, { sun: { x: 1290, y: 250, r: 40, glow: 8 } }) + L.clouds(s, { amount: 0.35, bottom: 300 }) + L.range(s, [[0, 400], [200, 350], [420, 300], [620, 340], [840, 260], [1000, 210], [1120, 280], [1340, 340], [1600, 300]], { seed: 1, snow: 150, bottom: 560, air: 0.3 }) + hills(s, [[470, 0.45, 3], [550, 0.28, 4], [630, 0.12, 5]]) + ground.svg + B.chautari(s, 560, 836, 560) + P.walkers(s, [[960, 836, true], [1030, 838, true], [1096, 836]], { h: 62 });
}

export const articleScenes = {
  blogs: {
    'going-up-slowly': [HOURS.dawn, 201, (s) => {
      const slope = L.slopes(s, [[0, 860], [300, 790], [700, 660], [1050, 520], [1300, 430], [1600, 340]], { colour: '#6B5F58', light: '#B7A48E', fine: 80 });
      return L.sky(s, { stars: 90 }) + L.range(s, [[0, 340], [200, 260], [380, 180], [520, 270], [760, 360], [1000, 420], [1600, 460]], { seed: 1, snow: 260, bottom: 780, air: 0.08 }) + L.mist(s, { top: 560, bottom: 820, opacity: 0.9 }) + slope.svg + P.walkers(s, [[560, 724], [640, 694], [726, 660], [812, 624, true], [900, 588]], { h: 54 }) + P.cairn(s, 1260, 462, 84) + P.flags(s, [1260, 384], [1640, 230], { count: 16, sag: 20 });
    }],
    'a-night-in-a-teahouse': [HOURS.moon, 202, (s) => {
      const floor = L.slopes(s, [[0, 740], [500, 790], [1000, 790], [1600, 730]]);
      return L.sky(s, { stars: 320 }) + L.range(s, [[0, 420], [220, 340], [420, 400], [640, 280], [800, 190], [900, 250], [1080, 380], [1300, 340], [1600, 420]], { seed: 2, snow: 280, bottom: 790, air: 0.06 }) + L.mist(s, { top: 620, bottom: 800, opacity: 0.5 }) + floor.svg + B.teahouse(s, 560, 830, 470) + P.yaks(s, [[1180, 830], [1280, 842, -1]], { h: 52 }) + P.flags(s, [1040, 650], [1560, 720], { count: 22, sag: 36 });
    }],
    'packing-for-three-passes': [HOURS.noon, 203, (s) => {
      const pass = L.slopes(s, [[0, 470], [300, 560], [640, 720], [900, 750], [1200, 680], [1600, 520]], { colour: '#8F8B84', light: '#F4F3EE', folds: 0.6, fine: 80 });
      return L.sky(s) + L.clouds(s, { amount: 0.2, bottom: 200 }) + L.range(s, [[0, 180], [180, 120], [340, 280], [540, 500], [760, 640], [980, 640], [1180, 460], [1340, 240], [1470, 150], [1600, 220]], { seed: 3, snow: 240, bottom: 820, rocky: 0.25 }) + pass.svg + P.walkers(s, [[700, 800, true], [790, 806], [870, 806, true]], { h: 76 }) + P.flags(s, [200, 470], [1420, 520], { count: 46, sag: 60, size: 26 }) + P.boulders(s, { y: 850, count: 18, size: 90 });
    }],
    'when-to-go-to-mustang': [HOURS.gold, 204, (s) => {
      const a = L.cliffs(s, [[0, 330], [260, 280], [520, 350], [820, 290], [1100, 350], [1350, 290], [1600, 330]], { air: 0.25, bottom: 700, seed: 3 });
      const b = L.cliffs(s, [[0, 520], [220, 470], [420, 560], [640, 650], [900, 660], [1200, 580], [1420, 480], [1600, 530]], { air: 0.05, bottom: 780, tones: ['#C97F52', '#A85A3B', '#7C3B2C', '#E2A878'], seed: 4 });
      const plain = L.slopes(s, [[0, 730], [800, 750], [1600, 720]], { colour: '#B99A62', light: '#D9BE85', rough: 8 });
      return L.sky(s) + L.clouds(s, { amount: 0.5, bottom: 280, opacity: 0.7 }) + a.svg + b.svg + plain.svg + P.chorten(s, 1160, 820, 200) + P.flags(s, [1160, 616], [1640, 560], { count: 18, sag: 30 }) + P.walkers(s, [[560, 830], [640, 832]], { h: 62 });
    }],
    'what-a-trek-costs': [HOURS.morning, 205, (s) => {
      const fields = L.terraces(s, [[0, 540], [400, 600], [900, 640], [1600, 540]], { tones: ['#88A654', '#B2C26C', '#5F8846'], spacing: 40 });
      return L.sky(s) + L.clouds(s, { amount: 0.4, bottom: 240 }) + L.range(s, [[0, 360], [240, 280], [460, 220], [640, 290], [900, 350], [1120, 260], [1300, 320], [1600, 300]], { seed: 5, snow: 200, bottom: 720, air: 0.15, foot: 480 }) + fields.svg + P.village(s, [[880, 690, 120, 70], [1040, 712, 130, 76], [940, 800, 140, 82]], { roof: '#5F7282', wall: '#F0E7D6' }) + P.walkers(s, [[420, 800, true], [520, 806, true], [620, 806, true]], { h: 70 });
    }],
    'rara-in-october': [HOURS.dusk, 206, (s) => {
      const shore = 570;
      const back = L.slopes(s, [[0, 440], [260, 380], [560, 450], [900, 480], [1240, 400], [1600, 450]], { colour: '#4B466B', light: '#8A6A70', bottom: 590 });
      const scene = L.sky(s, { low: 580 }) + L.clouds(s, { amount: 0.6, top: 80, bottom: 370, opacity: 0.7 }) + L.range(s, [[0, 330], [300, 270], [600, 320], [860, 250], [1200, 310], [1600, 280]], { seed: 6, snow: 120, bottom: 560, air: 0.35 }) + back.svg + P.firs(s, back.line, { count: 120, size: 54, spread: 80 });
      const bank = L.slopes(s, [[0, 820], [600, 880], [1200, 860], [1600, 780]]);
      return L.lake(s, scene, { shore, tint: 0.25 }) + bank.svg + P.firs(s, bank.line, { from: 1300, to: 1600, count: 18, size: 280, spread: 40, clump: 0.6 }) + P.tents(s, [[900, 868, 130]], { lit: true });
    }],
    'the-stone-under-the-tree': [HOURS.gold, 207, underTheTrees],
    default: [HOURS.morning, 208, (s) => L.sky(s, { sun: { x: 1180, y: 230, r: 36, glow: 8 } }) + L.clouds(s, { amount: 0.35, bottom: 280 }) + L.range(s, [[0, 430], [240, 340], [460, 390], [680, 270], [820, 200], [920, 290], [1120, 380], [1340, 320], [1600, 400]], { seed: 7, snow: 190, bottom: 640, air: 0.15 }) + hills(s, [[520, 0.4, 3], [600, 0.25, 4], [690, 0.1, 5]]) + L.slopes(s, [[0, 800], [600, 830], [1600, 780]]).svg],
  },
};
