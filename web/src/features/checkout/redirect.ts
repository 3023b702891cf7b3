// Leaves for a page of a payment provider.
import type { BookingOpened } from '../../api/types';
import { leaveFor } from '../../lib/leave';

export function followRedirect({ method, url, fields }: NonNullable<BookingOpened['redirect']>): void {
  if (method === 'GET') {
    leaveFor(url);
    return;
  }
  // The provider reads the fields and their signature from a form that the browser posts.
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.hidden = true;
  for (const { name, value } of fields) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
