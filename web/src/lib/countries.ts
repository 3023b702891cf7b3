// Countries by their English name from Intl.DisplayNames. The codes are listed here (ISO 3166-1 plus Kosovo, without
// uninhabited territories).

const CODES = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA ' +
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP ' +
  'MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM ' +
  'TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

const named = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

export const COUNTRIES: readonly string[] = CODES.map((code) => named.of(code))
  .filter((name) => name !== undefined)
  .sort((a, b) => a.localeCompare(b, 'en'));

/** Other common names. */
const OTHER_NAMES: Record<string, string> = {
  America: 'US',
  Britain: 'GB',
  Burma: 'MM',
  England: 'GB',
  Holland: 'NL',
  'Ivory Coast': 'CI',
  Scotland: 'GB',
  'South Korea': 'KR',
  Türkiye: 'TR',
  Turkey: 'TR',
  UAE: 'AE',
  UK: 'GB',
  USA: 'US',
  Wales: 'GB',
};

/** Ignores case and accents: 'reunion' is Réunion, 'cote d'ivoire' Côte d’Ivoire. */
function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").trim().toLowerCase();
}

/** Countries that contain the text: first those that start with it, then those with a word that does. */
export function searchCountries(text: string): string[] {
  const part = foldText(text);
  if (!part) return [...COUNTRIES];
  const rank = (name: string): number => {
    const own = foldText(name);
    if (own.startsWith(part)) return 0;
    if (own.includes(` ${part}`) || own.includes(`(${part}`)) return 1;
    if (
      Object.entries(OTHER_NAMES).some(([other, code]) => foldText(other).startsWith(part) && named.of(code) === name)
    ) {
      return 2;
    }
    return own.includes(part) ? 3 : 4;
  };
  return COUNTRIES.map((name) => ({ name, rank: rank(name) }))
    .filter((one) => one.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map((one) => one.name);
}

/** The country of a fully typed name, if there is one. */
export function findCountry(text: string): string | undefined {
  const whole = foldText(text);
  if (!whole) return undefined;
  const other = Object.entries(OTHER_NAMES).find(([name]) => foldText(name) === whole);
  return COUNTRIES.find((name) => foldText(name) === whole) ?? (other && named.of(other[1]));
}
