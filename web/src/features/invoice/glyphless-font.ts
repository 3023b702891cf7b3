// Creates a font without outlines for the letters of one text. It carries the invisible text layer above an image of
// the text, so that a name in any script can be searched, copied and read aloud from the PDF.

const UNITS = 1000;

type Table = [tag: string, bytes: number[]];

const u16 = (value: number) => [(value >> 8) & 0xff, value & 0xff];
const i16 = (value: number) => u16(value & 0xffff);
const u32 = (value: number) => [...u16((value >>> 16) & 0xffff), ...u16(value & 0xffff)];

/** A TrueType file in which each UTF-16 unit of `text` has its own empty glyph, half an em wide. */
export function glyphlessFont(text: string): Uint8Array {
  const codes = [...new Set(Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)))].sort(
    (a, b) => a - b,
  );
  const glyphs = codes.length + 1; // glyph 0 is 'not defined'
  return assemble([
    ['OS/2', os2(codes)],
    ['cmap', cmap(codes)],
    ['glyf', [0, 0, 0, 0]],
    ['head', head()],
    [
      'hhea',
      [...u32(0x00010000), ...i16(800), ...i16(-200), ...i16(0), ...u16(UNITS / 2), ...Array(22).fill(0), ...u16(1)],
    ],
    ['hmtx', [...u16(UNITS / 2), ...i16(0), ...Array((glyphs - 1) * 2).fill(0)]],
    ['loca', Array((glyphs + 1) * 4).fill(0)],
    ['maxp', [...u32(0x00010000), ...u16(glyphs), ...Array(26).fill(0)]],
    ['name', name('Glyphless')],
    ['post', [...u32(0x00030000), ...Array(28).fill(0)]],
  ]);
}

/** Format 4: one segment per letter, followed by the required end segment 0xFFFF. */
function cmap(codes: number[]): number[] {
  const used = codes.filter((code) => code !== 0xffff);
  const ends = [...used, 0xffff];
  const count = ends.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const deltas = [...used.map((code, index) => (index + 1 - code) & 0xffff), 1];
  const table = [
    ...u16(count * 2),
    ...u16(power * 2),
    ...u16(Math.log2(power)),
    ...u16((count - power) * 2),
    ...ends.flatMap(u16),
    ...u16(0),
    ...ends.flatMap(u16),
    ...deltas.flatMap(u16),
    ...Array(count * 2).fill(0),
  ];
  const subtable = [...u16(4), ...u16(table.length + 6), ...u16(0), ...table];
  return [...u16(0), ...u16(1), ...u16(3), ...u16(1), ...u32(12), ...subtable];
}

function head(): number[] {
  const times = Array(16).fill(0);
  const box = [...i16(0), ...i16(-200), ...i16(UNITS / 2), ...i16(800)];
  return [
    ...u32(0x00010000),
    ...u32(0),
    ...u32(0),
    ...u32(0x5f0f3cf5),
    ...u16(0),
    ...u16(UNITS),
    ...times,
    ...box,
    ...u16(0),
    ...u16(8),
    ...i16(2),
    ...i16(1),
    ...i16(0),
  ];
}

/** One entry, the PostScript name: jsPDF rejects a font without it. */
function name(text: string): number[] {
  return [
    ...u16(0),
    ...u16(1),
    ...u16(18),
    ...u16(1),
    ...u16(0),
    ...u16(0),
    ...u16(6),
    ...u16(text.length),
    ...u16(0),
    ...Array.from(text, (letter) => letter.charCodeAt(0)),
  ];
}

function os2(codes: number[]): number[] {
  const first = codes[0] ?? 0;
  const last = codes.at(-1) ?? 0;
  const start = [
    ...u16(4),
    ...i16(UNITS / 2),
    ...u16(400),
    ...u16(5),
    ...u16(0),
    ...Array(20).fill(0),
    ...i16(0),
    ...Array(10).fill(0),
  ];
  return [
    ...start,
    ...Array(16).fill(0),
    ...Array(4).fill(32),
    ...u16(64),
    ...u16(first),
    ...u16(last),
    ...i16(800),
    ...i16(-200),
    ...i16(0),
    ...u16(800),
    ...u16(200),
    ...Array(8).fill(0),
    ...i16(500),
    ...i16(700),
    ...u16(0),
    ...u16(32),
    ...u16(1),
  ];
}

function assemble(tables: Table[]): Uint8Array {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const file = [
    ...u32(0x00010000),
    ...u16(tables.length),
    ...u16(power * 16),
    ...u16(Math.log2(power)),
    ...u16((tables.length - power) * 16),
  ];
  let offset = file.length + tables.length * 16;
  const bodies: number[] = [];
  for (const [tag, bytes] of tables) {
    const padded = [...bytes, ...Array((4 - (bytes.length % 4)) % 4).fill(0)];
    file.push(
      ...Array.from(tag, (letter) => letter.charCodeAt(0)),
      ...u32(checksum(padded)),
      ...u32(offset),
      ...u32(bytes.length),
    );
    bodies.push(...padded);
    offset += padded.length;
  }
  return Uint8Array.from([...file, ...bodies]);
}

function checksum(bytes: number[]): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 4) {
    sum =
      (sum +
        (((bytes[index] ?? 0) << 24) |
          ((bytes[index + 1] ?? 0) << 16) |
          ((bytes[index + 2] ?? 0) << 8) |
          (bytes[index + 3] ?? 0))) >>>
      0;
  }
  return sum >>> 0;
}
