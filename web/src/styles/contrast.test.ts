import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, PAIRS, readColors } from './contrast';

const tokens = readColors(readFileSync(new URL('./tokens.css', `file://${process.cwd()}/src/styles/`), 'utf8'));

test.each(PAIRS)('%s on %s has enough contrast in light and dark mode', (text, surface, least) => {
  const [textPair, surfacePair] = [tokens.get(text), tokens.get(surface)];
  if (!textPair || !surfacePair) throw new Error('no such token');
  for (const mode of [0, 1] as const) {
    expect(contrast(textPair[mode], surfacePair[mode]), mode ? 'night' : 'day').toBeGreaterThanOrEqual(least);
  }
});
