// Texts of the payment that the documents fix (document 2 §5, §8).
export const paymentTexts = {
  successful: 'Payment successful!',
  verificationFailed: 'Payment verification failed',
  processingFailed: 'Payment processing failed',
  failed: 'Payment failed',
  unconfirmed: 'Payment successful but booking confirmation failed. Our team will contact you shortly.',
  notInitialized: 'Failed to initialize payment system',
  noSession: 'Payment session not initialized properly. Please try again.',
  noCard: 'Card element not found',
} as const;
