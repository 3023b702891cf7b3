// The site's own picture, at the top of the home page by day and by night: a chautari above the valleys. Words stand over its
// left and upper part, so the summit and the trees keep to the right. In the tall ones, for phones, all that counts lies in the
// lower half. It is one land four times.
import { basket, clouds, greatTree, ground, hill, ledge, massif, moon, sitters, sky, stars, streaks, tufts, veil, village, walkers } from '../draw/layers.mjs';

const RANGE = [[-250, 490], [0, 470], [160, 430], [330, 470], [520, 430], [700, 450], [860, 385], [980, 325], [1085, 225], [1140, 255], [1240, 360], [1360, 410], [1480, 365], [1600, 420], [1850, 460]];

/** The land moved by [dx, dy]. */
function land(dx, dy, lit) {
  const move = (line) => line.map(([x, y]) => [x + dx, y + dy]);
  const at = (x, y) => [x + dx, y + dy];
  const meadow = move([[-1300, 990], [-300, 960], [300, 925], [800, 872], [1150, 842], [1500, 836], [1900, 820]]);
  return [
    massif({ line: move(RANGE), foot: 640 + dy, far: 0.2, scale: 0.8, haze: 0.8, snow: 590 + dy }),
    hill({ line: move([[-1300, 540], [-250, 560], [300, 600], [700, 575], [1100, 610], [1500, 560], [1850, 520]]), cover: 'hill', far: 0.4, foot: 760 + dy, mist: 0.55, relief: 0.8, edge: 'fir', size: 7 }),
    hill({ line: move([[-1300, 600], [-250, 610], [350, 660], [800, 690], [1300, 660], [1850, 590]]), cover: 'wood', far: 0.24, foot: 850 + dy, mist: 0.45, edge: 'fir', size: 12, marks: 'fir' }),
    veil({ y: 735 + dy, up: 50, down: 60, opacity: 0.3 }),
    hill({ line: move([[-1300, 660], [-250, 690], [200, 730], [700, 790], [1200, 760], [1850, 680]]), cover: 'rice', far: 0.14, steps: 2.2, scale: 0.9, relief: 0.6 }),
    village({ at: at(960, 818), spread: [120, 18], count: 15, size: 24, far: 0.12, lit }),
    village({ at: at(480, 800), spread: [90, 14], count: 10, size: 22, far: 0.14, lit }),
    ground({ line: meadow }),
    ledge({ at: at(1300, 905), size: 380 }),
    greatTree({ at: at(1228, 836), size: 430, lean: -0.04 }),
    greatTree({ at: at(1398, 838), size: 350, lean: 0.05 }),
    sitters([[...at(1170, 868), 74], [...at(1225, 868), 74]]),
    basket({ at: at(1440, 868), size: 46 }),
    ...(lit ? [] : [walkers([[...at(985, 914), 84]], { way: 1 })]),
    tufts({ x: [-60 + dx, 1660 + dx], base: meadow.map(([x, y]) => [x, y + 84]), count: 50, size: 20 }),
  ];
}

const nightSky = (below, at) => [sky({ horizon: below }), stars({ below, count: 220 }), moon({ at })];
export default {
  day: { hour: 'morning', seed: 31, layers: [sky({ horizon: 600 }), streaks([[820, 150, 420], [1180, 105, 330]]), clouds([[1290, 300, 260]], { opacity: 0.8 }), ...land(0, 0, false)] },
  night: { hour: 'night', light: 'right', seed: 31, layers: [...nightSky(600, [1390, 150]), ...land(0, 0, true)] },
  'day-tall': { hour: 'morning', seed: 31, layers: [sky({ horizon: 1200 }), streaks([[-40, 700, 360], [480, 640, 330]]), ...land(-860, 600, false)] },
  'night-tall': { hour: 'night', light: 'right', seed: 31, layers: [...nightSky(1200, [610, 690]), ...land(-860, 600, true)] },
};
