// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const bookedDates: Schema<Schemas['BookedDates']> = { endDate: 'string', startDate: 'string', status: 'string', totalGuests: 'number' };
export const cancellationDeadline: Schema<Schemas['CancellationDeadline']> = { days: 'number', percent: 'number', until: 'string' };
export const customer: Schema<Schemas['Customer']> = { email: 'string', name: 'string' };
export const guest: Schema<Schemas['Guest']> = { age: 'number', gender: 'string', name: 'string', 'phoneNumber?': 'string' };
export const guestDetails: Schema<Schemas['GuestDetails']> = { additionalGuests: [guest], primaryGuest: guest };
export const bookedCharges: Schema<Schemas['BookedCharges']> = { bookingFee: 'number', gst: 'number', insuranceFee: 'number', serviceFee: 'number' };
export const moneyBack: Schema<Schemas['MoneyBack']> = { amount: 'number', currency: 'string' };
export const bookingPayment: Schema<Schemas['BookingPayment']> = { baseAmount: 'number', 'byHand?': 'boolean', 'cardBrand?': 'string', 'cardLast4?': 'string', charges: bookedCharges, currency: 'string', finalAmount: 'number', 'lastError?': 'string', 'mismatch?': moneyBack, 'paidAt?': 'string', 'paymentIntentId?': 'string', 'received?': 'boolean', status: 'string' };
export const priceBreakdown: Schema<Schemas['PriceBreakdown']> = { basePrice: 'number', bookingFee: 'number', currency: 'string', discount: 'number', gst: 'number', insurance: 'number', serviceFee: 'number', total: 'number' };
export const bookedRefund: Schema<Schemas['BookedRefund']> = { amount: 'number', createdAt: 'string', currency: 'string', made: 'boolean', reason: 'string' };
export const bookedRoute: Schema<Schemas['BookedRoute']> = { numberOfDays: 'number', numberOfNights: 'number', pricePerHead: 'number', routeId: 'string', routeName: 'string' };
export const bookedTrek: Schema<Schemas['BookedTrek']> = { _id: 'string', bannerImage: 'string', 'coordinates?': { latitude: 'number', longitude: 'number' }, location: 'string', name: 'string' };
export const booking: Schema<Schemas['Booking']> = { _id: 'string', 'additionalNotes?': 'string', allowedActions: ['string'], amount: 'number', bookingDetails: bookedDates, cancellationDeadlines: [cancellationDeadline], checkIn: 'string', checkOut: 'string', createdAt: 'string', 'creditNoteNumber?': 'string', currency: 'string', customer, 'freeCancellationUntil?': 'string', guestDetails, includeMeals: 'boolean', includePorter: 'boolean', 'invoiceNumber?': 'string', 'payBy?': 'string', payment: bookingPayment, priceBreakdown, reference: 'string', refundable: 'number', refunded: 'number', refunds: [bookedRefund], routeDetails: bookedRoute, status: 'string', totalGuests: 'number', trek: bookedTrek, userId: 'string' };
export const oneBooking: Schema<Schemas['OneBooking']> = { booking };
export const bookingAnswer: Schema<Schemas['BookingAnswer']> = { data: oneBooking, 'status?': '=success' };
export const bookingOpened: Schema<Schemas['BookingOpened']> = { booking, clientSecret: 'string', paymentBreakdown: priceBreakdown, paymentIntentId: 'string' };
export const bookingOpenedAnswer: Schema<Schemas['BookingOpenedAnswer']> = { data: bookingOpened, 'status?': '=success' };
export const quoteData: Schema<Schemas['QuoteData']> = { priceBreakdown };
