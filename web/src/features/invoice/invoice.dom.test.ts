import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { jsPDF } from 'jspdf';
import { describe, expect, test, vi } from 'vitest';
import { makeBooking, config as siteConfig } from '../../fixtures';
import { requiredCjkFonts } from './cjk';
import { invoiceContent, invoiceMoney } from './content';
import { downloadInvoice, INVOICE_FAILED } from './download';
import { drawInvoice } from './draw-invoice';
import { binary, isEmbedded, normalizeText } from './draw-text';
import { glyphlessFont } from './glyphless-font';

const booking = makeBooking({
  _id: '01993b7e-2c1a-7d7e-9f00-5a5b7c1d2e3f',
  payment: { paidAt: '2026-11-20T20:00:00Z', cardBrand: 'visa', cardLast4: '4242' },
  invoiceNumber: 'CH-2026-000031',
  guestDetails: { primaryGuest: { name: 'Pasang Sherpa', age: 31, gender: 'Male' }, additionalGuests: [] },
});

const config = {
  ...siteConfig,
  company: { name: 'Chautari Treks Pvt. Ltd.', address: 'Thamel, Kathmandu', registration: 'PAN 609 812 345' },
  contactEmail: 'hello@chautari.example',
  timezone: 'Asia/Kathmandu',
  today: '2026-11-21',
};

test('INVOICE-03..09 the invoice states agency, booking, customer, trek and route with days, amount, date and thanks', () => {
  const content = invoiceContent(booking, config);
  expect(content.company).toEqual({
    name: 'Chautari Treks Pvt. Ltd.',
    lines: ['Thamel, Kathmandu', 'PAN 609 812 345', 'hello@chautari.example'],
  });
  expect(content).toMatchObject({
    bookingId: booking._id,
    number: 'CH-2026-000031',
    // INVOICE-05: the primary guest's name and the account's email.
    customer: { name: 'Pasang Sherpa', email: 'maya@chautari.example' },
    reference: 'KD-1207',
    trek: 'Everest Base Camp',
    route: 'Classic, 12 days',
    stay: 'Mar 05, 2027 – Mar 16, 2027',
    date: 'Nov 21, 2026',
    total: '$4,812.00',
  });
  expect(content.thanks).toBe(
    'Thank you for booking with Chautari Treks Pvt. Ltd. We look forward to walking with you.',
  );
});

test('INVOICE-07 the invoice has the price lines, omits lines of zero, and subtracts the discount', () => {
  const lines = invoiceContent(booking, config).lines.map((line) => `${line.text} | ${line.amount}`);
  expect(lines).toEqual([
    'Base price, per person | $5,000.00',
    'Group discount | -$1,000.00',
    'Tax | $520.00',
    'Service fee | $80.00',
    'Insurance | $212.00',
  ]);
});

test('INVOICE-10 INVOICE-11 the amount has two decimals and the sign or code of the charged currency', () => {
  expect(invoiceMoney(4812, 'USD')).toBe('$4,812.00');
  expect(invoiceMoney(4812.5, 'INR')).toBe('₹4,812.50');
  expect(invoiceMoney(639752.4, 'NPR')).toBe('NPR 639,752.40');
  expect(invoiceMoney(12.345, 'KWD')).toBe('KWD 12.345');
});

test('the invoice states the payment, its date in the agency’s time zone, and the card', () => {
  expect(invoiceContent(booking, config).paid).toEqual(['$4,812.00 paid on Nov 21, 2026 with Visa ending 4242']);
  expect(invoiceContent({ ...booking, refunded: 2406 }, config).paid).toContain('$2,406.00 refunded');
  expect(invoiceContent({ ...booking, payment: { ...booking.payment, status: 'Pending' } }, config).paid).toEqual([
    'Not paid yet',
  ]);
});

