// The five steps from a trek to a confirmation, as the bar of prayer flags names them.
export const BOOKING_STEPS = ['Route', 'Date and group', 'Guests', 'Payment', 'Confirmation'];
export const STEP_GUESTS = 2;
export const STEP_PAYMENT = 3;
export const STEP_CONFIRMATION = 4;
