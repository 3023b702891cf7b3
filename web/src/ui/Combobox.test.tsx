import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Combobox } from './Combobox';

const all = ['Annapurna', 'Everest', 'Langtang'];

interface Told {
  onPick: (name: string) => void;
  onSubmit: () => void;
  staysOpen?: boolean;
}

function Box(told: Told) {
  const [text, setText] = useState('');
  return (
    <>
      <Combobox
        label="Search treks"
        text={text}
        onText={setText}
        items={all.filter((one) => one.toLowerCase().includes(text))}
        itemKey={(one) => one}
        renderItem={(one) => one}
        {...told}
        emptyText="No destinations found"
      />
      <button type="button">After</button>
    </>
  );
}

function open(staysOpen = false) {
  const onPick = vi.fn();
  const onSubmit = vi.fn();
  render(<Box onPick={onPick} onSubmit={onSubmit} staysOpen={staysOpen} />);
  const box = screen.getByRole('combobox', { name: 'Search treks' });
  const pointed = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { box, pointed, onPick, onSubmit };
}

test('NAV-20 HOME-07 the list is tied to its text box: screen readers know that it is open and which option is active', async () => {
  const { box, pointed } = open();
  expect(box).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(box);
  expect(box).toHaveAttribute('aria-expanded', 'true');
  const list = screen.getByRole('listbox');
  expect(box).toHaveAttribute('aria-controls', list.id);
  expect(box).toHaveAttribute('aria-autocomplete', 'list');
  expect(pointed()).toBe(undefined);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(pointed()).toBe('Everest');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Everest');
  // The focus stays in the text box.
  expect(box).toHaveFocus();
});

test('NAV-20 arrow keys wrap around, Enter picks the active option, and without one it searches', async () => {
  const { box, pointed, onPick, onSubmit } = open();
  await userEvent.click(box);
  await userEvent.keyboard('{ArrowUp}');
  expect(pointed()).toBe('Langtang');
  await userEvent.keyboard('{ArrowDown}');
  expect(pointed()).toBe('Annapurna');
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith('Annapurna');
  expect(screen.queryByRole('listbox')).toBe(null);
  await userEvent.type(box, 'ever{Enter}');
  expect(onPick).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('NAV-20 HOME-09 Escape closes the list and keeps the text, blur closes it too, and an empty result is announced', async () => {
  const { box } = open();
  await userEvent.type(box, 'lang');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  expect(box).toHaveAttribute('aria-expanded', 'false');
  expect(box).toHaveValue('lang');
  await userEvent.keyboard('{ArrowDown}');
  expect(box).toHaveAttribute('aria-expanded', 'true');
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
  expect(box).toHaveAttribute('aria-expanded', 'false');
  await userEvent.type(box, 'xx');
  expect(screen.getByRole('status')).toHaveTextContent('No destinations found');
});

test('NAV-20 of a thousand matches the first are rendered, and the others on navigating or scrolling to them', async () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => `Trek ${index + 1}`);
  render(
    <Combobox
      label="Search treks"
      text=""
      onText={() => {}}
      items={thousand}
      itemKey={(one) => one}
      renderItem={(one) => one}
      onPick={() => {}}
    />,
  );
  const box = screen.getByRole('combobox', { name: 'Search treks' });
  await userEvent.click(box);
  expect(screen.getAllByRole('option')).toHaveLength(50);
  expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '1000');
  fireEvent.scroll(screen.getByRole('listbox'));
  expect(screen.getAllByRole('option')).toHaveLength(100);
  await userEvent.keyboard('{ArrowUp}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Trek 1000');
});

test('HOME-07 a list in the page flow stays open on blur, so that the fields below it do not move', async () => {
  const { box } = open(true);
  await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'After' }));
  expect(screen.getAllByRole('option')).toHaveLength(3);
  await userEvent.click(screen.getByRole('option', { name: 'Everest' }));
  expect(screen.queryByRole('option')).toBe(null);
});
