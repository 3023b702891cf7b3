// Sources of a picture, its placeholder, and its replacement after a failure.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Picture } from './Picture';
import { srcSetOf } from './picture-copies';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const UPLOADED = '/uploads/images/banner/019a0000-0000-7000-8000-000000000001.jpg';
const TINY = 'data:image/webp;base64,UklGRhoAAABXRUJQ';

/** A picture that no earlier test has loaded. */
let count = 0;
function fresh() {
  count += 1;
  return `/pictures/langtang-valley/${count}.webp`;
}

const picture = () => screen.getByRole('img', { name: 'Langtang' });
const below = () => picture().style.backgroundImage;

test('an uploaded picture is loaded in the width of its frame', () => {
  render(<Picture src={UPLOADED} alt="Langtang" sizes="50vw" />);
  expect(picture()).toHaveAttribute(
    'srcset',
    `${UPLOADED}/480 480w, ${UPLOADED}/960 960w, ${UPLOADED}/1600 1600w, ${UPLOADED} 2560w`,
  );
  expect(picture()).toHaveAttribute('sizes', '50vw');
  expect(picture()).toHaveAttribute('src', UPLOADED);
});

test('a demo picture has several widths, and its banner a wider one', () => {
  const one = '/pictures/rara-lake/1.webp';
  expect(srcSetOf(one)).toBe(`${one}/480 480w, ${one}/960 960w, ${one}/1600 1600w`);
  const banner = '/pictures/rara-lake/banner.webp';
  expect(srcSetOf(banner)).toBe(`${banner}/480 480w, ${banner}/960 960w, ${banner}/1600 1600w, ${banner}/2400 2400w`);
});

test('a picture from elsewhere has no other widths', () => {
  for (const src of ['https://elsewhere.example/a.jpg', 'https://elsewhere.example/pictures/a.webp', 'blob:x/1', '']) {
    expect(srcSetOf(src)).toBeUndefined();
  }
  render(<Picture src="https://elsewhere.example/a.jpg" alt="Langtang" sizes="50vw" />);
  expect(picture()).not.toHaveAttribute('srcset');
  expect(picture()).not.toHaveAttribute('sizes');
});

test('its placeholder is visible until it has loaded, without an additional element', async () => {
  const { container } = render(<Picture src={fresh()} alt="Langtang" placeholder={TINY} />);
  expect(below()).toContain('data:image/svg+xml');
  expect(decodeURIComponent(below())).toContain(TINY);
  expect(container.children).toHaveLength(1);
  fireEvent.load(picture());
  await waitFor(() => expect(below()).toBe(''));
});

test('a copy that was shown before serves as placeholder', async () => {
  const src = fresh();
  const { unmount } = render(<Picture src={src} alt="Langtang" placeholder={TINY} />);
  Object.defineProperty(picture(), 'currentSrc', { value: `${src}/480` });
  fireEvent.load(picture());
  await waitFor(() => expect(below()).toBe(''));
  unmount();
  render(<Picture src={src} alt="Langtang" placeholder={TINY} />);
  expect(below()).toContain(`${src}/480`);
});

/** Loads a picture `after` milliseconds, with a request of `onItsWay` milliseconds. */
async function loads(after: number, onItsWay: number) {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([{ duration: onItsWay } as PerformanceEntry]);
  render(<Picture src={fresh()} alt="Langtang" placeholder={TINY} />);
  clock.mockReturnValue(after);
  fireEvent.load(picture());
  await waitFor(() => expect(below()).toBe(''));
}

test('only a picture that took long to load is animated', async () => {
  await loads(900, 800);
  expect(picture()).toHaveClass('animate-sharpen');
});

test.each([
  ['one from the cache that was scrolled to', 900, 3],
  ['one that was fetched before the page was drawn', 3, 900],
])('%s stands there at once', async (_, after, onItsWay) => {
  await loads(after, onItsWay);
  expect(picture()).not.toHaveClass('animate-sharpen');
});

test('an invalid placeholder is not rendered', () => {
  for (const placeholder of ['javascript:alert(1)', `${TINY}'/><script>`, 'https://elsewhere.example/a.webp']) {
    render(<Picture src={fresh()} alt="Langtang" placeholder={placeholder} />);
    expect(below()).toBe('');
    cleanup();
  }
});

test('another picture in the same frame has its own placeholder', () => {
  const other = 'data:image/webp;base64,AAAA';
  const { rerender } = render(<Picture src={fresh()} alt="Langtang" placeholder={TINY} />);
  fireEvent.load(picture());
  rerender(<Picture src={fresh()} alt="Langtang" placeholder={other} />);
  expect(decodeURIComponent(below())).toContain(other);
});

test('a picture that fails to load leaves its alternative text and a ridge', () => {
  render(<Picture src={UPLOADED} alt="Langtang" placeholder={TINY} />);
  fireEvent.error(picture());
  expect(picture().tagName).toBe('SPAN');
});
