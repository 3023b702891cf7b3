// Checks the consistency of the demo data (document 2 §3, §5, §9): `node demo/check.mjs` prints the errors and exits
// with 1.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const faults = [];
const must = (holds, where, message) => {
  if (!holds) faults.push(`${where}: ${message}`);
};
const read = (...parts) => JSON.parse(readFileSync(join(here, ...parts), 'utf8'));
const text = (value, least = 1, most = 10_000) => typeof value === 'string' && value.trim() === value && value.length >= least && value.length <= most;
const within = (value, low, high) => typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high;
const money = (value) => within(value, 0, 100_000) && Math.abs(value * 100 - Math.round(value * 100)) < 1e-9;
const unique = (list) => new Set(list).size === list.length;

const MODES = ['walking', 'vehicle', 'flight', 'boat', 'train', 'custom'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SERVER_SET = ['_id', 'version', 'price', 'noOfRoutes', 'currency', 'createdAt', 'updatedAt'];
// Advertising words that the product's tone of voice avoids.
const LOUD = /!|unforgettable|breathtaking|once-in-a-lifetime|awe-inspiring|hidden gem/i;

// The pictures are embedded in the binary, so their size adds to its download.
const MAX_FILE_BYTES = 160_000;
const MAX_TOTAL_BYTES = 8_000_000;
const COPIES = ['-480.webp', '-960.webp', '-480.avif', '-960.avif', '-1600.avif'];
const placeholders = existsSync(join(here, 'pictures', 'placeholders.json')) ? read('pictures', 'placeholders.json') : {};
const shown = new Set();

/** Format and pixel size from a file's header; undefined if it is neither WebP nor AVIF. */
function sizeOf(bytes) {
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 15) === 'WEBPVP8') {
    const kind = bytes.toString('latin1', 15, 16);
    if (kind === 'X') return ['webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    if (kind === 'L') return ['webp', (bytes.readUInt32LE(21) & 0x3fff) + 1, ((bytes.readUInt32LE(21) >> 14) & 0x3fff) + 1];
    return ['webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  }
  const at = bytes.indexOf('ispe', 0, 'latin1');
  if (bytes.toString('latin1', 4, 12) === 'ftypavif' && at > 0) return ['avif', bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
  return [];
}

function copy(name, suffix, where) {
  const file = join(here, 'pictures', `${name}${suffix}`);
  if (!existsSync(file)) return must(false, where, `picture ${name}${suffix} does not exist`);
  const bytes = readFileSync(file);
  must(bytes.length <= MAX_FILE_BYTES, where, `picture ${name}${suffix} has ${bytes.length} bytes, more than ${MAX_FILE_BYTES}`);
  const tall = name.endsWith('-tall');
  const [, width, kind] = suffix.match(/^-(\d+)\.(\w+)$/);
  const [found, wide, high] = sizeOf(bytes);
  must(found === kind && wide === Number(width) && Math.abs(high - (tall ? wide * 2 : wide / 1.6)) <= 1, where, `picture ${name}${suffix} is ${found} of ${wide} by ${high}`);
}

/** Every picture has all its copies and a placeholder; a banner has a wider copy, and a phone picture one less. */
function picture(url, where) {
  const name = text(url) && url.match(/^\/pictures\/([a-z-]+\/[a-z0-9-]+)\.webp$/)?.[1];
  if (!name) return must(false, where, `picture address ${url}`);
  if (shown.has(name)) return;
  shown.add(name);
  const copies = name.endsWith('-tall') ? COPIES.filter((suffix) => suffix !== '-1600.avif') : COPIES;
  for (const suffix of copies) copy(name, suffix, where);
  if (name.endsWith('/banner')) copy(name, '-2400.avif', where);
  must(/^data:image\/webp;base64,[A-Za-z0-9+/=]{40,400}$/.test(placeholders[name] ?? ''), where, `placeholder of ${name}`);
}

const coordinates = (c) => c && within(c.latitude, 26, 31) && within(c.longitude, 80, 89);

/** Great-circle distance in km. */
function apart(a, b) {
  const rad = Math.PI / 180;
  const h = Math.sin(((b.latitude - a.latitude) * rad) / 2) ** 2 + Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(((b.longitude - a.longitude) * rad) / 2) ** 2;
  return 12742 * Math.asin(Math.sqrt(h));
}

function checkConnection(connection, index, waypoints, where) {
  must(connection.fromWaypointIndex === index && connection.toWaypointIndex === index + 1, where, 'does not link the next waypoint');
  must(MODES.includes(connection.transportMode), where, `transport mode ${connection.transportMode}`);
  must((connection.transportMode === 'custom') === text(connection.customTransportType), where, 'custom transport needs its type, and only that');
  must(text(connection.description, 25, 260), where, `description of ${connection.description?.length} characters`);
  must(!LOUD.test(connection.description), where, 'description is loud');
  must(Number.isInteger(connection.duration) && within(connection.duration, 5, 720), where, `duration ${connection.duration}`);
  must(within(connection.distance, 0.3, 600), where, `distance ${connection.distance}`);
  const [a, b] = [waypoints[index], waypoints[index + 1]];
  if (!a || !b) return;
  const line = apart(a.coordinates, b.coordinates);
  must(connection.distance > line * 0.85, where, `${connection.distance} km is shorter than the ${line.toFixed(1)} km between its ends`);
  if (connection.transportMode !== 'walking') return;
  must(connection.distance < Math.max(6, line * 4.5), where, `${connection.distance} km on foot for ${line.toFixed(1)} km of line`);
  must(within((connection.distance / connection.duration) * 60, 0.6, 4.5), where, 'walking pace');
}

function checkDay(day, where) {
  const { waypoints, connections, accommodation, foodDetails } = day;
  must(waypoints.length >= 2, where, 'needs two waypoints');
  waypoints.forEach((waypoint, i) => {
    const at = `${where} waypoint ${i}`;
    must(text(waypoint.name, 2, 60), at, 'name');
    must(coordinates(waypoint.coordinates), at, 'coordinates are not in Nepal');
    must(Number.isInteger(waypoint.altitude) && within(waypoint.altitude, 60, 6000), at, `altitude ${waypoint.altitude}`);
    must(waypoint.isStartPoint === (i === 0), at, 'isStartPoint only on the first');
    must(waypoint.isEndPoint === (i === waypoints.length - 1), at, 'isEndPoint only on the last');
  });
  must(connections.length === waypoints.length - 1, where, 'one leg between each two waypoints');
  connections.forEach((connection, i) => checkConnection(connection, i, waypoints, `${where} leg ${i}`));
  must(text(accommodation.title, 4, 80) && text(accommodation.description, 30, 260), where, 'accommodation texts');
  must(within(accommodation.features.length, 2, 10) && unique(accommodation.features) && accommodation.features.every((f) => text(f, 3, 40)), where, 'accommodation features');
  for (const meal of ['breakfast', 'lunch', 'dinner']) {
    const items = foodDetails[meal];
    must(Array.isArray(items) && within(items.length, 2, 10) && unique(items) && items.every((item) => text(item, 3, 50)), where, `${meal}: ${JSON.stringify(items)}`);
  }
}

function checkRoute(route, where) {
  must(!('_id' in route) && /^[a-z][a-z0-9-]+$/.test(route.key), where, 'needs a key and no _id');
  must(text(route.name, 4, 60) && text(route.description, 60, 500), where, 'name or description');
  must(!LOUD.test(route.description), where, 'description is loud');
  must(money(route.pricePerHead) && route.pricePerHead >= 100, where, `price ${route.pricePerHead}`);
  must(route.numberOfDays === route.dailyActivities.length, where, 'numberOfDays is not the number of days');
  must(route.numberOfNights === route.numberOfDays - 1, where, 'nights are days minus one');
  must(typeof route.isVisible === 'boolean', where, 'isVisible');
  route.dailyActivities.forEach((day, i) => checkDay(day, `${where} day ${i + 1}`));
  for (let i = 1; i < route.dailyActivities.length; i += 1) {
    const before = route.dailyActivities[i - 1].waypoints.at(-1);
    const [after] = route.dailyActivities[i].waypoints;
    must(before.name === after.name && JSON.stringify(before.coordinates) === JSON.stringify(after.coordinates) && before.altitude === after.altitude, where, `day ${i + 1} starts at ${after.name}, day ${i} ended at ${before.name}`);
  }
}

function checkPrice(details, where) {
  const { discount, charges } = details;
  must(within(discount.groupDiscountThreshold, 4, 6) && within(discount.groupDiscountPercentage, 5, 12) && discount.isGroupDiscountApplicable === true, where, 'discount');
  must(charges.gst === 13 && within(charges.serviceFee, 1, 8), where, 'taxes');
  must(money(charges.insurancePerPerson) && within(charges.insurancePerPerson, 15, 45) && money(charges.bookingFee) && within(charges.bookingFee, 10, 30), where, 'charges');
}

function checkTrek(file) {
  const trek = read('treks', file);
  const slug = file.replace(/^\d\d-|\.json$/g, '');
  must(/^\d\d-[a-z-]+\.json$/.test(file), file, 'file name');
  must(['private', 'departures', 'both'].includes(trek.soldAs) && trek.minimumNoticeDays === 3, file, 'how it is sold');
  for (const field of SERVER_SET) must(!(field in trek), file, `${field} is set by the server`);
  must(text(trek.name, 3, 80) && text(trek.location, 3, 80) && text(trek.difficulty, 3, 20), file, 'name, location or difficulty');
  const paragraphs = trek.description.split('\n\n');
  must(within(paragraphs.length, 2, 4) && paragraphs.every((p) => text(p, 120, 700)) && !LOUD.test(trek.description), file, 'description: two to four paragraphs');
  must(trek.bestSeasons.length > 0 && trek.bestSeasons.every((m) => MONTHS.includes(m)) && unique(trek.bestSeasons), file, 'bestSeasons');
  must(within(trek.features.length, 6, 10) && unique(trek.features) && trek.features.every((f) => text(f, 3, 60)), file, 'features: six to ten');
  must(text(trek.region, 3, 40), file, 'region');
  for (const field of ['included', 'notIncluded']) must(within(trek[field].length, 4, 12) && unique(trek[field]) && trek[field].every((line) => text(line, 3, 80)), file, `${field}: four to twelve lines`);
  must(trek.images.bannerImage === `/pictures/${slug}/banner.webp` && within(trek.images.secondaryImages.length, 1, 20) && unique(trek.images.secondaryImages), file, 'images');
  for (const url of [trek.images.bannerImage, ...trek.images.secondaryImages]) picture(url, file);
  for (const place of [trek.startingPlace, trek.endingPlace]) must(text(place.name, 2) && coordinates(place.coordinates), file, 'starting or ending place');
  checkPrice(trek.paymentDetails, file);
  must(trek.routes.length > 0 && unique(trek.routes.map((r) => r.key)) && unique(trek.routes.map((r) => r.name)), file, 'routes need their own keys and names');
  for (const route of trek.routes) {
    const where = `${file} ${route.key}`;
    checkRoute(route, where);
    must(route.dailyActivities[0].waypoints[0].name === trek.startingPlace.name, where, 'does not begin at the starting place');
    if (route.isVisible) must(route.dailyActivities.at(-1).waypoints.at(-1).name === trek.endingPlace.name, where, 'does not end at the ending place');
  }
  const legs = trek.routes.flatMap((r) => r.dailyActivities.flatMap((d) => d.connections.map((c) => c.description.toLowerCase())));
  legs.forEach((leg, i) => must(legs.indexOf(leg) === i, file, `leg text twice: ${leg}`));
  return trek;
}

function checkBlog(blog) {
  const where = `blog ${blog.key}`;
  const draft = !('publishedDaysAgo' in blog);
  must(/^[a-z-]+$/.test(blog.key) && text(blog.title, 4, 120) && text(blog.description, 40, 240) && text(blog.category, 3, 40), where, 'title, description or category');
  must(blog.content.length >= (draft ? 1 : 5) && blog.content.length <= 8 && blog.content.every((p) => text(p, 150, 1500)), where, 'paragraphs');
  must(within(blog.tags.length, 1, 10) && unique(blog.tags), where, 'tags');
  must(Number.isInteger(blog.views) && blog.views >= 0 && (draft ? within(blog.createdDaysAgo, 0, 400) : within(blog.publishedDaysAgo, 0, 400)), where, 'views or day');
  for (const url of [blog.thumbnail, blog.banner, ...blog.images]) picture(url, where);
  return draft;
}

function checkPeople(people) {
  const everyone = [...people.logins, ...people.travellers];
  must(unique(everyone.map((p) => p.email.toLowerCase())), 'people', 'an e-mail address twice');
  must(people.logins.filter((p) => p.role === 'admin').length === 1 && people.logins.some((p) => p.role === 'user'), 'people', 'one admin and a traveller can log in');
  for (const login of people.logins) must(text(login.password, 8, 128) && login.email.endsWith('@chautari.example'), login.name, 'login');
  for (const traveller of people.travellers) must(/^[^@\s]+@example\.(com|org|net)$/.test(traveller.email), traveller.name, 'e-mail is not of an example domain');
  for (const guest of [...people.travellers, ...people.companions]) {
    must(text(guest.name, 2, 100) && within(guest.age, 5, 100) && ['Male', 'Female', 'Other'].includes(guest.gender), guest.name, 'name, age or gender');
    must(/^\+?[\d\s-]{10,}$/.test(guest.phone ?? guest.phoneNumber), guest.name, 'telephone');
  }
}

const files = readdirSync(join(here, 'treks')).sort();
const treks = files.map(checkTrek);
must(treks.length === 12 && unique(treks.map((t) => t.name)), 'treks', `${treks.length} instead of twelve`);
must(treks.filter((t) => t.routes.filter((r) => r.isVisible).length >= 2).length >= 4, 'treks', 'at least four have two visible routes');
must(treks.flatMap((t) => t.routes).filter((r) => !r.isVisible).length === 1, 'treks', 'exactly one route is hidden');
must(treks.every((t) => t.routes.some((r) => r.isVisible)), 'treks', 'each has a visible route');
must(treks.some((t) => t.routes.some((r) => r.dailyActivities.some((d) => d.foodDetails.dinner.length > 3))), 'treks', 'some meal has more than three items');

const blogs = read('blogs.json');
must(blogs.filter((b) => !checkBlog(b)).length === 6 && blogs.length === 7, 'blogs', 'six articles and one draft');
must(unique(blogs.map((b) => b.title.toLowerCase())), 'blogs', 'a title twice');
picture('/pictures/blogs/default.webp', 'blogs');
// Pictures of the home page's hero, named by the web app (web/src/ui/copies.json).
for (const name of ['day', 'night', 'day-tall', 'night-tall']) picture(`/pictures/site/${name}.webp`, 'site');

const achievements = read('achievements.json');
must(achievements.filter((a) => a.visibility).length === 1 && achievements.length === 2, 'achievements', 'one shown, one hidden');
for (const a of achievements) for (const field of ['experienceYrs', 'noOfLocation', 'travelAwards', 'totalClients']) must(Number.isInteger(a[field]) && a[field] >= 0, 'achievements', field);
checkPeople(read('people.json'));

const stored = readdirSync(join(here, 'pictures'), { recursive: true }).map((file) => file.replaceAll('\\', '/'));
for (const file of stored.filter((file) => /\.\w+$/.test(file) && file !== 'placeholders.json')) {
  must(shown.has(file.replace(/-\d+\.(?:webp|avif)$/, '')), 'pictures', `${file} is shown nowhere`);
}
for (const name of Object.keys(placeholders)) must(shown.has(name), 'pictures', `placeholder of ${name}, which is shown nowhere`);
const bytes = stored.map((file) => statSync(join(here, 'pictures', file))).reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
must(bytes <= MAX_TOTAL_BYTES, 'pictures', `${bytes} bytes in all, more than ${MAX_TOTAL_BYTES}`);

if (faults.length > 0) {
  console.error(faults.join('\n'));
  console.error(`demo data: ${faults.length} faults`);
  process.exitCode = 1;
} else {
  const days = treks.flatMap((t) => t.routes).reduce((sum, r) => sum + r.numberOfDays, 0);
  console.log(`demo data: ${treks.length} treks, ${treks.flatMap((t) => t.routes).length} routes, ${days} days, ${blogs.length} articles, ${shown.size} pictures of ${(bytes / 1e6).toFixed(1)} MB hold together`);
}
