// Reads a PDF back as a person would, by its letters on the page.
import { execFileSync } from 'node:child_process';
import { type Download, expect } from '@playwright/test';

export async function pdfText(download: Download, name: string): Promise<string> {
  expect(download.suggestedFilename()).toBe(name);
  return execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', await download.path(), '-'], { encoding: 'utf8' });
}
