import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../api/query';
import { toast } from '../../lib/toast';
import { config, json, serve } from '../../test-server';
import { CurrencyToggle } from './CurrencyToggle';
import { useMoney } from './useMoney';

function Amounts() {
  const { format } = useMoney();
  return (
    <>
      <CurrencyToggle />
      <output>{format(100, 'USD').replace(/\s/g, ' ')}</output>
    </>
  );
}

function show() {
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      <Amounts />
    </QueryClientProvider>,
  );
}

const GET_CONFIG = { 'GET /api/config': json(200, { status: 'success', data: config }) };
const RATE = 'GET /api/exchange-rate';

test('CURR-01 CURR-02 the rate is fetched only when rupees are shown, and the choice is stored', async () => {
  const server = serve({
    ...GET_CONFIG,
    [RATE]: json(200, {
      status: 'success',
      data: { base: 'USD', rates: { NPR: 141.2 }, asOf: '2026-11-20T00:00:00Z' },
    }),
  });
  show();
  expect(screen.getByRole('status')).toHaveTextContent('$100.00');
  await waitFor(() => expect(server.to('GET /api/config')).toHaveLength(1));
  expect(server.to(RATE)).toHaveLength(0);
  await userEvent.click(screen.getByRole('radio', { name: 'NPR' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('NPR 14,120.00'));
  expect(server.to(RATE)).toHaveLength(1);
  expect(localStorage.getItem('currency')).toBe('NPR');
  await userEvent.click(screen.getByRole('radio', { name: 'USD' }));
  expect(screen.getByRole('status')).toHaveTextContent('$100.00');
});

test("CURR-03 CURR-04 a failure says 'Unable to fetch exchange rate. Using default conversion.' once and uses 132.95", async () => {
  const error = vi.spyOn(toast, 'error').mockReturnValue('');
  serve({ ...GET_CONFIG, [RATE]: json(503, { status: 'error', message: 'No exchange rate is known.' }) });
  show();
  await userEvent.click(screen.getByRole('radio', { name: 'NPR' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('NPR 13,295.00'));
  expect(error).toHaveBeenCalledExactlyOnceWith('Unable to fetch exchange rate. Using default conversion.', {});
  await userEvent.click(screen.getByRole('radio', { name: 'USD' }));
});
