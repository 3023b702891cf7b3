// Keys and names of the controls that are drawn over native ones: accordion, switch, checkbox.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Accordion, AccordionItem } from './Accordion';
import { Checkbox, Switch } from './Toggle';

const three = ['Lukla', 'Namche', 'Tengboche'];

function Days({ type }: { type: 'single' | 'multiple' }) {
  return (
    <Accordion type={type}>
      {three.map((name) => (
        <AccordionItem key={name} value={name} head={name}>
          The text of {name}
        </AccordionItem>
      ))}
    </Accordion>
  );
}

test('a single accordion opens one text, a multiple one any number, and each heading names its text', async () => {
  const { rerender } = render(<Days key="one" type="single" />);
  await userEvent.click(screen.getByRole('button', { name: 'Lukla' }));
  expect(screen.getByRole('region', { name: 'Lukla' })).toHaveTextContent('The text of Lukla');
  await userEvent.click(screen.getByRole('button', { name: 'Namche' }));
  expect(screen.getAllByRole('region')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Lukla' })).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Namche' }));
  expect(screen.queryByRole('region')).toBe(null);
  rerender(<Days key="many" type="multiple" />);
  for (const name of three) await userEvent.click(screen.getByRole('button', { name }));
  expect(screen.getAllByRole('region')).toHaveLength(3);
});

test('arrow keys, Home and End move between the headings and wrap around', async () => {
  render(<Days type="multiple" />);
  const at = () => document.activeElement?.textContent;
  await userEvent.tab();
  expect(at()).toBe('Lukla');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(at()).toBe('Tengboche');
  await userEvent.keyboard('{ArrowDown}');
  expect(at()).toBe('Lukla');
  await userEvent.keyboard('{ArrowUp}');
  expect(at()).toBe('Tengboche');
  await userEvent.keyboard('{Home}');
  expect(at()).toBe('Lukla');
  await userEvent.keyboard('{End}');
  expect(at()).toBe('Tengboche');
});

function Wishes() {
  const [meals, setMeals] = useState(false);
  const [terms, setTerms] = useState(false);
  return (
    <>
      <Switch label="Meals" hint="Three a day" checked={meals} onCheckedChange={setMeals} />
      <Checkbox label="Terms" invalid checked={terms} onCheckedChange={setTerms} />
    </>
  );
}

test('switch and checkbox toggle by Space, click and label; Enter toggles a switch and does not submit the form', async () => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={sent}>
      <Wishes />
      <button type="submit">Send</button>
    </form>,
  );
  const meals = screen.getByRole('switch', { name: 'Meals' });
  const terms = screen.getByRole('checkbox', { name: 'Terms' });
  expect(meals).toHaveAccessibleDescription('Three a day');
  expect(terms).toBeInvalid();
  await userEvent.tab();
  expect(meals).toHaveFocus();
  await userEvent.keyboard(' ');
  expect(meals).toBeChecked();
  await userEvent.keyboard('{Enter}');
  expect(meals).not.toBeChecked();
  await userEvent.click(screen.getByText('Meals'));
  expect(meals).toBeChecked();
  await userEvent.click(terms);
  expect(terms).toBeChecked();
  await userEvent.keyboard('{Enter}');
  expect(terms).toBeChecked();
  expect(sent).not.toHaveBeenCalled();
});
