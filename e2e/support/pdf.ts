// Extracts the text of a PDF.
import { execFileSync } from 'node:child_process';
import { type Download, expect } from '@playwright/test';

export async function pdfText(download: Download, name: string): Promise<string> {
  expect(download.suggestedFilename()).toBe(name);
  return execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', await download.path(), '-'], { encoding: 'utf8' });
}
