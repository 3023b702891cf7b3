// The provider's card element failed to load.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { makeBooking } from '../../fixtures';
import { PaymentForm } from './PaymentForm';

vi.mock('./SandboxCardForm', () => ({ SandboxCardForm: () => null }));

test('PAY-09 without a card element nothing is sent and the form shows an error', async () => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  const booking = makeBooking({ status: 'Pending', payment: { status: 'Pending' } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PaymentForm
          booking={booking}
          amountDue={4812}
          session={{ bookingId: 'b1', paymentIntentId: 'pi_1', clientSecret: 's' }}
          onConfirmed={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('Billing address'), 'Lakeside 6');
  await userEvent.click(screen.getByRole('button', { name: /Pay Now/ }));
  expect(await within(screen.getByRole('form')).findByRole('alert')).toHaveTextContent('Card element not found');
  expect(sent).not.toHaveBeenCalled();
});
