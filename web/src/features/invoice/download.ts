// Creates the invoice PDF in the browser and saves it as bookinginvoice.pdf (document 2 §7).
import type { Booking, Config } from '../../api/types';
import { saveFile } from '../../lib/save-file';
import { invoiceContent } from './content';

export const INVOICE_FILE = 'bookinginvoice.pdf';
export const INVOICE_FAILED = 'Failed to generate invoice. Please try again.';

/** Loads jsPDF, its table plugin and the fonts (about 200 kB) on first use, not with the page. */
export async function downloadInvoice(booking: Booking, config: Config): Promise<void> {
  const { drawInvoice } = await import('./draw-invoice');
  const doc = await drawInvoice(invoiceContent(booking, config));
  saveFile(doc.output('blob'), INVOICE_FILE);
}
