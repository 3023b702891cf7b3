// The trek editor in tests: opening it as an administrator, its fields by path, its draft in the browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { adminSession, carrySession, type TrekFacts, trekNamed } from './api';
import type { Server } from './server';

/** Opens a separate trek, because tests of one worker share the server, and saving changes versions. */
export async function openEditor(page: Page, server: Server, name: RegExp): Promise<TrekFacts> {
  const trek = await trekNamed(server, name);
  await carrySession(page, await adminSession(server));
  await page.goto(`/package/edit/${trek._id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${trek.name}` })).toBeVisible();
  return trek;
}

export const update = (page: Page): Locator => page.getByRole('button', { name: 'Update Trek' });
export const trekName = (page: Page): Locator => page.getByRole('textbox', { name: 'Trek name' });
export const field = (page: Page, path: string): Locator => page.locator(`[data-field="${path}"]`);
export const openDay = (page: Page, day: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Day ${day}\\b`) });

/** Waits until the browser has stored the last input; `trek` is its id, or 'new'. */
export async function draftHolds(page: Page, trek: string, text: string): Promise<void> {
  const kept = () => page.evaluate((key) => localStorage.getItem(key) ?? '', `trek-draft:${trek}`);
  await expect.poll(kept).toContain(text);
}

export interface DayText {
  waypoints: {
    name: string;
    coordinates: { latitude: number; longitude: number };
    altitude: number;
    isStartPoint: boolean;
    isEndPoint: boolean;
  }[];
  connections: {
    fromWaypointIndex: number;
    toWaypointIndex: number;
    transportMode: string;
    description: string;
    duration: number;
    distance: number;
  }[];
  accommodation: { title: string; description: string; features: string[] };
  foodDetails: Record<'breakfast' | 'lunch' | 'dinner', string[]>;
}

export interface TrekText {
  name: string;
  description: string;
  location: string;
  region: string;
  included: string[];
  notIncluded: string[];
  difficulty: string;
  soldAs: string;
  minimumNoticeDays: number;
  bestSeasons: string[];
  features: string[];
  startingPlace: { name: string; coordinates: { latitude: number; longitude: number } };
  endingPlace: TrekText['startingPlace'];
  paymentDetails: {
    discount: { groupDiscountThreshold: number; groupDiscountPercentage: number; isGroupDiscountApplicable: boolean };
    charges: { gst: number; serviceFee: number; insurancePerPerson: number; bookingFee: number };
  };
  routes: {
    name: string;
    description: string;
    pricePerHead: number;
    numberOfDays: number;
    numberOfNights: number;
    dailyActivities: DayText[];
  }[];
}

/** The source data of a demo trek. */
export function demoTrek(file: string): TrekText {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../demo/treks', file), 'utf8'));
}
