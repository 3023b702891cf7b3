// The hold of an unpaid booking's seats: how long it lasts, and the request that takes the seats again.
import { useEffect, useState } from 'react';
import type { Booking, BookingRequest, PriceBreakdown } from '../../api/types';

/** Seconds until a moment by the server's clock, counted down; undefined without a moment. */
export function useSecondsUntil(moment: string | null | undefined, serverAhead: number): number | undefined {
  const end = moment ? Date.parse(moment) - serverAhead : undefined;
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    setLeft(secondsUntil(end));
    if (end === undefined) return;
    // From the clock, so that it is correct in a suspended tab.
    const timer = setInterval(() => {
      const now = secondsUntil(end);
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}

function secondsUntil(end: number | undefined): number | undefined {
  return end === undefined ? undefined : Math.max(0, Math.ceil((end - Date.now()) / 1000));
}

/** '12:34' */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What a screen reader announces, rarely: at 10, 5 and 1 minute. */
export function announcement(seconds: number): string {
  const minutes = [1, 5, 10].find((limit) => seconds <= limit * 60);
  if (minutes === undefined || seconds === 0) return '';
  return minutes === 1
    ? 'Your seats are held for less than a minute.'
    : `Your seats are held for less than ${minutes} minutes.`;
}

/** The request that books the same trip again, at the price that the traveller accepted. */
export function bookAgainRequest(booking: Booking, price: PriceBreakdown = booking.priceBreakdown): BookingRequest {
  const { routeDetails: route, guestDetails, totalGuests } = booking;
  const isSamePrice = price === booking.priceBreakdown;
  return {
    userId: booking.userId,
    trekId: booking.trek._id,
    departureId: booking.departureId ?? null,
    replaces: booking._id,
    routeDetails: {
      routeId: route.routeId,
      name: route.routeName,
      numberOfDays: route.numberOfDays,
      pricePerHead: isSamePrice ? route.pricePerHead : Math.round((price.basePrice / totalGuests) * 1000) / 1000,
    },
    bookingDetails: { startDate: booking.checkIn, endDate: booking.checkOut, totalGuests, status: 'Pending' },
    guestDetails,
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
    ...(booking.additionalNotes && { additionalNotes: booking.additionalNotes }),
    ...(booking.buyerPan && { buyerPan: booking.buyerPan }),
    includeMeals: booking.includeMeals,
    includePorter: booking.includePorter,
    priceBreakdown: price,
    ...(booking.schedule.length > 1 && { pay: 'deposit' }),
    ...(booking.promotion && { promotionCode: booking.promotion.code }),
    ...(booking.creditUsed && { travelCredit: booking.creditUsed.number }),
    chooseWayLater: true,
  };
}
