// Uploads of an article's pictures: rejected files, failures and cancelling (document 2 §5, §8).
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closePages } from '../test-server';
import { choose, form, openCreate, png, press, Upload, uploadNumber } from './blog-fixtures';

// Preloaded, so that no test waits for it.
import '../features/blog-admin/CreateBlog';
import './AdminPage';

afterEach(closePages);
beforeEach(() => {
  Upload.all = [];
  vi.stubGlobal('XMLHttpRequest', Upload);
});

describe('the pictures of an article', () => {
  test.each([
    ['UPLOAD-01 UPLOAD-05', new File(['x'], 'plan.pdf', { type: 'application/pdf' }), /^File type error/],
    ['UPLOAD-03 UPLOAD-04', png('huge.png', 5 * 1024 * 1024 + 1), 'File size error: File size exceeds 5MB limit'],
  ])('%s an unsupported file is not uploaded', async (_, file, words) => {
    openCreate();
    await form();
    choose(screen.getByLabelText('Choose banner', { selector: 'input' }), file);
    expect(await screen.findByText(words)).toBeVisible();
    expect(Upload.all).toHaveLength(0);
  });

  test('UPLOAD-06 UPLOAD-07 UPLOAD-08 if some of several uploads fail, they are named and counted', async () => {
    openCreate();
    await form();
    choose(screen.getByLabelText('Add images', { selector: 'input' }), png('a.png'), png('b.png'));
    await waitFor(() => expect(Upload.all).toHaveLength(2));
    Upload.all[0]?.answer(200, { url: '/files/a.webp' });
    Upload.all[1]?.answer(500, { status: 'error' });
    expect(await screen.findByText('Upload failed: server error')).toBeVisible();
    expect(await screen.findByText('Failed to upload: b.png')).toBeInTheDocument();
    expect(await screen.findByText('1 out of 2 images uploaded successfully.')).toBeInTheDocument();
  });

  test('an upload can be cancelled without an error message', async () => {
    openCreate();
    await form();
    choose(screen.getByLabelText('Choose banner', { selector: 'input' }), png('slow.png'));
    await uploadNumber(1);
    await press('Cancel the upload of slow.png');
    await waitFor(() => expect(screen.queryByText('slow.png')).toBe(null));
    expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled();
  });
});
