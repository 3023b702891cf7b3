// Jumps to the sections of a trek page.
import { act, fireEvent, render, screen } from '@testing-library/react';
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

test('the end of another scroll is not taken for the arrival at a section', async () => {
  const show = vi.spyOn(Element.prototype, 'scrollIntoView');
  render(
    <>
      <SectionTabs sections={[{ id: 'faq', label: 'FAQ' }]} />
      <h2 id="faq">Before you go</h2>
    </>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'FAQ' }));
  document.dispatchEvent(new Event('scrollend'));
  expect(show.mock.calls).toEqual([[{ block: 'start', behavior: 'smooth' }]]);
  vi.stubGlobal('scrollY', 500);
  document.dispatchEvent(new Event('scrollend'));
  expect(show.mock.calls.at(-1)).toEqual([{ block: 'start', behavior: 'instant' }]);
});

test('a tab that is pressed during a jump to another does not end it, a press elsewhere does', async () => {
  render(
    <>
      <SectionTabs
        sections={[
          { id: 'faq', label: 'FAQ' },
          { id: 'overview', label: 'Overview' },
        ]}
      />
      <h2 id="faq">Before you go</h2>
      <h2 id="overview">Overview</h2>
    </>,
  );
  const faq = screen.getByRole('link', { name: 'FAQ' });
  const scroll = () =>
    act(async () => {
      window.dispatchEvent(new Event('scroll'));
      await new Promise(requestAnimationFrame);
    });
  await userEvent.click(faq);
  fireEvent.pointerDown(screen.getByRole('link', { name: 'Overview' }));
  await scroll();
  expect(faq).toHaveAttribute('aria-current', 'location');
  fireEvent.pointerDown(document.body);
  await scroll();
  expect(faq).not.toHaveAttribute('aria-current');
});
