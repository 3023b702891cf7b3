import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Filters, filterOptions, readFilters } from './filters';
import { ListingControls } from './ListingControls';

const at = (destination: string): Filters => readFilters(new URLSearchParams({ destination }));

test('PKG-05 letters typed while the URL takes over the previous ones are kept, and going back updates the field', async () => {
  const onChange = vi.fn();
  const controls = (filters: Filters) => (
    <ListingControls
      filters={filters}
      months={[]}
      options={filterOptions([], filters)}
      currency="USD"
      found={0}
      onChange={onChange}
      onClear={vi.fn()}
    />
  );
  const { rerender } = render(controls(at('rara')));
  const search = screen.getByRole('searchbox', { name: 'Search' });
  fireEvent.change(search, { target: { value: '' } });
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ destination: '' }));
  fireEvent.change(search, { target: { value: 'a' } });
  rerender(controls(at('')));
  expect(search).toHaveValue('a');
  rerender(controls(at('rara')));
  expect(search).toHaveValue('rara');
});
