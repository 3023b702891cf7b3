// Icon and label of each transport mode.

import { Bus, Footprints, Plane, Route as RouteSign, Ship, TrainFront } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Connection } from '../../api/types';
import { duration, kilometres } from '../../lib/format';

interface Mode {
  word: string;
  Sign: ComponentType<{ className?: string; 'aria-hidden'?: boolean; strokeWidth?: number }>;
}

const MODES: Record<Connection['transportMode'], Mode> = {
  walking: { word: 'On foot', Sign: Footprints },
  vehicle: { word: 'By road', Sign: Bus },
  flight: { word: 'Flight', Sign: Plane },
  boat: { word: 'By boat', Sign: Ship },
  train: { word: 'By train', Sign: TrainFront },
  custom: { word: 'Other transport', Sign: RouteSign },
};

/** A custom mode is labelled with its own name. */
export function modeOf(connection: Pick<Connection, 'transportMode' | 'customTransportType'>): Mode {
  const mode = MODES[connection.transportMode];
  const named = connection.transportMode === 'custom' ? connection.customTransportType?.trim() : '';
  return named ? { ...mode, word: named } : mode;
}

/** 'On foot, 3 h 15 min, 7.8 km'; unknown values are omitted. */
export function describeLeg(connection: Connection): string {
  return [
    modeOf(connection).word,
    ...(connection.duration ? [duration(connection.duration)] : []),
    ...(connection.distance ? [kilometres(connection.distance)] : []),
  ].join(', ');
}
