// Data of the success screen: the booking and the details of its trek (document 2 §3).
import type { Booking } from '../../api/types';
import type { TrekDetails } from './draft';

export interface Success {
  bookingData: Booking;
  details: Omit<TrekDetails, 'bannerImage'>;
}

export function detailsOf(booking: Booking): Success['details'] {
  return {
    name: booking.trek.name,
    location: booking.trek.location,
    guests: booking.totalGuests,
    noOfDay: booking.routeDetails.numberOfDays,
    noOfNight: booking.routeDetails.numberOfNights,
    coordinates: booking.trek.coordinates,
  };
}

export function isSuccess(value: unknown): value is Success {
  const { bookingData, details } = (value ?? {}) as Partial<Success>;
  return (
    typeof bookingData?._id === 'string' &&
    typeof bookingData.payment?.finalAmount === 'number' &&
    typeof details?.name === 'string'
  );
}
