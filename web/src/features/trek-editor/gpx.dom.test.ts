import { expect, test } from 'vitest';
import { daysOfTrack, NO_TRACK, NOT_GPX, readGpx, splitByDays, thinned } from './gpx';

const gpx = (inner: string) =>
  `<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">${inner}</gpx>`;
const point = (lat: number, lon: number, ele?: number) =>
  `<trkpt lat="${lat}" lon="${lon}">${ele === undefined ? '' : `<ele>${ele}</ele>`}</trkpt>`;

/** A track to the north with a bend in the middle. */
const corner = Array.from({ length: 41 }, (_, at) =>
  point(28 + at / 400, 85 + Math.abs(at - 20) / 800, 2000 + at * 10),
);
const keys = () => {
  let count = 0;
  return () => `k${++count}`;
};

test('a track is read with its altitudes, its length and its named places', () => {
  const places = '<wpt lat="28.05" lon="85"><name> Lama Hotel </name></wpt>';
  const track = readGpx(gpx(`${places}<trk><trkseg>${corner.join('')}</trkseg></trk>`));
  expect(track.segments[0]).toHaveLength(41);
  expect(track.segments[0]?.at(-1)).toMatchObject({ altitude: 2400 });
  expect(track.kilometres).toBeCloseTo(12.1, 0);
  expect(track.places).toEqual([{ latitude: 28.05, longitude: 85, name: 'Lama Hotel' }]);
});

test('a file without a track is rejected, and invalid points are skipped', () => {
  expect(() => readGpx('<html>')).toThrow(NOT_GPX);
  expect(() => readGpx('<kml/>')).toThrow(NOT_GPX);
  expect(() => readGpx(gpx(''))).toThrow(NO_TRACK);
  const broken = `${point(28, 85)}<trkpt lat="x" lon="85"/><trkpt lat="128" lon="85"/>${point(28.1, 85)}`;
  expect(readGpx(gpx(`<trk><trkseg>${broken}</trkseg></trk>`)).segments[0]).toHaveLength(2);
  const bare = `<gpx><rte><rtept lat="1" lon="1"/><rtept lat="1.1" lon="1"/></rte></gpx>`;
  expect(readGpx(bare).segments).toHaveLength(1);
});

test('simplifying a track keeps its ends and its bend first', () => {
  const points = readGpx(gpx(`<trk><trkseg>${corner.join('')}</trkseg></trk>`)).segments[0] ?? [];
  expect(thinned(points, 3).map((one) => points.indexOf(one))).toEqual([0, 20, 40]);
  expect(thinned(points, 100)).toHaveLength(41);
});

test('a track is split by the segments of the file if their number matches, otherwise into equal parts', () => {
  const two = readGpx(
    gpx(`<trk><trkseg>${corner.slice(0, 6).join('')}</trkseg><trkseg>${corner.slice(5).join('')}</trkseg></trk>`),
  );
  expect(splitByDays(two, 2).map((day) => day.length)).toEqual([6, 36]);
  const one = readGpx(gpx(`<trk><trkseg>${corner.join('')}</trkseg></trk>`));
  for (const days of [1, 2, 3, 7, 40]) {
    const parts = splitByDays(one, days);
    expect(parts).toHaveLength(days);
    parts.slice(1).forEach((part, at) => {
      expect(part[0]).toBe(parts[at]?.at(-1));
    });
  }
  expect(splitByDays(one, 60).every((part) => part.length >= 2)).toBe(true);
});

test('a track becomes days with start, end, nearby place names, altitudes and distances along the track', () => {
  const track = readGpx(gpx(`<trk><trkseg>${corner.join('')}</trkseg></trk>`));
  const places = [{ name: 'Corner', latitude: 28.05, longitude: 85.001 }];
  const [first, second] = daysOfTrack(track, { days: 2, waypoints: 3, places }, keys());
  expect(first?.waypoints.at(-1)).toMatchObject({ name: 'Corner', altitude: '2200', isEndPoint: true });
  expect(second?.waypoints[0]).toMatchObject({ name: 'Corner', isStartPoint: true, isEndPoint: false });
  const walked = [first, second].flatMap((day) => day?.connections ?? []).map((one) => Number(one.distance));
  expect(walked.reduce((sum, one) => sum + one, 0)).toBeCloseTo(track.kilometres, 0);
  expect(first?.connections.every((one) => one.description.startsWith('Walk from '))).toBe(true);
});

test('a GPX file exported by the site can be imported again', () => {
  const named = (name: string, lat: number, ele: number) =>
    `<trkpt lat="${lat}" lon="85.5"><ele>${ele}</ele><name>${name}</name></trkpt>`;
  const [first, second, third] = ['लाङटाङ &amp; Co', 'Kyanjin', 'Tserko'];
  const wpt = [first, second, third].map(
    (name, at) => `<wpt lat="${28.2 + at / 50}" lon="85.5"><name>${name}</name></wpt>`,
  );
  const days = [
    named(first, 28.2, 3430) + named(second, 28.22, 3870),
    named(second, 28.22, 3870) + named(third, 28.24, 4984),
  ];
  const segments = days.map((day) => `<trkseg>${day}</trkseg>`).join('');
  const track = readGpx(gpx(`${wpt.join('')}<trk><name>Classic</name>${segments}</trk>`));
  const back = daysOfTrack(track, { days: 2, waypoints: 6, places: [] }, keys());
  expect(back.map((day) => day.waypoints.map((one) => [one.name, one.altitude]))).toEqual([
    [
      ['लाङटाङ & Co', '3430'],
      ['Kyanjin', '3870'],
    ],
    [
      ['Kyanjin', '3870'],
      ['Tserko', '4984'],
    ],
  ]);
});
