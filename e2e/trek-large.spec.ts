// A trek of 60 days with 1,000 waypoints named in Devanagari, from the editor to the public page.
import { adminSession, carrySession, must, trekNamed } from './support/api';
import { expect, test } from './support/test';
import { field, openDay, trekName, update } from './support/trek-editor';

const DAYS = 60;
const WAYPOINTS = 1000;
const digits = (number: number) => number.toLocaleString('ne-NP-u-nu-deva', { useGrouping: false });

function day(number: number) {
  // 1,000 on 60 days: 17 on the first 40 and 16 on the others.
  const count = Math.floor(WAYPOINTS / DAYS) + (number <= WAYPOINTS % DAYS ? 1 : 0);
  return {
    waypoints: Array.from({ length: count }, (_, at) => ({
      name: `भन्ज्याङ ${digits(number)}.${digits(at + 1)}`,
      coordinates: { latitude: 27.5 + number / 40, longitude: 82 + number / 12 + at / 200 },
      altitude: 2000 + at * 20,
      isStartPoint: at === 0,
      isEndPoint: at === count - 1,
    })),
    connections: Array.from({ length: count - 1 }, (_, at) => ({
      fromWaypointIndex: at,
      toWaypointIndex: at + 1,
      transportMode: 'walking',
      description: 'खोलाको किनारै किनार, गाउँ र स्कुल हुँदै।',
      duration: 25,
      distance: 1.2,
    })),
    accommodation: { title: 'चिया पसल', description: 'दुई जनाको कोठा।', features: ['तातो पानी'] },
    foodDetails: { breakfast: ['अण्डा'], lunch: ['थुक्पा'], dinner: ['दाल भात'] },
  };
}

test('DATA-06 DATA-07 DATA-08 a trek of 60 days with 1,000 waypoints in Devanagari is opened, changed, saved and read', async ({
  page,
  server,
}) => {
  const session = await adminSession(server);
  const { _id: model } = await trekNamed(server, /Rara/);
  const { trek } = (await must(server, 'GET', `/api/treks/${model}`)).data;
  const name = 'महान हिमाली मार्ग';
  const body = {
    ...trek,
    name,
    startingPlace: { ...trek.startingPlace, name: 'ताप्लेजुङ' },
    endingPlace: { ...trek.endingPlace, name: 'हिल्सा' },
    routes: [
      {
        name: 'माथिल्लो बाटो',
        description: 'पूर्वदेखि पश्चिमसम्म।',
        pricePerHead: 9800,
        numberOfDays: DAYS,
        numberOfNights: DAYS - 1,
        isVisible: true,
        dailyActivities: Array.from({ length: DAYS }, (_, at) => day(at + 1)),
      },
    ],
  };
  const { _id: id } = (await must(server, 'POST', '/api/treks', { session, body })).data.trek;

  await carrySession(page, session);
  await page.goto(`/package/edit/${id}`);
  await expect(trekName(page)).toHaveValue(name);
  await openDay(page, DAYS).click();
  const last = field(page, `routes[0].dailyActivities[${DAYS - 1}].waypoints[15].name`);
  await expect(last).toHaveValue('भन्ज्याङ ६०.१६');
  await last.fill('हिल्सा, कर्णालीको छेउ');
  await update(page).click();
  await expect(page.getByText(`${name} was updated`)).toBeVisible();

  await page.goto(`/package/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('list', { name: 'The days of the route' }).getByRole('listitem')).toHaveCount(DAYS);
  const told = page.getByRole('region', { name: 'Day by day' });
  await expect(told.getByRole('button', { name: /^Day \d+/ })).toHaveCount(DAYS);
  await told.getByRole('button', { name: new RegExp(`^Day ${DAYS}\\b`) }).click();
  await expect(told.getByText('हिल्सा, कर्णालीको छेउ').first()).toBeVisible();

  const read = (await must(server, 'GET', `/api/treks/${id}`)).data.trek;
  const days: { waypoints: unknown[] }[] = read.routes[0].dailyActivities;
  expect(days.flatMap((one) => one.waypoints)).toHaveLength(WAYPOINTS);
  expect(days.slice(0, -1)).toEqual(body.routes[0]?.dailyActivities.slice(0, -1));
  await must(server, 'DELETE', `/api/treks/${id}`, { session });
});
