import { chorten, cliff, clouds, flagPoles, flags, gompa, ground, hill, maniWall, massif, moon, ribbon, sky, stand, stars, streaks, village, walkers, yaks } from '../draw/layers.mjs';

const MUD = ['#e6d3ad', '#d8b98a', '#c79a6a'];
export default {
  // Lo Manthang in its plain between ochre and grey walls.
  banner: { hour: 'morning', seed: 111, layers: [
    sky({ horizon: 500 }), clouds([[240, 130, 320], [1100, 170, 260]]),
    massif({ line: [[-250, 370], [0, 350], [240, 290], [430, 330], [620, 260], [800, 320], [1000, 260], [1240, 320], [1800, 280]], foot: 520, far: 0.3, scale: 0.6 }),
    hill({ line: [[-100, 430], [200, 390], [420, 430], [640, 390], [860, 440], [1080, 390], [1300, 420], [1700, 390]], cover: 'ochre', far: 0.36, edge: 'rock', scale: 0.8, foot: 620, mist: 0.4 }),
    cliff({ line: [[-100, 420], [100, 450], [320, 500], [520, 560], [680, 640], [760, 700]], cover: 'ochre', far: 0.12, foot: 700 }),
    cliff({ line: [[1000, 700], [1100, 620], [1260, 540], [1440, 500], [1700, 440]], cover: 'red', bands: ['ochre', 'sand'], far: 0.12, foot: 700, caves: [[1310, 610], [1350, 606], [1400, 622], [1460, 600]] }),
    ground({ line: [[-100, 680], [500, 690], [1000, 688], [1700, 676]], cover: 'sand', worn: 'ochre' }),
    ground({ line: [[-60, 960], [180, 872], [420, 795], [640, 748], [880, 734], [1150, 745], [1340, 780], [1540, 830], [1700, 880]], cover: 'barley', worn: 'grass', far: 0.04 }),
    village({ at: [870, 792], spread: [230, 30], count: 34, size: 54, flat: true, walls: ['#f3ead6', ...MUD.slice(0, 2)] }),
    gompa({ at: [820, 792], size: 100 }), gompa({ at: [1000, 784], size: 84 }),
    chorten({ at: [280, 900], size: 130 }), chorten({ at: [390, 880], size: 96, colour: '#c98a2e' }),
    walkers([[560, 935, 88], [624, 928, 86]]), stand({ kind: 'birch', x: [1190, 1420], base: 812, depth: 30, count: 12, size: [70, 110], rows: 2, cover: 'wood' }),
  ] },
  // The fluted cliffs of Chhuksang and Tetang.
  1: { hour: 'noon', seed: 112, layers: [
    sky({ horizon: 420 }), streaks([[760, 90, 420]]),
    cliff({ line: [[-100, 150], [200, 110], [460, 160], [760, 120], [1040, 190], [1280, 130], [1700, 190]], cover: 'red', bands: ['ochre', 'sand'], far: 0.18, foot: 800, scale: 1.3, caves: [[520, 430], [560, 424], [610, 436], [660, 428], [980, 470], [1030, 462]] }),
    cliff({ line: [[-100, 520], [160, 560], [400, 640], [560, 740], [640, 800]], cover: 'ochre', bands: ['red'], far: 0.05, foot: 800 }),
    ground({ line: [[-100, 770], [500, 780], [1000, 776], [1700, 765]], cover: 'sand', worn: 'ochre' }),
    ribbon([[820, 778, 30], [760, 810, 60], [940, 860, 90], [700, 930, 150], [800, 1040, 230]], { colour: '#9aa6ac', opacity: 0.65 }),
    village({ at: [1260, 825], spread: [200, 34], count: 16, size: 62, flat: true, walls: ['#f3ead6', ...MUD] }), stand({ kind: 'birch', x: [1470, 1640], base: 850, depth: 30, count: 7, size: [90, 130], rows: 2, cover: 'wood' }),
    walkers([[480, 930, 88], [540, 938, 86]]),
  ] },
  // The long wall of Ghami at dusk.
  2: { hour: 'dusk', seed: 113, layers: [
    sky({ horizon: 540 }), streaks([[180, 180, 420], [980, 220, 400]]),
    massif({ line: [[-250, 380], [0, 340], [240, 270], [480, 190], [700, 290], [1000, 330], [1300, 240], [1800, 320]], foot: 600, far: 0.12 }),
    cliff({ line: [[-100, 540], [250, 560], [560, 540], [900, 580], [1250, 550], [1700, 530]], cover: 'red', bands: ['ochre'], far: 0.2, foot: 740, scale: 0.9 }),
    ground({ line: [[-100, 720], [500, 730], [1000, 726], [1700, 716]], cover: 'ochre', worn: 'sand' }),
    maniWall({ from: [1640, 960], to: [420, 815], height: 46, red: true }), chorten({ at: [350, 835], size: 110 }), flags([[[350, 700], [60, 850], 40]], { size: 16 }),
    walkers([[720, 960, 90], [640, 950, 88]], { way: -1 }),
  ] },
  // The bed of the Kali Gandaki and Nilgiri, afternoon.
  3: { hour: 'gold', light: 'right', seed: 114, layers: [
    sky({ horizon: 540 }),
    massif({ line: [[100, 540], [300, 440], [420, 370], [580, 290], [700, 180], [780, 100], [870, 210], [960, 260], [1050, 320], [1250, 430], [1500, 520]], foot: 740, far: 0.14 }),
    cliff({ line: [[-100, 380], [160, 430], [380, 520], [560, 600], [720, 720]], cover: 'ochre', bands: ['sand', 'red'], far: 0.14, foot: 760 }),
    cliff({ line: [[860, 720], [1040, 620], [1240, 540], [1450, 480], [1700, 420]], cover: 'ochre', bands: ['sand'], far: 0.14, foot: 760 }),
    ground({ line: [[-100, 730], [500, 735], [1000, 735], [1700, 728]], cover: 'sand', worn: 'scree' }),
    ribbon([[800, 736, 26], [720, 760, 50], [900, 800, 70], [640, 860, 110], [820, 930, 150], [560, 1040, 230]], { colour: '#8fa9b0', opacity: 0.7 }),
    yaks([[1180, 860, 86], [1300, 876, 90], [1420, 868, 86]]), walkers([[1070, 890, 88]], { way: 1 }), flags([[[120, 780], [420, 790], 30]], { size: 17, poles: 90 }),
  ] },
  // Lo Manthang's lamps by moonlight.
  4: { hour: 'night', seed: 115, layers: [
    sky({ horizon: 560 }), stars({ below: 440 }), moon({ at: [330, 150], size: 38 }),
    massif({ line: [[-250, 430], [0, 400], [300, 330], [600, 270], [860, 340], [1200, 280], [1800, 370]], foot: 600, far: 0.02 }),
    hill({ line: [[-100, 560], [300, 540], [700, 580], [1100, 550], [1700, 560]], cover: 'ochre', far: 0.3, edge: 'rock', scale: 0.8, foot: 700, mist: 0.3 }),
    ground({ line: [[-100, 700], [500, 710], [1000, 706], [1700, 700]], cover: 'sand' }),
    village({ at: [860, 810], spread: [330, 50], count: 46, size: 64, flat: true, lit: true, walls: ['#e6d3ad', '#d8c7a4'] }), gompa({ at: [820, 806], size: 140, lit: true }),
    chorten({ at: [300, 900], size: 120 }), flagPoles([[560, 800, 100], [1130, 806, 100]]), walkers([[430, 925, 84]]),
  ] },
};