describe('letters', () => {
  const file = (weight: string) => binary(readFileSync(join(import.meta.dirname, 'fonts', `noto-sans-${weight}.ttf`)));
  const codesOf = (font: string): Record<number, number> => {
    const doc = new jsPDF();
    doc.addFileToVFS('probe.ttf', font);
    doc.addFont('probe.ttf', 'Probe', 'normal');
    doc.setFont('Probe', 'normal');
    return (doc.getFont() as unknown as { metadata: { cmap: { unicode: { codeMap: Record<number, number> } } } })
      .metadata.cmap.unicode.codeMap;
  };

  test.each(['regular', 'bold'])('every letter of texts in the embedded %s font has a glyph', (weight) => {
    const codes = codesOf(file(weight));
    const missing: string[] = [];
    for (let code = 0x20; code < 0xd800; code++) {
      const letter = String.fromCharCode(code);
      if (letter.normalize('NFC') === letter && isEmbedded(letter) && !codes[code])
        missing.push(`U+${code.toString(16)}`);
    }
    expect(missing).toEqual([]);
  });

  test('Latin, Vietnamese, Greek and Cyrillic names use the embedded font, other scripts are drawn as images', () => {
    for (const name of ['Łukasz Żółć', 'Nguyễn Thị Ánh', 'Екатерина Щёголева', 'Ελένη', 'İpek Şahin', '₹4,812.00'])
      expect(isEmbedded(name)).toBe(true);
    for (const name of ['माया गुरुङ', '山田 花子', 'فاطمة', 'สมชาย', 'Zoë 🏔', 'm\u0303'])
      expect(isEmbedded(name)).toBe(false);
  });

  test('Japanese, Chinese and Korean names load their font, other names load none', () => {
    expect(requiredCjkFonts('山田 さくら')).toEqual(['Invoice JP']);
    expect(requiredCjkFonts('张伟')).toEqual(['Invoice JP', 'Invoice SC']);
    expect(requiredCjkFonts('김민준')).toEqual(['Invoice KR']);
    expect(requiredCjkFonts('माया गुरुङ')).toEqual([]);
  });

  test('bidirectional marks and control characters are removed', () => {
    expect(normalizeText('  Maya\u202e\u0000 \n Gurung ')).toBe('Maya Gurung');
    expect(normalizeText('Nguye\u0302\u0303n')).toBe('Nguyễn');
  });

  test('the invisible font has each letter of its text once, without an outline', () => {
    const codes = codesOf(binary(glyphlessFont('माया माया')));
    for (const letter of 'माया ') expect(codes[letter.charCodeAt(0)]).toBeGreaterThan(0);
    expect(new Set(Object.values(codes)).size).toBeGreaterThanOrEqual(4);
  });
});

test('INVOICE-01 INVOICE-02 the PDF is created in the browser and saved as bookinginvoice.pdf', async () => {
  vi.stubGlobal(
    'fetch',
    async (url: string) => new Response(readFileSync(join(import.meta.dirname, 'fonts', basename(url)))),
  );
  let file: Blob | undefined;
  URL.createObjectURL = (made) => {
    file = made as Blob;
    return 'blob:invoice';
  };
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await downloadInvoice(booking, config);
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('bookinginvoice.pdf');
  expect(await file?.slice(0, 5).text()).toBe('%PDF-');
});

test('INVOICE-07 what was refunded or credited adds a page with a credit note, its number, reasons and total', async () => {
  const at = '2026-11-22T20:00:00Z';
  const creditNoteLines = [
    { at, reason: 'A day of rain', amount: 100.5 },
    { at, reason: 'Travel credit TC-2026-00001', amount: 2000 },
  ];
  const content = invoiceContent({ ...booking, creditNoteLines, creditNoteNumber: 'CN-2026-00007' }, config);
  expect(content.creditNote).toEqual({
    number: 'CN-2026-00007',
    lines: [
      { text: 'Nov 23, 2026: A day of rain', amount: '$100.50' },
      { text: 'Nov 23, 2026: Travel credit TC-2026-00001', amount: '$2,000.00' },
    ],
    total: '$2,100.50',
  });
  expect(invoiceContent(booking, config).creditNote).toBeUndefined();
  const font = async (url: string) => new Response(readFileSync(join(import.meta.dirname, 'fonts', basename(url))));
  vi.stubGlobal('fetch', font);
  expect((await drawInvoice(content)).getNumberOfPages()).toBe(2);
  expect((await drawInvoice(invoiceContent(booking, config))).getNumberOfPages()).toBe(1);
});

test("the PAN of the buyer is on an invoice of Nepal's mode only", () => {
  const named = { ...booking, buyerPan: '301234567' };
  expect(invoiceContent(named, { ...config, takesBuyerPan: true }).customer.pan).toBe('301234567');
  expect(invoiceContent(named, config).customer.pan).toBe('');
});

test('INVOICE-12 without its fonts the invoice fails instead of printing empty boxes', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await expect(downloadInvoice(booking, config)).rejects.toThrow('font');
  expect(INVOICE_FAILED).toBe('Failed to generate invoice. Please try again.');
});
