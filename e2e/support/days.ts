// Dates in the format of the product, and their selection in its calendar.
import { expect, type Locator, type Page } from '@playwright/test';
import { must } from './api';
import type { Server } from './server';

/** The date this many days after the server's today, as yyyy-mm-dd. */
export async function dayFromNow(server: Server, days: number): Promise<string> {
  const { today } = (await must(server, 'GET', '/api/config')).data;
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** 'Jan 05, 2026', as the product shows every date. */
export function shown(day: string): string {
  const [month, date] = new Date(`${day}T00:00:00Z`)
    .toLocaleDateString('en-US', { month: 'short', day: '2-digit', timeZone: 'UTC' })
    .split(' ');
  return `${month} ${date}, ${day.slice(0, 4)}`;
}

/** Opens a date field and clicks the day, using the navigation of the calendar. */
export async function chooseDay(page: Page, field: Locator, day: string): Promise<void> {
  await field.click();
  const calendar = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('grid') })
    .last();
  await expect(calendar).toBeVisible();
  const wanted = new Date(`${day}T00:00:00Z`);
  const year = calendar.getByRole('combobox', { name: /year/i });
  const month = calendar.getByRole('combobox', { name: /month/i });
  if (await year.count()) {
    await year.selectOption(day.slice(0, 4));
    await month.selectOption(String(wanted.getUTCMonth()));
  } else {
    const title = wanted.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    for (let leaves = 0; leaves < 36 && !(await calendar.getByRole('grid', { name: title }).count()); leaves++) {
      await calendar.getByRole('button', { name: /next month/i }).click();
    }
  }
  // 'Friday, March 5, 2027', with a prefix on some days ('Today, …').
  const label = wanted.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  await calendar.getByRole('button', { name: label }).click();
}
