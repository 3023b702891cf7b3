// Which file a picture asks for, and what stands where none comes.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { copiesOf, Picture } from './Picture';

afterEach(cleanup);

const UPLOADED = '/uploads/images/banner/019a0000-0000-7000-8000-000000000001.jpg';

test('an uploaded picture is fetched as wide as its frame needs it', () => {
  render(<Picture src={UPLOADED} alt="Langtang" sizes="50vw" />);
  const picture = screen.getByRole('img', { name: 'Langtang' });
  expect(picture).toHaveAttribute(
    'srcset',
    `${UPLOADED}/480 480w, ${UPLOADED}/960 960w, ${UPLOADED}/1600 1600w, ${UPLOADED} 2560w`,
  );
  expect(picture).toHaveAttribute('sizes', '50vw');
  expect(picture).toHaveAttribute('src', UPLOADED);
});

test('what was not uploaded here has no copies', () => {
  for (const src of ['/pictures/langtang-1.svg', 'https://elsewhere.example/a.jpg', 'blob:http://localhost/1', '']) {
    expect(copiesOf(src)).toBeUndefined();
  }
  render(<Picture src="/pictures/langtang-1.svg" alt="Langtang" sizes="50vw" />);
  expect(screen.getByRole('img', { name: 'Langtang' })).not.toHaveAttribute('srcset');
  expect(screen.getByRole('img', { name: 'Langtang' })).not.toHaveAttribute('sizes');
});

test('one that does not load leaves its words and a quiet ridge', () => {
  render(<Picture src={UPLOADED} alt="Langtang" />);
  fireEvent.error(screen.getByRole('img', { name: 'Langtang' }));
  expect(screen.getByRole('img', { name: 'Langtang' }).tagName).toBe('SPAN');
});
