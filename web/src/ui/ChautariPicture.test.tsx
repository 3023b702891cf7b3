import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseTheme } from '../lib/theme';
import { ChautariPicture, HeroPicture } from './ChautariPicture';

afterEach(() => act(() => chooseTheme('system')));

const sources = (page: HTMLElement) =>
  [...page.querySelectorAll('source')].map(({ media, srcset }) => [media, /site\/([\w-]+)\.webp/.exec(srcset)?.[1]]);

test('the home picture follows the system theme, and is upright on phones', () => {
  const { container } = render(<HeroPicture />);
  expect(sources(container)).toEqual([
    ['(min-width: 48rem) and (prefers-color-scheme: light)', 'day'],
    ['(min-width: 48rem) and (prefers-color-scheme: dark)', 'night'],
    ['(max-width: 47.99rem) and (prefers-color-scheme: light)', 'day-tall'],
    ['(max-width: 47.99rem) and (prefers-color-scheme: dark)', 'night-tall'],
  ]);
});

test('a chosen theme overrides the system theme', () => {
  const { container } = render(<HeroPicture />);
  act(() => chooseTheme('dark'));
  expect(sources(container)).toEqual([
    ['(min-width: 48rem)', 'night'],
    ['(max-width: 47.99rem)', 'night-tall'],
  ]);
});

test('a picture that fails to load is replaced by a ridge, and the other theme is tried again', () => {
  const { container } = render(<HeroPicture />);
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(container.querySelector('img, picture')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
  act(() => chooseTheme('dark'));
  expect(container.querySelector('img')).not.toBeNull();
});

test('beside a form it is loaded lazily, in the size of its frame', () => {
  const { container } = render(<ChautariPicture sizes="67rem" />);
  expect(container.querySelector('img')).toHaveAttribute('loading', 'lazy');
  expect([...container.querySelectorAll('source')].map((one) => one.sizes)).toEqual(Array(4).fill('67rem'));
});
