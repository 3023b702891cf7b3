// Texts of the booking flow that the documents fix (document 2 §5, §8).
export const bookingTexts = {
  logInToCreate: 'Please log in to create a booking.',
  logInToComplete: 'Please log in to complete your booking.',
  missingInformation: 'Missing booking information. Please start from the package details page.',
  invalidData: 'Invalid booking data',
  unexpected: 'An unexpected error occurred. Please try again later.',
  invalidResponse: 'Invalid server response',
  invalidRoute: 'Invalid route selected',
  processing: 'Error while processing your booking. Please try again.',
  name: 'Name must be at least 2 characters',
  phone: 'Please enter a valid phone number',
  age: 'Age must be between 5 and 100 years',
} as const;
