// Writes text of any script into a PDF. jsPDF places letters one after the other, but Devanagari, Arabic, Thai and
// others need shaping, and no small font contains Japanese or Chinese. Text outside the embedded font is therefore
// drawn on a canvas, which shapes every script, and embedded as an image with the same text as an invisible layer
// above it.
import type { jsPDF } from 'jspdf';
import { CJK_FAMILIES, loadCjkFonts } from './cjk';
import { glyphlessFont } from './glyphless-font';

export interface TextStyle {
  size: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
  maxWidth?: number;
  leading?: number;
}

export const FONT = 'NotoSans';
const PIXELS_PER_POINT = 5; // 360 dpi, sharp in print
const INK = '#14212b';
/** Letters of the embedded font subset, see fonts/README.md. */
const EMBEDDED =
  /^[\u0020-\u007e\u00a0-\u017f\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u01e6\u01e7\u0218-\u021b\u02bb\u02bc\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u048a-\u04ff\u1e00-\u1e99\u1e9e\u1ea0-\u1ef9\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20a1-\u20bf\u2116\u2122]*$/;

/** False for text that must be drawn on a canvas. Combining marks without a precomposed letter need shaping too. */
export function isEmbedded(text: string): boolean {
  return EMBEDDED.test(text.normalize('NFC'));
}

/** Normalizes to composed letters, and removes control characters and bidirectional marks. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Draws `text` with its first baseline at `y` and returns the next baseline. */
export async function drawText(doc: jsPDF, text: string, x: number, y: number, look: TextStyle): Promise<number> {
  const tidy = normalizeText(text);
  if (tidy === '') return y;
  const leading = look.leading ?? look.size * 1.4;
  const lines = isEmbedded(tidy) ? embeddedLines(doc, tidy, look) : await shapedLines(tidy, look);
  let baseline = y;
  for (const line of lines) {
    if (isEmbedded(line)) writeEmbedded(doc, line, x, baseline, look);
    else writeShaped(doc, line, x, baseline, look);
    baseline += leading;
  }
  return baseline;
}

function setFont(doc: jsPDF, look: TextStyle) {
  doc
    .setFont(FONT, look.bold ? 'bold' : 'normal')
    .setFontSize(look.size)
    .setTextColor(look.color ?? INK);
}

function embeddedLines(doc: jsPDF, text: string, look: TextStyle): string[] {
  setFont(doc, look);
  return look.maxWidth ? (doc.splitTextToSize(text, look.maxWidth) as string[]) : [text];
}

function writeEmbedded(doc: jsPDF, line: string, x: number, y: number, look: TextStyle) {
  setFont(doc, look);
  doc.text(line, x, y, { align: look.align ?? 'left' });
}

function canvasFont({ size, bold }: TextStyle): string {
  return `${bold ? 600 : 400} ${size * PIXELS_PER_POINT}px "Mukta", "Instrument Sans Variable", ${CJK_FAMILIES}, system-ui, sans-serif`;
}

function context(canvas: HTMLCanvasElement, look: TextStyle): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser gives no canvas to draw letters on.');
  pen.font = canvasFont(look);
  pen.fillStyle = look.color ?? INK;
  pen.textBaseline = 'alphabetic';
  return pen;
}

/** Wraps the text by word segmentation, because Japanese and Thai have no spaces. */
async function shapedLines(text: string, look: TextStyle): Promise<string[]> {
  // A web font is loaded only when it is used, and a canvas does not wait for it.
  const loaded = Promise.all([document.fonts.load(canvasFont(look), text), loadCjkFonts(text)]);
  await Promise.race([loaded, new Promise((done) => setTimeout(done, 8000))]);
  const pen = context(document.createElement('canvas'), look);
  const most = (look.maxWidth ?? Number.POSITIVE_INFINITY) * PIXELS_PER_POINT;
  const lines: string[] = [];
  let line = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (line.trim() !== '' && pen.measureText(line + segment).width > most) {
      lines.push(line.trim());
      line = '';
    }
    line += segment;
  }
  return [...lines, line.trim()].filter((one) => one !== '');
}

function writeShaped(doc: jsPDF, line: string, x: number, y: number, look: TextStyle) {
  const canvas = document.createElement('canvas');
  const measured = context(canvas, look).measureText(line);
  const pad = PIXELS_PER_POINT * 2; // accents and swashes extend beyond the measured box
  const ascent = Math.ceil(Math.max(measured.actualBoundingBoxAscent, 1)) + pad;
  const width = Math.ceil(measured.width) + 2 * pad;
  const height = ascent + Math.ceil(Math.max(measured.actualBoundingBoxDescent, 1)) + pad;
  canvas.width = width;
  canvas.height = height;
  context(canvas, look).fillText(line, pad, ascent); // resizing a canvas resets its font
  const points = (pixels: number) => pixels / PIXELS_PER_POINT;
  const left = look.align === 'right' ? x - points(measured.width) : x;
  doc.addImage(
    canvas.toDataURL('image/png'),
    'PNG',
    left - points(pad),
    y - points(ascent),
    points(width),
    points(height),
    undefined,
    'FAST',
  );
  writeTextLayer(doc, line, left, y, points(measured.width), look.size);
}

/** The same text, invisible, stretched to the width of the image. */
function writeTextLayer(doc: jsPDF, text: string, x: number, y: number, width: number, size: number) {
  const name = `Layer${doc.getNumberOfPages()}x${Math.round(x)}y${Math.round(y)}`;
  const line = text.replace(/[\u{10000}-\u{10ffff}]/gu, ''); // jsPDF supports 16-bit letters only
  if (line.trim() === '') return;
  const joined = doc.processArabic(line); // jsPDF joins Arabic letters in every text and then needs glyphs for the joined forms
  doc.addFileToVFS(`${name}.ttf`, binary(glyphlessFont(line + joined)));
  doc.addFont(`${name}.ttf`, name, 'normal');
  const natural = (line.length * size) / 2;
  doc.saveGraphicsState(); // limits the horizontal scale to this text
  doc.setFont(name, 'normal').setFontSize(size);
  doc.text(line, x, y, { renderingMode: 'invisible', horizontalScale: width / natural });
  doc.restoreGraphicsState();
}

/** Converts bytes to the binary string that jsPDF stores files as. */
export function binary(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
