// The one call of this feature: makes the PDF in the browser and saves it as bookinginvoice.pdf (document 2 §7).
import type { Booking, Config } from '../../api/types';
import { invoiceContent } from './content';

export const INVOICE_FILE = 'bookinginvoice.pdf';
export const INVOICE_FAILED = 'Failed to generate invoice. Please try again.';

/** jsPDF, its table and the fonts (about 200 kB) arrive with this call, not with the page. */
export async function downloadInvoice(booking: Booking, config: Config): Promise<void> {
  const { drawInvoice } = await import('./draw');
  const doc = await drawInvoice(invoiceContent(booking, config));
  save(doc.output('blob'));
}

function save(file: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = INVOICE_FILE;
  link.click();
  // Browsers read the file after the click; one that is taken away at once would be an empty download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
