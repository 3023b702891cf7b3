// Colours with their contrast, type, spaces, radii, the shadow, and the icons in use.
import * as lucide from 'lucide-react';
import type { ComponentType } from 'react';
import { currencyText, duration, formatNumber, kilometres, metres, plural, range } from '../lib/format';
import { useTheme } from '../lib/theme';
import { useMedia } from '../lib/useMedia';
import { contrast, type Mode, PAIRS, readColors } from '../styles/contrast';
import css from '../styles/tokens.css?raw';
import { Part, Piece } from './part';

const COLORS = readColors(css);
const SIZES = ['6xl', '5xl', '4xl', '3xl', '2xl', 'xl', 'lg', 'base', 'sm', 'xs'];
const SPACES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16];

const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/dev/**', '!/src/**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** The icons that the app imports. */
const ICONS = [
  ...new Set(
    Object.values(sources).flatMap((source) =>
      [...source.matchAll(/import \{([^}]+)\} from 'lucide-react'/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.replace(/^\s*(?:type )?\s*|\s+as\s.*|\s+$/g, '')),
      ),
    ),
  ),
]
  .filter((name) => name && name !== 'LucideIcon')
  .sort();

function useMode(): Mode {
  const theme = useTheme();
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'dark' || (theme === 'system' && systemIsDark) ? 1 : 0;
}

export function Tokens() {
  return (
    <>
      <Colors />
      <Part id="type" title="Type">
        <Piece
          name="Scale"
          note="Bricolage Grotesque from 2xl up, Instrument Sans below; 1.2 on phones to 1.25 on desktops"
          wide
        >
          {SIZES.map((size) => (
            <p
              key={size}
              className="flex min-w-0 items-baseline gap-4"
              style={{
                fontSize: `var(--text-${size})`,
                lineHeight: `var(--text-${size}--line-height)`,
                fontFamily: /\dxl/.test(size) ? 'var(--font-display)' : undefined,
                fontWeight: /\dxl/.test(size) ? 640 : undefined,
              }}
            >
              <span className="w-10 shrink-0 font-normal font-sans text-ink-soft text-xs">{size}</span>
              <span className="min-w-0 truncate">Over the Thorong La, {metres(5416)}</span>
            </p>
          ))}
        </Piece>
        <Piece name="Devanagari" note="Mukta, loaded only where such letters occur">
          <p className="text-xl">चौतारी</p>
        </Piece>
        <Piece name="Figures" note="tabular, in columns to the right" wide>
          <p className="figures w-28 text-right">
            {currencyText(1450, 'USD')}
            <br />
            {currencyText(-911.1, 'USD')}
            <br />
            {metres(5416)}
          </p>
        </Piece>
        <Piece name="Numbers" note="lib/format.ts writes them all" wide>
          <p className="figures flex flex-wrap gap-x-6">
            {[metres(5545), kilometres(7.8), duration(195), plural(12, 'day'), range(3, 5), formatNumber(-12)].map(
              (text) => (
                <span key={text}>{text}</span>
              ),
            )}
          </p>
        </Piece>
      </Part>
      <Part id="space" title="Space, radii, shadow">
        <Piece name="Spaces" note="steps of 4 px">
          {SPACES.map((step) => (
            <span key={step} className="figures grid justify-items-center gap-1 text-ink-soft text-xs">
              <span className="h-4 bg-glacier" style={{ width: `calc(var(--spacing) * ${step})` }} />
              {step * 4}
            </span>
          ))}
        </Piece>
        <Piece name="Radii">
          <span className="flex h-16 w-28 items-center justify-center rounded-sm border border-line-strong text-xs">
            sm, 6 px
          </span>
          <span className="flex h-16 w-28 items-center justify-center rounded-lg border border-line-strong text-xs">
            lg, 14 px
          </span>
        </Piece>
        <Piece name="Shadow" note="for what floats">
          <span className="flex h-16 w-28 items-center justify-center rounded-lg bg-raised text-xs shadow-float">
            float
          </span>
        </Piece>
      </Part>
      <Part id="icons" title="Icons">
        <Piece name={`${ICONS.length} of Lucide`} note="1.75 to 2 px strokes, 16 to 24 px; never alone without a name">
          {ICONS.map((name) => {
            const Icon = (lucide as unknown as Record<string, ComponentType<{ className: string }>>)[name];
            return (
              Icon && (
                <span key={name} className="grid w-30 justify-items-center gap-1.5 text-center text-ink-soft text-xs">
                  <Icon className="size-5 text-ink" />
                  {name}
                </span>
              )
            );
          })}
        </Piece>
      </Part>
    </>
  );
}

function Colors() {
  const mode = useMode();
  return (
    <Part id="colours" title="Colours">
      <Piece name="Tokens" note={mode ? 'by night' : 'by day'}>
        {[...COLORS].map(([name, pair]) => (
          <span key={name} className="grid w-26 gap-1 text-xs sm:w-28">
            <span
              className="h-14 rounded-sm border border-line"
              style={{ background: `var(--color-${name})` }}
              title={`${pair[0]} by day, ${pair[1]} by night`}
            />
            <span className="font-semibold">{name}</span>
            <span className="font-mono text-ink-soft">{pair[mode]}</span>
          </span>
        ))}
      </Piece>
      <Piece name="Contrast" note="checked by styles/contrast.test.ts: 4.5 for text, 3 for lines">
        {PAIRS.map(([text, surface, least]) => {
          const [one, other] = [COLORS.get(text), COLORS.get(surface)];
          if (!one || !other) return null;
          return (
            <span
              key={`${text} ${surface} ${least}`}
              className="figures grid w-40 rounded-sm border border-line px-3 py-2 text-xs"
              style={{ background: `var(--color-${surface})` }}
            >
              <span className="flex items-center justify-between">
                {/* A line needs less contrast than text, so it is shown as a line. */}
                {least < 4.5 ? (
                  <span className="h-1 w-12 rounded-full" style={{ background: `var(--color-${text})` }} />
                ) : (
                  <span className="font-semibold" style={{ color: `var(--color-${text})` }}>
                    Annapurna
                  </span>
                )}
                <span className="rounded-sm bg-raised px-1 text-ink">
                  {contrast(one[mode], other[mode]).toFixed(1)}
                </span>
              </span>
              <span className="mt-1 -mx-1 rounded-sm bg-raised px-1 text-ink-soft">
                {text} / {surface}
              </span>
            </span>
          );
        })}
      </Piece>
    </Part>
  );
}
