// Builds the request that creates a booking from the draft and the guest forms (document 2 §3).
import type { BookingRequest, Guest, User } from '../../api/types';
import { type Attempt, type Draft, endOf, type Reservation } from './draft';
import { type GuestEntry, type GuestForm, panOf } from './guests';

export function bookingRequest(
  reservation: Reservation & Pick<Draft, 'credit' | 'caller'>,
  form: GuestForm,
  user: User,
): BookingRequest {
  const { bookingData, selectedRoute, credit, caller } = reservation;
  const { priceBreakdown: price, departureId, offer, proposal, pay, promotion } = bookingData;
  return {
    userId: user.id,
    trekId: bookingData.trekId,
    routeDetails: {
      routeId: selectedRoute._id,
      routeIndex: selectedRoute.index,
      name: selectedRoute.name,
      numberOfDays: selectedRoute.numberOfDays,
      pricePerHead: selectedRoute.pricePerHead,
    },
    bookingDetails: {
      startDate: bookingData.startDate,
      endDate: endOf(reservation),
      totalGuests: bookingData.totalGuests,
      status: 'Pending',
    },
    guestDetails: { primaryGuest: guestOf(form.primaryGuest), additionalGuests: form.additionalGuests.map(guestOf) },
    payment: {
      baseAmount: price.basePrice,
      finalAmount: price.total,
      status: 'Pending',
      charges: {
        gst: price.gst,
        serviceFee: price.serviceFee,
        insuranceFee: price.insurance,
        bookingFee: price.bookingFee,
      },
    },
    ...(form.additionalNotes.trim() && { additionalNotes: form.additionalNotes.trim() }),
    ...(panOf(form.buyerPan) && { buyerPan: panOf(form.buyerPan) }),
    includeMeals: bookingData.includeMeals,
    includePorter: bookingData.includePorter,
    priceBreakdown: price,
    ...(departureId && { departureId }),
    ...(offer && { offer }),
    ...(proposal && { proposal }),
    ...(pay && { pay }),
    ...(credit && { travelCredit: credit.number }),
    ...(promotion && { promotionCode: promotion.code }),
    ...(caller && { onBehalfOf: { name: caller.name, email: caller.email } }),
    ...(caller?.payWith && { payWith: caller.payWith }),
    chooseWayLater: true,
  };
}

function guestOf(entry: GuestEntry): Guest {
  const phone = entry.phoneNumber.trim();
  return {
    name: entry.name.trim().normalize('NFC'),
    age: Number(entry.age),
    gender: entry.gender,
    ...(phone && { phoneNumber: phone }),
  };
}

/**
 * The same body reuses its key, so that it creates one booking; a changed body gets a new key. It then replaces the
 * unpaid booking of the attempt before, whose seats, travel credit, promotion code and proposal would otherwise stay
 * reserved.
 */
export function attemptFor(body: BookingRequest, before: Attempt | undefined, bookingId?: string): Attempt {
  const text = JSON.stringify(body);
  if (before?.body === text) return before;
  const reserves = body.departureId || body.travelCredit || body.promotionCode || body.proposal;
  return { key: crypto.randomUUID(), body: text, ...(reserves && bookingId && { replaces: bookingId }) };
}
