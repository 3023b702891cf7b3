// Button that saves the invoice that the server drew, in Latin and any other script (operations §3).
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { api, download } from '../../api/client';
import type { Booking } from '../../api/types';
import { saveFile } from '../../lib/save-file';
import { Button } from '../../ui/Button';

const FAILED = 'The invoice could not be loaded. Please try again.';

interface InvoicePdfProps {
  booking: Pick<Booking, '_id' | 'invoiceNumber'>;
  /** An invoice that another one replaced. */
  replaced?: string;
}

export function InvoicePdf({ booking, replaced }: InvoicePdfProps) {
  const [isLoading, setLoading] = useState(false);
  const { _id: id, invoiceNumber } = booking;
  if (!invoiceNumber) return null;
  async function save() {
    setLoading(true);
    try {
      const params = { path: { id }, query: { number: replaced } };
      const call = api.GET('/api/bookings/{id}/invoice.pdf', { params, parseAs: 'blob' });
      const file = await download(call, { otherwise: FAILED });
      const number = replaced ?? invoiceNumber ?? '';
      saveFile(file, `invoice-${number.replaceAll('/', '-')}.pdf`);
    } catch {
      // `download` has shown the failure.
    } finally {
      setLoading(false);
    }
  }
  return (
    <Button variant="ghost" size="sm" loading={isLoading} onClick={save}>
      {!isLoading && <FileText aria-hidden className="size-4" strokeWidth={1.75} />}
      {replaced ? `Replaced invoice ${replaced} (PDF)` : 'Invoice (PDF)'}
    </Button>
  );
}
