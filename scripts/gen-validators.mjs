// Generates web/src/api/validators from contract/openapi.json: what validate.ts checks responses against. One file per
// group of responses that pages read together, so that a page loads only its own. Run by gen.sh.
// Arguments: the OpenAPI document, the folder to write.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every response that the web app reads. A schema that several files need is in the first of them. `site` is in the script
 * of every page, together with what the home page shows: files of their own would add more than they hold.
 */
const GROUPS = {
  site: [
    'ConfigAnswer',
    'UserAnswer',
    'RefreshAnswer',
    'MessageAnswer',
    'NewsletterStatusAnswer',
    'AchievementListAnswer',
    'BlogListAnswer',
    'BlogAnswer',
  ],
  'exchange-rate': ['ExchangeRateAnswer'],
  'site-text': ['SiteTextAnswer'],
  'trek-map': ['TrekMapAnswer'],
  code: ['CodeSentAnswer', 'SignupAnswer', 'SecondStepAnswer'],
  booking: ['BookingAnswer', 'BookingOpenedAnswer', 'QuoteData', 'QuoteAnswer'],
  departure: ['DepartureListAnswer', 'ClosureListAnswer'],
  waitlist: ['WaitlistEntryAnswer', 'OwnWaitlistAnswer', 'SeatOfferAnswer'],
  payment: ['SandboxIntentAnswer'],
  balance: ['BalanceAnswer', 'BalanceOpenedAnswer', 'BalancePaidAnswer'],
  payments: ['BalanceLinkAnswer', 'ReceivedPaymentsAnswer', 'ReceivedPaymentAnswer'],
  'travel-credits': ['TravelCreditListAnswer'],
  upload: ['UploadSignedAnswer', 'UploadCompletedAnswer', 'UploadedAnswer'],
  account: [
    'BookingListAnswer',
    'CancellationAnswer',
    'MovedAnswer',
    'PaymentListAnswer',
    'SessionListAnswer',
    'SignInListAnswer',
  ],
  'second-step': ['SecondStepStateAnswer', 'SecondStepEnrolmentAnswer', 'NewRecoveryCodesAnswer'],
  desk: ['OverviewAnswer', 'AgencyEventsAnswer', 'ManagedTrekListAnswer'],
  'desk-departures': ['StaffDepartureAnswer', 'StaffDepartureListAnswer', 'DepartureUpdateAnswer', 'DepartureBookingsAnswer', 'WaitlistAnswer'],
  calendar: ['CalendarAnswer'],
  'departure-changes': ['ChangeAnswer', 'ChangeListAnswer'],
  'booking-change': ['ChangePreviewAnswer'],
  'desk-lists': [
    'AllBookingsAnswer',
    'ApiKeyCreatedAnswer',
    'ApiKeyListAnswer',
    'AuditLogAnswer',
    'BookingHistoryAnswer',
    'BookingTagsAnswer',
    'CustomTrekAnswer',
    'CustomTrekListAnswer',
    'FailedMailListAnswer',
    'SentMailAnswer',
    'SubscriberListAnswer',
  ],
  balances: ['BalanceListAnswer', 'BalancesReportAnswer', 'PaymentsReportAnswer', 'VatReportAnswer'],
  reviews: ['PublicReviewListAnswer', 'ReviewFormAnswer'],
  'desk-reviews': ['ReviewAnswer', 'ReviewListAnswer'],
  promotions: ['PromotionAnswer', 'PromotionListAnswer', 'PromotionUseListAnswer'],
  'npr-rate': ['CurrentNprRateAnswer'],
  today: ['TodayAnswer', 'MonthsAnswer'],
  settings: ['SettingHistoryAnswer', 'SettingsAnswer'],
  proposal: ['ProposalAnswer'],
  'proposal-desk': ['ProposalListAnswer', 'StaffProposalAnswer'],
  staff: ['InvitationAnswer', 'ReceivedInvitationAnswer', 'StaffListAnswer', 'StaffMemberAnswer'],
  campaigns: ['CampaignAnswer', 'CampaignListAnswer', 'CampaignPreviewAnswer', 'CampaignRecipientsAnswer'],
  enquiries: ['SharedEnquiryAnswer'],
  'desk-enquiries': ['EnquiryAnswer', 'EnquiryListAnswer', 'SavedReplyAnswer', 'SavedReplyListAnswer'],
  guides: ['GuideAnswer', 'GuideListAnswer', 'GuidedDeparturesAnswer', 'ManifestAnswer'],
};

/** What each query of the offline cache holds, by the first part of its key. */
const CACHED = {
  config: 'Config',
  treks: 'TrekSummary',
  trending: 'TrekSummary',
  trek: 'Trek',
  blogs: 'BlogList',
  blog: 'Blog',
  achievements: 'Achievement',
  'my-bookings': 'Booking',
  booking: 'Booking',
};

/**
 * Fields that a response may lack although the contract requires them. `status` repeats the status of HTTP: only another
 * word than success matters. The documents know no `expiresInSeconds` (lib/code-lifetime.ts).
 */
const MAY_LACK = ['status', 'expiresInSeconds'];

const [input, folder] = process.argv.slice(2);
const { schemas } = JSON.parse(readFileSync(input, 'utf8')).components;

const nameOf = (schema) => schema.$ref?.replace('#/components/schemas/', '');
const constantOf = (name) => name[0].toLowerCase() + name.slice(1);
const quoted = (text) => (/^[A-Za-z_$][\w$]*$/.test(text) ? text : `'${text}'`);

