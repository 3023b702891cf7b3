import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseTheme } from '../lib/theme';
import { ChautariPicture, HeroPicture } from './ChautariPicture';

afterEach(() => act(() => chooseTheme('system')));

const sources = (page: HTMLElement) =>
  [...page.querySelectorAll('source')].map(({ media, srcset }) => [media, /site\/([\w-]+)\.webp/.exec(srcset)?.[1]]);

test('the picture of home follows the system by day and by night, upright on phones', () => {
  const { container } = render(<HeroPicture />);
  expect(sources(container)).toEqual([
    ['(min-width: 48rem) and (prefers-color-scheme: light)', 'day'],
    ['(min-width: 48rem) and (prefers-color-scheme: dark)', 'night'],
    ['(max-width: 47.99rem) and (prefers-color-scheme: light)', 'day-tall'],
    ['(max-width: 47.99rem) and (prefers-color-scheme: dark)', 'night-tall'],
  ]);
});

test('a chosen theme counts more than the system', () => {
  const { container } = render(<HeroPicture />);
  act(() => chooseTheme('dark'));
  expect(sources(container)).toEqual([
    ['(min-width: 48rem)', 'night'],
    ['(max-width: 47.99rem)', 'night-tall'],
  ]);
});

test('a picture that does not load leaves a ridge before the sky; the other theme is tried anew', () => {
  const { container } = render(<HeroPicture />);
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(container.querySelector('img, picture')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
  act(() => chooseTheme('dark'));
  expect(container.querySelector('img')).not.toBeNull();
});

test('beside a form it is fetched once it is in sight, as large as it stands there', () => {
  const { container } = render(<ChautariPicture sizes="67rem" />);
  expect(container.querySelector('img')).toHaveAttribute('loading', 'lazy');
  expect([...container.querySelectorAll('source')].map((one) => one.sizes)).toEqual(Array(4).fill('67rem'));
});
