// The defaults that Update Trek fills into blank fields before the checks (document 2 §5, §9; decisions 85, 86).
import {
  type DayForm,
  type FieldValues,
  MEALS,
  mapFields,
  type NewKey,
  numberOf,
  type PlaceForm,
  type RouteForm,
  type TrekForm,
  unique,
} from './form';
import { trimmedToNumber } from './route-moves';

const PRICE = '1000';
const TERMS = { groupDiscountThreshold: '4', groupDiscountPercentage: '20', gst: '18', serviceFee: '5' } as const;
const AMOUNTS = { insurancePerPerson: '0', bookingFee: '0' } as const;
const LODGING = { title: 'Standard Accommodation', features: ['Clean', 'Safe'] };

const filled = (text: string, otherwise: string) => (text.trim() === '' ? otherwise : text);
const numeric = (text: string, otherwise: string) => (numberOf(text) === null ? otherwise : text);

/** `today` as yyyy-mm-dd. */
export function fillDefaults(form: TrekForm, today: string, key: NewKey): TrekForm {
  const terms = { ...form.paymentDetails };
  for (const [field, otherwise] of Object.entries({ ...TERMS, ...AMOUNTS })) {
    const name = field as keyof typeof TERMS | keyof typeof AMOUNTS;
    terms[name] = numeric(terms[name], otherwise);
  }
  return {
    ...form,
    ...mapFields<FieldValues>((schema, name) => schema.fill?.(form[name], today) ?? form[name]),
    startingPlace: fillPlace(form.startingPlace),
    endingPlace: fillPlace(form.endingPlace),
    paymentDetails: terms,
    routes: form.routes.map((route, at) => fillRoute(route, at, key)),
  };
}

/** 0, 0 means that the position is unknown. */
function fillPlace<Place extends PlaceForm>(place: Place): Place {
  return { ...place, latitude: numeric(place.latitude, '0'), longitude: numeric(place.longitude, '0') };
}

function fillRoute(written: RouteForm, at: number, key: NewKey): RouteForm {
  const route = trimmedToNumber(written, key);
  const price = numberOf(route.pricePerHead);
  return {
    ...route,
    name: filled(route.name, `Route ${at + 1}`),
    pricePerHead: price === null || price <= 0 ? PRICE : route.pricePerHead,
    numberOfNights: numeric(route.numberOfNights, String(route.dailyActivities.length - 1)),
    dailyActivities: route.dailyActivities.map(fillDay),
  };
}

function fillDay(day: DayForm): DayForm {
  const foodDetails = { ...day.foodDetails };
  for (const meal of MEALS) {
    const items = foodDetails[meal].filter((item) => item.trim() !== '');
    foodDetails[meal] = items.length > 0 ? items : [`Standard ${meal.charAt(0).toUpperCase()}${meal.slice(1)}`];
  }
  const features = unique(day.accommodation.features, day.accommodation.features.length);
  return {
    ...day,
    waypoints: day.waypoints.map(fillPlace),
    accommodation: {
      ...day.accommodation,
      title: filled(day.accommodation.title, LODGING.title),
      features: features.length > 0 ? features : LODGING.features,
    },
    foodDetails,
  };
}
