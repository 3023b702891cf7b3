// Draws the invoice on an A4 page. Loaded with jsPDF and the fonts only when an invoice is requested.
import { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import type { InvoiceContent } from './content';
import { binary, drawText, FONT } from './draw-text';
import boldUrl from './fonts/noto-sans-bold.ttf?url';
import regularUrl from './fonts/noto-sans-regular.ttf?url';

const LEFT = 48;
const RIGHT = 547;
const MIDDLE = 310;
const SOFT = '#52606b';
const LINE = '#ddd7c9';
const STONE = '#f1eee6';
const INK = '#14212b';
const ACCENT = '#b4233c';

async function fontFile(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The font could not be read: ${answer.status}`);
  return binary(new Uint8Array(await answer.arrayBuffer()));
}

export async function drawInvoice(content: InvoiceContent): Promise<jsPDF> {
  const [regular, bold] = await Promise.all([fontFile(regularUrl), fontFile(boldUrl)]);
  const doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  doc.addFileToVFS('regular.ttf', regular);
  doc.addFont('regular.ttf', FONT, 'normal');
  doc.addFileToVFS('bold.ttf', bold);
  doc.addFont('bold.ttf', FONT, 'bold');
  doc.setProperties({ title: `Invoice ${content.number || content.bookingId}`, author: content.company.name });
  const afterHeading = await drawHeading(doc, content, 'Invoice', content.number && `Invoice no. ${content.number}`);
  const afterParties = await drawParties(doc, content, afterHeading + 34);
  const afterTable = await drawPrice(doc, content, afterParties + 10);
  await drawPaid(doc, content, afterTable + 30);
  await drawFooter(doc, content);
  if (content.creditNote) await drawCreditNote(doc, content, content.creditNote);
  return doc;
}

/** Second page: the refunds and travel credits of the invoice. */
async function drawCreditNote(doc: jsPDF, content: InvoiceContent, note: NonNullable<InvoiceContent['creditNote']>) {
  doc.addPage();
  const afterHeading = await drawHeading(doc, content, 'Credit note', `Credit note no. ${note.number}`);
  let y = await drawParties(doc, content, afterHeading + 34);
  y = await drawText(doc, `Credit for invoice no. ${content.number}:`, LEFT, y + 24, { size: 10 });
  for (const { text, amount } of note.lines) {
    const under = await drawText(doc, text, LEFT, y + 8, { size: 10, maxWidth: 360 });
    await drawText(doc, amount, RIGHT - 8, y + 8, { size: 10, align: 'right' });
    y = under;
  }
  await drawTotal(doc, 'Credited', note.total, y + 6);
}

async function drawTotal(doc: jsPDF, label: string, amount: string, y: number) {
  doc.setFillColor(STONE).rect(MIDDLE, y, RIGHT - MIDDLE, 34, 'F');
  await drawText(doc, label, MIDDLE + 12, y + 22, { size: 12, bold: true });
  await drawText(doc, amount, RIGHT - 8, y + 22, { size: 14, bold: true, align: 'right' });
}

/** Agency on the left, document title and number on the right, a ridge line below both. */
async function drawHeading(doc: jsPDF, content: InvoiceContent, what: string, number: string): Promise<number> {
  let left = await drawText(doc, content.company.name, LEFT, 72, { size: 20, bold: true, maxWidth: 260 });
  left -= 6;
  for (const line of content.company.lines)
    left = await drawText(doc, line, LEFT, left, { size: 9, color: SOFT, maxWidth: 260 });
  await drawText(doc, what, RIGHT, 72, { size: 20, bold: true, color: ACCENT, align: 'right' });
  let right = 94;
  if (number) right = await drawText(doc, number, RIGHT, right, { size: 9, align: 'right' });
  right = await drawText(doc, `Date: ${content.date}`, RIGHT, right, { size: 9, align: 'right' });
  const under = Math.max(left, right) + 26;
  const ridge = [
    [60, -4],
    [34, -13],
    [22, 7],
    [46, -16],
    [30, 17],
    [40, -7],
    [38, 11],
    [64, -17],
    [36, 14],
    [50, -5],
    [79, 13],
  ];
  doc
    .setDrawColor(ACCENT)
    .setLineWidth(1)
    .lines(ridge as [number, number][], LEFT, under);
  return under;
}

async function drawParties(doc: jsPDF, content: InvoiceContent, y: number): Promise<number> {
  const label = { size: 8, color: SOFT };
  const width = { maxWidth: MIDDLE - LEFT - 30 };
  let left = await drawText(doc, 'Billed to', LEFT, y, label);
  left = await drawText(doc, content.customer.name, LEFT, left + 3, { size: 11, bold: true, ...width });
  const { email, pan } = content.customer;
  left = await drawText(doc, email, LEFT, left, { size: 10, ...width });
  if (pan) left = await drawText(doc, `PAN/VAT no. ${pan}`, LEFT, left, { size: 10, ...width });
  if (content.reference) {
    left = await drawText(doc, 'Reference', LEFT, left + 8, label);
    left = await drawText(doc, content.reference, LEFT, left + 1, { size: 10, bold: true, ...width });
  }
  left = await drawText(doc, 'Booking ID', LEFT, left + 8, label);
  left = await drawText(doc, content.bookingId, LEFT, left + 1, { size: 9, ...width });
  const wide = { maxWidth: RIGHT - MIDDLE };
  let right = await drawText(doc, 'For', MIDDLE, y, label);
  right = await drawText(doc, content.trek, MIDDLE, right + 3, { size: 11, bold: true, ...wide });
  right = await drawText(doc, content.route, MIDDLE, right, { size: 10, ...wide });
  right = await drawText(doc, content.stay, MIDDLE, right, { size: 10, ...wide });
  right = await drawText(doc, content.party, MIDDLE, right, { size: 10, ...wide });
  return Math.max(left, right);
}

/** The table contains only fixed texts and numbers, so every letter is in the embedded font. */
async function drawPrice(doc: jsPDF, content: InvoiceContent, y: number): Promise<number> {
  autoTable(doc, {
    startY: y,
    margin: { left: LEFT, right: 595 - RIGHT },
    theme: 'plain',
    styles: { font: FONT, fontSize: 10, textColor: INK, cellPadding: { top: 7, bottom: 7, left: 8, right: 8 } },
    headStyles: { fillColor: STONE, fontStyle: 'bold', fontSize: 9, textColor: SOFT },
    bodyStyles: { lineColor: LINE, lineWidth: { bottom: 0.5 } },
    columnStyles: {
      1: { halign: 'right', cellWidth: 60 },
      2: { halign: 'right', cellWidth: 105 },
      3: { halign: 'right', cellWidth: 115 },
    },
    head: [
      ['Description', 'Quantity', 'Each', 'Amount'].map((text, column) => ({
        content: text,
        styles: { halign: column === 0 ? ('left' as const) : ('right' as const) },
      })),
    ],
    body: content.lines.map((line) => [line.text, line.quantity, line.each, line.amount]),
  });
  const end = (doc as jsPDF & { lastAutoTable: { finalY: number } }).lastAutoTable.finalY;
  await drawTotal(doc, 'Total', content.total, end + 10);
  return end + 44;
}

async function drawPaid(doc: jsPDF, content: InvoiceContent, y: number) {
  let line = await drawText(doc, 'Payment', LEFT, y, { size: 8, color: SOFT });
  line += 3;
  for (const text of content.paid) line = await drawText(doc, text, LEFT, line, { size: 10 });
}

async function drawFooter(doc: jsPDF, content: InvoiceContent) {
  doc.setDrawColor(LINE).setLineWidth(0.5).line(LEFT, 770, RIGHT, 770);
  await drawText(doc, content.thanks, LEFT, 788, { size: 10, maxWidth: RIGHT - LEFT });
}
