// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const bankDetails: Schema<Schemas['BankDetails']> = { accountName: 'string', accountNumber: 'string', bank: 'string', 'note?': 'string', reference: 'string', 'swift?': 'string' };
export const bookedDates: Schema<Schemas['BookedDates']> = { endDate: 'string', startDate: 'string', status: 'string', totalGuests: 'number' };
export const cancellationDeadline: Schema<Schemas['CancellationDeadline']> = { days: 'number', percent: 'number', until: 'string' };
export const creditNoteLine: Schema<Schemas['CreditNoteLine']> = { amount: 'number', at: 'string', reason: 'string' };
export const creditUse: Schema<Schemas['CreditUse']> = { amount: 'number', number: 'string' };
export const customer: Schema<Schemas['Customer']> = { email: 'string', name: 'string' };
export const earlierDates: Schema<Schemas['EarlierDates']> = { amount: 'number', 'creditNoteNumber?': 'string', endDate: 'string', 'guests?': 'number', 'invoiceNumber?': 'string', movedAt: 'string', startDate: 'string' };
export const guest: Schema<Schemas['Guest']> = { age: 'number', gender: 'string', name: 'string', 'phoneNumber?': 'string' };
export const guestDetails: Schema<Schemas['GuestDetails']> = { additionalGuests: [guest], primaryGuest: guest };
export const openChoice: Schema<Schemas['OpenChoice']> = { answerBy: 'string', 'token?': 'string' };
export const openReview: Schema<Schemas['OpenReview']> = { isWritten: 'boolean', token: 'string' };
export const bookedCharges: Schema<Schemas['BookedCharges']> = { bookingFee: 'number', gst: 'number', insuranceFee: 'number', serviceFee: 'number' };
export const moneyBack: Schema<Schemas['MoneyBack']> = { amount: 'number', 'asCredit?': 'number', currency: 'string' };
export const bookingPayment: Schema<Schemas['BookingPayment']> = { baseAmount: 'number', 'byHand?': 'boolean', 'cardBrand?': 'string', 'cardLast4?': 'string', charges: bookedCharges, currency: 'string', finalAmount: 'number', 'isInParts?': 'boolean', 'lastError?': 'string', 'mismatch?': moneyBack, 'paidAt?': 'string', 'paymentIntentId?': 'string', 'received?': 'boolean', status: 'string' };
export const priceBreakdown: Schema<Schemas['PriceBreakdown']> = { basePrice: 'number', bookingFee: 'number', currency: 'string', discount: 'number', gst: 'number', insurance: 'number', 'promotion?': 'number', serviceFee: 'number', total: 'number' };
export const appliedPromotion: Schema<Schemas['AppliedPromotion']> = { 'amount?': 'number', code: 'string', 'percent?': 'number' };
export const nprRate: Schema<Schemas['NprRate']> = { at: 'string', source: 'string', value: 'number' };
export const bookedRefund: Schema<Schemas['BookedRefund']> = { amount: 'number', createdAt: 'string', currency: 'string', 'isPriceDifference?': 'boolean', made: 'boolean', reason: 'string' };
export const bookedRoute: Schema<Schemas['BookedRoute']> = { numberOfDays: 'number', numberOfNights: 'number', pricePerHead: 'number', routeId: 'string', routeName: 'string' };
export const installment: Schema<Schemas['Installment']> = { amount: 'number', 'dueAt?': 'string', 'onArrival?': 'boolean', paid: 'boolean' };
export const travelCredit: Schema<Schemas['TravelCredit']> = { amount: 'number', currency: 'string', expiresOn: 'string', number: 'string' };
export const bookedTrek: Schema<Schemas['BookedTrek']> = { _id: 'string', bannerImage: 'string', 'coordinates?': { latitude: 'number', longitude: 'number' }, location: 'string', name: 'string', 'proposalToken?': 'string' };
export const booking: Schema<Schemas['Booking']> = { _id: 'string', 'additionalNotes?': 'string', allowedActions: ['string'], amount: 'number', 'amountDue?': 'number', 'amountDueInRupees?': 'number', balance: 'number', 'balanceInRupees?': 'number', 'balanceToken?': 'string', 'bankDetails?': bankDetails, bookingDetails: bookedDates, 'buyerPan?': 'string', cancellationDeadlines: [cancellationDeadline], checkIn: 'string', checkOut: 'string', createdAt: 'string', 'creditNoteLines?': [creditNoteLine], 'creditNoteNumber?': 'string', 'creditUsed?': creditUse, currency: 'string', customer, 'departureId?': 'string', 'dueAt?': 'string', 'earlierDates?': [earlierDates], 'freeCancellationUntil?': 'string', guestDetails, 'holdExpiresAt?': 'string', includeMeals: 'boolean', includePorter: 'boolean', 'invoiceNumber?': 'string', 'isGuaranteed?': 'boolean', 'isHoldEnded?': 'boolean', 'lateBalance?': 'number', 'lateBalanceInRupees?': 'number', 'openChoice?': openChoice, 'openReview?': openReview, owedByHand: 'number', 'owedByHandInRupees?': 'number', 'payBy?': 'string', 'payWith?': 'string', payment: bookingPayment, priceBreakdown, 'promotion?': appliedPromotion, 'rate?': nprRate, reference: 'string', 'refundLimit?': 'number', refundable: 'number', refunded: 'number', refunds: [bookedRefund], 'reseller?': 'string', routeDetails: bookedRoute, schedule: [installment], status: 'string', 'tags?': ['string'], totalGuests: 'number', 'travelCredit?': travelCredit, trek: bookedTrek, userId: 'string', version: 'number' };
export const oneBooking: Schema<Schemas['OneBooking']> = { booking };
export const bookingAnswer: Schema<Schemas['BookingAnswer']> = { data: oneBooking, 'status?': '=success' };
export const formField: Schema<Schemas['FormField']> = { name: 'string', value: 'string' };
export const redirect: Schema<Schemas['Redirect']> = { fields: [formField], method: 'string', url: 'string' };
export const bookingOpened: Schema<Schemas['BookingOpened']> = { amountDue: 'number', 'bankDetails?': bankDetails, booking, clientSecret: 'string', 'payBy?': 'string', 'payWith?': 'string', paymentBreakdown: priceBreakdown, paymentIntentId: 'string', 'redirect?': redirect };
export const bookingOpenedAnswer: Schema<Schemas['BookingOpenedAnswer']> = { data: bookingOpened, 'status?': '=success' };
export const quoteData: Schema<Schemas['QuoteData']> = { 'cancellationDeadlines?': [cancellationDeadline], priceBreakdown, 'promotion?': appliedPromotion, 'schedule?': [installment] };
export const quoteAnswer: Schema<Schemas['QuoteAnswer']> = { data: quoteData, 'status?': '=success' };