function schemaOf(name) {
  if (!schemas[name]) throw new Error(`the contract has no schema ${name}`);
  return schemas[name];
}

const isObject = (schema) => Boolean(schema.properties || schema.additionalProperties || schema.allOf);

/** One schema with the fields of all that it consists of. */
function joined({ allOf }) {
  const parts = allOf.map((part) => (nameOf(part) ? schemaOf(nameOf(part)) : part)).map((part) => (part.allOf ? joined(part) : part));
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  };
}

/** One schema for objects that are told apart by a word: the fields of all, required where every object has them. */
function anyOf(objects) {
  const properties = {};
  for (const [name, part] of objects.flatMap((object) => Object.entries(object.properties))) {
    const words = [...(properties[name]?.enum ?? []), ...(part.enum ?? [])];
    properties[name] = words.length > 0 ? { type: 'string', enum: words } : part;
  }
  return { properties, required: Object.keys(properties).filter((name) => objects.every(({ required }) => required?.includes(name))) };
}

/** The code of a schema; `refer` gives the code of a named one. */
function code(schema, refer, where) {
  if (nameOf(schema)) return refer(nameOf(schema));
  if (schema.allOf) return code(joined(schema), refer, where);
  // A field that may be null is not required in the contract, and an optional field may be null.
  const options = schema.oneOf?.filter((option) => option.type !== 'null');
  if (options?.length === 1) return code(options[0], refer, where);
  if (options?.every((option) => option.properties)) return code(anyOf(options), refer, where);
  if (Array.isArray(schema.type)) {
    const type = schema.type.filter((one) => one !== 'null');
    if (type.length === 1) return code({ ...schema, type: type[0] }, refer, where);
  }
  if (schema.properties) {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(([name, part]) => {
      const mayLack = !required.has(name) || (MAY_LACK.includes(name) && where.endsWith('Answer'));
      const key = mayLack ? `${name}?` : name;
      const value = code(part, refer, `${where}.${name}`);
      return key === value ? key : `${quoted(key)}: ${value}`;
    });
    return `{ ${fields.join(', ')} }`;
  }
  if (schema.additionalProperties) return `{ '*': ${code(schema.additionalProperties, refer, where)} }`;
  if (schema.items) return `[${code(schema.items, refer, where)}]`;
  if (schema.enum?.length === 1) return `'=${schema.enum[0]}'`;
  // Also of an enum: a newer server may send a word that this page does not know.
  if (['string', 'number', 'boolean'].includes(schema.type)) return `'${schema.type}'`;
  if (schema.type === 'integer') return `'number'`;
  if (Object.keys(schema).every((key) => key === 'description')) return `'any'`;
  throw new Error(`${where}: no validator for ${JSON.stringify(schema)}`);
}

const files = new Map();
const owners = new Map();

/** The code that refers to a schema from a file; writes the schema first where no file has it yet. */
function refer(name, group) {
  const schema = schemaOf(name);
  const isElsewhere = owners.has(name) && owners.get(name) !== group;
  // Written twice where it is small: a page does not load another file for two numbers.
  if (!isObject(schema) || (isElsewhere && Object.keys(schema.properties ?? {}).length <= 2)) return code(schema, (inner) => refer(inner, group), name);
  if (!owners.has(name)) {
    owners.set(name, group);
    const text = code(schema, (inner) => refer(inner, group), name);
    files.get(group).constants.push(`export const ${constantOf(name)}: Schema<Schemas['${name}']> = ${text};`);
  }
  const owner = owners.get(name);
  if (owner !== group) files.get(group).imports.set(name, owner);
  return constantOf(name);
}

/** Changes when a field is added that every response has, or one is removed: then a cached response is not read. */
function fingerprint(name) {
  const required = ({ properties, required = [] }) => ({
    properties: Object.fromEntries(required.toSorted().map((field) => [field, properties[field]])),
    required,
  });
  const expand = (inner) => {
    const schema = schemaOf(inner);
    return code(schema.properties ? required(schema) : schema, expand, inner);
  };
  return createHash('sha256').update(expand(name)).digest('base64url').slice(0, 4);
}

const HEAD = '// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.\n';

mkdirSync(folder, { recursive: true });
for (const [group, names] of Object.entries(GROUPS)) {
  files.set(group, { imports: new Map(), constants: [] });
  for (const name of names) refer(name, group);
  const { imports, constants } = files.get(group);
  const sources = [...new Set(imports.values())].sort().map((source) => {
    const imported = [...imports].filter(([, owner]) => owner === source).map(([name]) => constantOf(name));
    return `import { ${imported.sort().join(', ')} } from './${source}';\n`;
  });
  const text =
    `${HEAD}import type { components } from '../schema';\nimport type { Schema } from '../validate';\n${sources.join('')}\n` +
    `type Schemas = components['schemas'];\n\n${constants.join('\n')}\n`;
  writeFileSync(join(folder, `${group}.ts`), text);
}
const entries = Object.entries(CACHED).map(([key, name]) => `  ${quoted(key)}: '${fingerprint(name)}',\n`);
writeFileSync(
  join(folder, 'cached.ts'),
  `${HEAD}/** What the offline cache holds, by the first part of the query key, and the fingerprint of its required fields. */\n` +
    `export const CACHED: Readonly<Record<string, string>> = {\n${entries.join('')}};\n`,
);
