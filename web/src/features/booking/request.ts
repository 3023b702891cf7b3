// Builds the request that creates a booking from the draft and the guest forms (document 2 §3).
import type { BookingRequest, Guest, User } from '../../api/types';
import { addDays } from '../../lib/dates';
import type { Reservation } from './draft';
import type { GuestEntry, GuestForm } from './guests';

export function bookingRequest(
  { bookingData, selectedRoute }: Reservation,
  form: GuestForm,
  user: User,
): BookingRequest {
  const { priceBreakdown: price } = bookingData;
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
      endDate: addDays(bookingData.startDate, selectedRoute.numberOfDays - 1),
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
    includeMeals: bookingData.includeMeals,
    includePorter: bookingData.includePorter,
    priceBreakdown: price,
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

/** The same body reuses its key, so that it creates one booking; a changed body gets a new key. */
export function attemptFor(
  body: BookingRequest,
  before: { key: string; body: string } | undefined,
): { key: string; body: string } {
  const text = JSON.stringify(body);
  return before?.body === text ? before : { key: crypto.randomUUID(), body: text };
}
