// Jumps to the sections of a trek page.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SectionTabs } from './SectionTabs';

test('a section that is still loading when it is chosen gets the focus once it is there, and only once', async () => {
  let handleResize = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        handleResize = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<SectionTabs sections={[{ id: 'faq', label: 'FAQ' }]} />);
  const link = screen.getByRole('link', { name: 'FAQ' });
  await userEvent.click(link);
  render(<h2 id="faq">Before you go</h2>);
  handleResize();
  expect(screen.getByRole('heading')).toHaveFocus();
  link.focus();
  handleResize();
  expect(link).toHaveFocus();
});
