import { cairn, chorten, clouds, flagPoles, flags, gompa, ground, hill, cliff, lake, maniWall, massif, ribbon, sky, stand, streaks, stupa, village, walkers, yaks } from '../draw/layers.mjs';

export default {
  // Upper Pisang and Annapurna II in the afternoon.
  banner: { hour: 'gold', seed: 51, layers: [
    sky({ horizon: 600 }), clouds([[1180, 130, 300]], { opacity: 0.8 }),
    massif({ line: [[-250, 400], [0, 370], [200, 280], [360, 310], [520, 190], [650, 110], [760, 160], [900, 250], [1060, 210], [1220, 250], [1400, 180], [1800, 290]], foot: 680, far: 0.1 }),
    hill({ line: [[-100, 560], [300, 620], [760, 680], [1200, 630], [1700, 540]], cover: 'wood', far: 0.3, edge: 'fir', size: 12, foot: 800, mist: 0.5, marks: 'fir' }),
    hill({ line: [[-100, 640], [250, 700], [600, 790], [900, 870], [1150, 940], [1400, 1010]], cover: 'barley', far: 0.06, steps: 3.2, fields: ['meadow', 'buckwheat'] }),
    village({ at: [360, 800], spread: [250, 62], count: 30, size: 56, flat: true, walls: ['#d8c7a4', '#cbb48e', 'wall'] }),
    gompa({ at: [170, 742], size: 96 }), flagPoles([[100, 745, 90], [240, 740, 90], [420, 752, 80]]),
    hill({ line: [[700, 1010], [1000, 930], [1300, 850], [1700, 770]], cover: 'meadow', edge: 'fir', size: 40, share: 0.12, foot: 1000 }),
    chorten({ at: [1220, 905], size: 100 }), walkers([[1040, 955, 84], [1100, 945, 82]]),
  ] },
  // Thorong La at noon.
  1: { hour: 'noon', seed: 52, layers: [
    sky({ horizon: 540 }), streaks([[620, 150, 420]]),
    massif({ line: [[400, 600], [500, 540], [700, 490], [860, 520], [1100, 560], [1200, 620]], far: 0.4, foot: 640, scale: 0.6 }),
    massif({ line: [[-250, 230], [0, 180], [160, 110], [330, 260], [520, 450], [700, 600], [800, 700]], far: 0.06, foot: 740 }),
    massif({ line: [[820, 700], [900, 600], [1080, 500], [1200, 400], [1340, 250], [1460, 140], [1800, 230]], far: 0.06, foot: 740 }),
    hill({ line: [[-100, 650], [400, 700], [800, 715], [1200, 690], [1700, 630]], cover: 'scree', far: 0.1, relief: 0.5, foot: 900 }),
    hill({ line: [[-100, 900], [300, 880], [800, 850], [1200, 890], [1700, 930]], cover: 'scree', edge: 'rock', scale: 0.6, relief: 0.6, foot: 1000 }),
    cairn({ at: [800, 868], size: 150 }),
    flags([[[800, 738], [-20, 830], 90], [[800, 738], [1620, 850], 90], [[800, 748], [300, 885], 40], [[800, 748], [1260, 890], 40]], { size: 24 }),
    walkers([[560, 900, 84], [1060, 905, 84], [1130, 912, 82]]),
  ] },
  // Tilicho, the high lake below the Great Barrier.
  2: { hour: 'noon', seed: 53, layers: [
    sky({ horizon: 480 }), clouds([[140, 90, 260]]),
    massif({ line: [[-250, 180], [0, 190], [180, 140], [360, 190], [560, 110], [760, 160], [940, 90], [1100, 150], [1280, 120], [1440, 200], [1800, 160]], foot: 680, far: 0.1, haze: 0.5 }),
    hill({ line: [[560, 660], [760, 640], [940, 622], [1100, 590], [1300, 530], [1500, 470], [1700, 430]], cover: 'scree', far: 0.12, edge: 'rock', foot: 680 }),
    hill({ line: [[-100, 540], [150, 570], [360, 625], [560, 638], [760, 660]], cover: 'scree', far: 0.16, edge: 'rock', foot: 680 }),
    lake({ y: 640, colour: '#2f86b5', deep: '#1f6a9c', mirror: 0.42 }),
    hill({ line: [[-100, 790], [200, 850], [500, 940], [720, 1020]], cover: 'scree', edge: 'rock', scale: 0.6, foot: 1000 }),
    cairn({ at: [170, 870], size: 80 }), walkers([[330, 905, 78], [392, 925, 78]]),
  ] },
  // Manang under the Gangapurna ice, morning.
  3: { hour: 'morning', light: 'right', seed: 54, layers: [
    sky({ horizon: 560 }), streaks([[820, 150, 400]]),
    massif({ line: [[-250, 250], [0, 240], [180, 180], [330, 110], [500, 210], [700, 310], [900, 280], [1100, 360], [1400, 420], [1800, 440]], foot: 680, far: 0.08 }),
    hill({ line: [[-100, 620], [120, 650], [330, 715], [560, 725], [800, 690], [1060, 700], [1300, 690]], cover: 'scree', far: 0.2, edge: 'rock', scale: 0.7, foot: 800, mist: 0.2 }),
    cliff({ line: [[1000, 730], [1080, 600], [1250, 520], [1450, 480], [1700, 430]], foot: 770, far: 0.16, cover: 'ochre', bands: ['sand'] }),
    ground({ line: [[-100, 740], [500, 750], [1000, 745], [1700, 735]], cover: 'barley', worn: 'meadow', far: 0.04 }),
    village({ at: [1080, 830], spread: [330, 56], count: 34, size: 60, flat: true, walls: ['#d8c7a4', '#c9b18a', '#e4d8bd'] }),
    maniWall({ from: [150, 880], to: [560, 860], height: 12 }), maniWall({ from: [60, 800], to: [420, 790], height: 8 }),
    stupa({ at: [660, 900], size: 80 }), flagPoles([[960, 800, 84], [1190, 796, 84], [1330, 812, 90]]),
    yaks([[330, 930, 90], [450, 950, 92]]),
  ] },
  // Kagbeni below Dhaulagiri at dusk.
  4: { hour: 'dusk', seed: 55, layers: [
    sky({ horizon: 600 }), streaks([[860, 170, 480], [120, 250, 260]]),
    massif({ line: [[-200, 500], [160, 430], [300, 330], [420, 210], [480, 140], [560, 220], [700, 380], [860, 450], [1000, 420], [1100, 350], [1210, 280], [1320, 330], [1420, 300], [1800, 410]], foot: 640, far: 0.1 }),
    cliff({ line: [[-100, 560], [200, 580], [480, 640], [700, 720]], cover: 'ochre', bands: ['red'], far: 0.16, foot: 800 }),
    cliff({ line: [[900, 720], [1150, 640], [1400, 580], [1700, 540]], cover: 'ochre', bands: ['red'], far: 0.16, foot: 800 }),
    ground({ line: [[-100, 770], [500, 760], [1000, 758], [1700, 770]], cover: 'sand', worn: 'barley' }),
    ribbon([[770, 764, 20], [700, 790, 40], [860, 840, 70], [620, 920, 120], [700, 1030, 190]], { colour: '#8f9aa6', opacity: 0.6 }),
    village({ at: [1120, 840], spread: [220, 46], count: 26, size: 62, flat: true, lit: true, walls: ['#d8b98a', '#c79a6a'] }),
    gompa({ at: [1080, 822], size: 120, lit: true }), stand({ kind: 'birch', x: [1330, 1620], base: 850, depth: 60, count: 12, size: [80, 130], cover: 'wood' }),
    walkers([[420, 930, 84], [480, 938, 84]]),
  ] },
};
