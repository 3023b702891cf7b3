// Names on the embedded map: towns, villages on the trails, passes, lakes and peaks. Earlier names have priority.

export interface NamedPlace {
  name: string;
  kind: 'country' | 'town' | 'village' | 'peak' | 'pass' | 'lake';
  latitude: number;
  longitude: number;
  /** Metres. Shown for peaks and passes; the trek editor suggests it. */
  altitude?: number;
  /** Lowest zoom level at which the name is shown. */
  from: number;
  /** Highest zoom level at which the name is shown, so that countries give way to the places in them. */
  to?: number;
}

type Row = [name: string, latitude: number, longitude: number, from: number, altitude?: number];

const rows = (kind: NamedPlace['kind'], list: Row[], to?: number): NamedPlace[] =>
  list.map(([name, latitude, longitude, from, altitude]) => ({
    name,
    kind,
    latitude,
    longitude,
    from,
    ...(altitude === undefined ? {} : { altitude }),
    ...(to === undefined ? {} : { to }),
  }));

export const PLACES: readonly NamedPlace[] = [
  ...rows('town', [['Kathmandu', 27.7154, 85.3123, 4, 1400]]),
  ...rows(
    'country',
    [
      ['Nepal', 28.95, 82.6, 4],
      ['India', 25.9, 80.6, 4],
      ['China', 31.2, 87.2, 4],
      ['Bhutan', 27.4, 90.4, 5],
      ['Bangladesh', 24.6, 89.6, 5],
    ],
    7.5,
  ),
  ...rows('town', [['Pokhara', 28.2096, 83.9586, 5.5, 822]]),
  ...rows('peak', [
    ['Everest', 27.9881, 86.925, 5, 8849],
    ['Annapurna I', 28.5956, 83.8203, 6.5, 8091],
    ['Dhaulagiri', 28.6967, 83.4875, 6.5, 8167],
    ['Manaslu', 28.5497, 84.5597, 6.5, 8163],
    ['Kangchenjunga', 27.7025, 88.1475, 6, 8586],
    ['Makalu', 27.8897, 87.0883, 7, 8485],
    ['Cho Oyu', 28.0942, 86.6608, 7.5, 8188],
    ['Langtang Lirung', 28.2564, 85.5169, 7, 7227],
    ['Ganesh Himal', 28.3919, 85.1283, 8, 7422],
    ['Machapuchare', 28.495, 83.9494, 8.5, 6993],
    ['Ama Dablam', 27.8611, 86.8611, 9, 6812],
    ['Saipal', 29.8878, 81.4955, 7, 7031],
    ['Api', 30.0033, 80.9333, 6.5, 7132],
  ]),
  ...rows('lake', [['Rara', 29.53, 82.088, 7, 2990]]),
  ...rows('pass', [['Thorong La', 28.7937, 83.9381, 8.5, 5416]]),
  ...rows('town', [
    ['Nepalgunj', 28.05, 81.6167, 6, 150],
    ['Biratnagar', 26.4525, 87.2718, 6, 80],
    ['Dhangadhi', 28.6833, 80.6, 6.5, 109],
    ['Janakpur', 26.7288, 85.9263, 6.5, 74],
    ['Bharatpur', 27.6833, 84.4333, 7, 208],
    ['Lumbini', 27.484, 83.276, 6.5, 150],
    ['Jumla', 29.2747, 82.1838, 7, 2514],
    ['Jomsom', 28.7814, 83.7231, 7.5, 2720],
    ['Simikot', 29.9717, 81.8189, 7, 2910],
    ['Besisahar', 28.2317, 84.3775, 7.5, 760],
    ['Gorkha', 28, 84.6333, 7.5, 1060],
    ['Taplejung', 27.3517, 87.6697, 7, 1820],
    ['Dunai', 28.9667, 82.8833, 7.5, 2140],
  ]),
  ...rows('village', [
    ['Lukla', 27.6869, 86.7298, 7.5, 2860],
    ['Namche Bazaar', 27.8056, 86.714, 8.5, 3440],
    ['Lo Manthang', 29.1833, 83.9567, 7.5, 3840],
    ['Manang', 28.6667, 84.0167, 8, 3540],
    ['Syabrubesi', 28.1628, 85.3434, 8, 1503],
    ['Jiri', 27.6333, 86.2333, 8, 1905],
    ['Beni', 28.345, 83.565, 8.5, 830],
    ['Ghandruk', 28.377, 83.8077, 9, 1940],
    ['Muktinath', 28.8167, 83.8717, 9, 3760],
    ['Dhunche', 28.1067, 85.2967, 9, 1960],
    ['Samagaun', 28.5889, 84.6403, 8.5, 3530],
    ['Tengboche', 27.8362, 86.7645, 10, 3860],
    ['Dingboche', 27.8925, 86.8314, 10, 4410],
  ]),
];
