// The pictures of Upper Mustang and Rara.
import { HOURS, mix } from './light.mjs';
import * as B from './buildings.mjs';
import * as L from './land.mjs';
import * as P from './props.mjs';
import { dice } from './noise.mjs';

const RED = ['#C97F52', '#A85A3B', '#7C3B2C', '#E2A878'];
const GREY = ['#A9A59C', '#888580', '#64646A', '#C8C3B6'];

export const westScenes = {
  'upper-mustang': {
    banner: [HOURS.morning, 111, (s) => {
      const far = L.cliffs(s, [[0, 400], [200, 340], [420, 380], [640, 330], [860, 390], [1080, 330], [1300, 370], [1600, 320]], { air: 0.4, bottom: 760, seed: 2 });
      const mid = L.cliffs(s, [[0, 460], [240, 520], [420, 470], [600, 560], [760, 640], [1000, 650], [1180, 560], [1320, 480], [1460, 520], [1600, 440]], { air: 0.12, bottom: 760, tones: RED, seed: 3 });
      const plain = L.slopes(s, [[0, 690], [500, 720], [1100, 726], [1600, 690]], { colour: '#C2A069', light: '#DDC38C', rough: 10 });
      return L.sky(s) + L.clouds(s, { amount: 0.35, bottom: 230 }) + L.range(s, [[0, 330], [240, 260], [430, 300], [620, 230], [800, 290], [1000, 240], [1240, 290], [1600, 250]], { seed: 1, snow: 130, bottom: 520, air: 0.3 }) + far.svg + mid.svg + plain.svg + `<path fill="#7FA05A" d="M470 770q140-40 330-38t380 30l60 40-820 6z"/><path fill="#98B567" d="M520 776q140-30 290-30t300 22l-40 16-560 4z"/>` +
        P.wood(s, () => 742, { from: 470, to: 700, count: 12, size: 34, spread: 16, colour: '#4F7A48' }) + P.wood(s, () => 742, { from: 1050, to: 1180, count: 9, size: 34, spread: 16, colour: '#4F7A48', seed: 8 }) + B.fortTown(s, 640, 778, 430) + P.chorten(s, 330, 820, 130) + P.chorten(s, 420, 826, 90) + P.flags(s, [330, 690], [-30, 640], { count: 16, sag: 30 }) + P.walkers(s, [[1180, 850], [1230, 852, true], [1282, 852]], { h: 46 });
    }],
    1: [HOURS.noon, 112, (s) => {
      const wall = L.cliffs(s, [[0, 140], [200, 100], [460, 160], [760, 120], [1040, 180], [1280, 130], [1600, 200]], { bottom: 800, air: 0, flute: 44, tones: ['#D6A26A', '#BE8049', '#93562F', '#EBC795'], seed: 4 });
      const roll = dice(442);
      const holes = Array.from({ length: 46 }, (_, i) => [260 + (i % 12) * 92 + 40 * roll(), 330 + Math.floor(i / 12) * 92 + 26 * roll(), 18 + 16 * roll()]);
      const foot = L.slopes(s, [[0, 720], [500, 760], [1100, 750], [1600, 700]], { colour: '#B08E5C', light: '#D3B57E' });
      return L.sky(s) + wall.svg + B.caves(s, holes) + foot.svg + `<path fill="none" stroke="#5A3B22" stroke-width="5" d="M640 760l22-150M662 762l22-150M646 730h22M650 700h22M654 670h22M658 640h22"/>` + P.village(s, [[1080, 780, 110, 60], [1220, 776, 96, 54]], { flat: true, wall: '#EFE3CB', roof: '#B08A5A' }) + P.walkers(s, [[560, 790], [780, 800, true]], { h: 50 });
    }],
    2: [HOURS.dusk, 113, (s) => {
      const a = L.cliffs(s, [[0, 430], [260, 360], [500, 420], [760, 350], [1000, 430], [1300, 370], [1600, 420]], { air: 0.3, tones: GREY, bottom: 640, seed: 5 });
      const b = L.cliffs(s, [[0, 540], [300, 580], [620, 520], [900, 600], [1250, 540], [1600, 580]], { air: 0.1, tones: RED, bottom: 760, seed: 6 });
      const plain = L.slopes(s, [[0, 710], [600, 740], [1600, 700]], { colour: '#7A5A4A', light: '#A57B5C', rough: 10 });
      return L.sky(s) + L.clouds(s, { amount: 0.5, bottom: 360, opacity: 0.6 }) + L.range(s, [[0, 300], [240, 240], [480, 180], [700, 260], [1000, 300], [1300, 230], [1600, 280]], { seed: 2, snow: 170, bottom: 520, air: 0.2 }) + a.svg + b.svg + plain.svg + P.maniWall(s, 120, 800, 900, 50) + [[160, 760], [420, 770], [700, 768], [980, 772]].map(([x, y], i) => P.chorten(s, x, y, 90 + (i % 2) * 20)).join('') + P.walkers(s, [[1160, 826], [1220, 828]], { h: 50 });
    }],
    3: [HOURS.gold, 114, (s) => {
      const a = L.cliffs(s, [[0, 200], [200, 300], [380, 420], [560, 560], [760, 680], [900, 690], [1100, 600], [1280, 440], [1440, 300], [1600, 230]], { air: 0.1, bottom: 780, seed: 7 });
      const bed = L.slopes(s, [[0, 690], [500, 700], [1100, 700], [1600, 690]], { colour: '#A8A296', light: '#C6BFAE', rough: 8 });
      return L.sky(s) + L.range(s, [[0, 420], [360, 380], [560, 330], [700, 230], [780, 170], [880, 260], [1050, 350], [1600, 420]], { seed: 3, snow: 240, bottom: 700, air: 0.2 }) + a.svg + bed.svg + `<path fill="none" stroke="#D9E4E2" stroke-width="12" opacity=".9" d="M820 704q-140 30 60 60t-180 60-60 90"/><path fill="none" stroke="#D9E4E2" stroke-width="7" opacity=".8" d="M860 702q160 40 10 80t240 120"/>` + P.yaks(s, [[420, 790, 1, '#4A3526'], [510, 800, 1, '#7A6248'], [600, 796, 1]], { h: 46 }) + P.walkers(s, [[330, 800]], { h: 50 });
    }],
    4: [HOURS.moon, 115, (s) => {
      const a = L.cliffs(s, [[0, 480], [300, 520], [620, 470], [900, 540], [1250, 480], [1600, 520]], { air: 0.25, tones: ['#8C7B70', '#6B5C58', '#463F48', '#A8988A'], bottom: 740, seed: 8 });
      const plain = L.slopes(s, [[0, 720], [600, 740], [1600, 700]]);
      return L.sky(s, { stars: 340, sun: { x: 260, y: 170, r: 34, moon: true, glow: 6 } }) + L.range(s, [[0, 380], [300, 330], [600, 260], [860, 320], [1200, 270], [1600, 340]], { seed: 4, snow: 160, bottom: 600, air: 0.2 }) + a.svg + plain.svg + B.fortTown(s, 560, 800, 560, { night: true }) + P.flags(s, [380, 700], [566, 730], { count: 8, sag: 10 });
    }],
  },
  'rara-lake': {
    banner: [HOURS.morning, 121, (s) => {
      const shore = 560;
      const back = L.slopes(s, [[0, 430], [240, 380], [500, 440], [800, 480], [1100, 430], [1360, 370], [1600, 420]], { colour: '#4F7F6C', light: '#8CA878', bottom: 580 });
      const scene = L.sky(s, { low: 570 }) + L.clouds(s, { amount: 0.45, bottom: 240, opacity: 0.65 }) + L.range(s, [[0, 330], [240, 270], [440, 320], [700, 240], [900, 300], [1120, 250], [1400, 310], [1600, 280]], { seed: 1, snow: 120, bottom: 560, air: 0.35 }) + back.svg + P.firs(s, back.line, { count: 150, size: 54, spread: 90, clump: 0.2, colour: '#2F6454' });
      const bank = L.slopes(s, [[0, 730], [280, 780], [640, 880], [1000, 915], [1600, 900]], { colour: '#4F6B43', light: '#8FA35A' });
      return L.lake(s, scene, { shore, colour: '#2F7FA6', tint: 0.5 }) + bank.svg + P.firs(s, bank.line, { from: 0, to: 240, count: 22, size: 230, spread: 40, clump: 0.6 }) + P.tents(s, [[330, 838, 110], [470, 864, 100]], {}) + P.walkers(s, [[270, 822]], { h: 48 });
    }],
    1: [HOURS.dusk, 122, (s) => {
      const shore = 540;
      const back = L.slopes(s, [[0, 420], [300, 360], [620, 430], [950, 470], [1300, 380], [1600, 430]], { colour: '#3C3F66', light: '#5F5578', bottom: 560 });
      const scene = L.sky(s, { low: 550, sun: { x: 1020, y: 380, r: 34, glow: 10 } }) + L.clouds(s, { amount: 0.55, top: 100, bottom: 360, opacity: 0.7 }) + L.ridge(s, [[0, 400], [400, 350], [800, 420], [1200, 370], [1600, 400]], { air: 0.5, bottom: 560 }).svg + back.svg + P.firs(s, back.line, { count: 130, size: 50, spread: 80 });
      const bank = L.slopes(s, [[0, 800], [500, 860], [1100, 890], [1600, 820]]);
      return L.lake(s, scene, { shore, tint: 0.25 }) + bank.svg + P.firs(s, bank.line, { from: 1240, to: 1600, count: 24, size: 300, spread: 60, clump: 0.6 }) + `<g transform="translate(560 690)"><path fill="#1D2140" d="M-90 0q90 30 180 0l-14 20q-76 14-150 0z"/></g>` + P.walkers(s, [[560, 696]], { h: 40 });
    }],
    2: [HOURS.noon, 123, (s) => {
      const hill = L.slopes(s, [[0, 760], [400, 700], [800, 720], [1200, 800], [1600, 860]], { colour: '#7C8450', light: '#AEB06A' });
      const far = L.slopes(s, [[0, 360], [400, 410], [800, 380], [1200, 420], [1600, 360]], { colour: '#5F8F7C', light: '#8FB08C', bottom: 900 });
      return L.sky(s) + L.clouds(s, { amount: 0.35, bottom: 220 }) + L.range(s, [[0, 300], [300, 250], [600, 290], [900, 230], [1200, 280], [1600, 240]], { seed: 3, snow: 110, bottom: 440, air: 0.35 }) + far.svg + P.firs(s, far.line, { count: 160, size: 44, spread: 80, clump: 0.3 }) + `<path fill="#2E86B0" d="M120 560q300-70 700-60t660 70q60 60-120 90t-560 30-560-40-120-90z"/><path fill="#6FB7D3" opacity=".6" d="M300 560q260-30 560-24t430 40q-200 10-480 6t-510-22z"/>` + P.firs(s, () => 660, { from: 60, to: 1560, count: 110, size: 60, spread: 60, clump: 0.3, colour: '#2A5F48' }) + hill.svg + P.cairn(s, 520, 728, 70) + P.flags(s, [520, 664], [1010, 750], { count: 24, sag: 24 }) + P.walkers(s, [[640, 736], [690, 740]], { h: 46 });
    }],
    3: [HOURS.gold, 124, (s) => {
      const fields = L.terraces(s, [[0, 560], [400, 620], [900, 660], [1600, 580]], { tones: ['#C79A45', '#DDBB6A', '#8F8A44'], spacing: 40 });
      return L.sky(s) + L.clouds(s, { amount: 0.3 }) + L.ridge(s, [[0, 330], [300, 260], [600, 340], [900, 280], [1250, 350], [1600, 280]], { air: 0.5, colour: '#6F8068' }).svg + L.ridge(s, [[0, 440], [400, 500], [900, 450], [1600, 420]], { air: 0.2, colour: '#5C6A40', seed: 7 }).svg + fields.svg + P.village(s, [[760, 690, 84, 56], [860, 700, 90, 60], [700, 750, 96, 62], [820, 770, 100, 64], [960, 752, 92, 58], [940, 690, 70, 48]], { flat: true, wall: '#C9A97B', roof: '#8F7650' }) + P.wood(s, fields.line, { from: 1150, to: 1560, count: 20, size: 70, spread: 200, colour: '#56642F' }) + P.walkers(s, [[470, 820, true], [520, 822]], { h: 48 });
    }],
    4: [HOURS.moon, 125, (s) => {
      const shore = 560;
      const back = L.slopes(s, [[0, 440], [300, 390], [620, 450], [950, 480], [1300, 400], [1600, 450]], { colour: '#16283A', light: '#203A50', bottom: 580 });
      const scene = L.sky(s, { low: 570, stars: 420, sun: { x: 620, y: 160, r: 30, moon: true, glow: 6 } }) + L.ridge(s, [[0, 420], [400, 370], [800, 420], [1200, 380], [1600, 420]], { air: 0.3, bottom: 570 }).svg + back.svg + P.firs(s, back.line, { count: 130, size: 50, spread: 80, colour: mix('#12263A', '#000000', 0.2) });
      const bank = L.slopes(s, [[0, 800], [400, 850], [1000, 870], [1600, 830]]);
      return L.lake(s, scene, { shore, tint: 0.2 }) + bank.svg + P.tents(s, [[860, 868, 130], [1030, 876, 116]], { lit: true }) + P.firs(s, bank.line, { from: 0, to: 330, count: 22, size: 300, spread: 60, clump: 0.6 }) + P.walkers(s, [[780, 872]], { h: 48 });
    }],
  },
};
