// Line style of each transport mode: its colour, and dashes for walking, flight, boat and train (document 2 §2).
import type { TransportMode } from '../../api/types';

export interface ModeStyle {
  word: string;
  /** A CSS variable of styles/tokens.css. */
  colour: string;
  /** Lengths of dash and gap in line widths; undefined for a solid line. */
  dash?: [number, number];
}

export const MODE_STYLES: Record<TransportMode, ModeStyle> = {
  walking: { word: 'On foot', colour: '--color-laligurans', dash: [1.6, 1.1] },
  vehicle: { word: 'By road', colour: '--color-glacier' },
  flight: { word: 'Flight', colour: '--color-map-flight', dash: [4, 2.4] },
  boat: { word: 'By boat', colour: '--color-juniper', dash: [2.6, 1.4] },
  train: { word: 'By train', colour: '--color-marigold-ink', dash: [3, 0.9] },
  custom: { word: 'Other transport', colour: '--color-ink-soft' },
};

export const MODES = Object.keys(MODE_STYLES) as TransportMode[];
