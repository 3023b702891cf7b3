// The page on which a customer writes a review, and the reviews of a trek.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PublicReview, ReviewForm, WrittenReview } from '../features/reviews/reviews';
import { TrekReviews } from '../features/reviews/TrekReviews';
import { ReviewPage } from './ReviewPage';

const trip: ReviewForm = {
  trekId: '019a0000-0000-7000-8000-000000000001',
  trek: 'Mardi Himal',
  startDate: '2026-11-02',
  endDate: '2026-11-06',
  suggestedName: 'Maya',
  isPublished: false,
};
const written: WrittenReview = { rating: 4, title: 'Good', text: 'Steep, and worth every step.', name: 'Maya' };

type Reply = (request: Request) => Response | Promise<Response>;
function answerWith(reply: Reply) {
  const asked = vi.fn(async (request: Request) => reply(request));
  vi.stubGlobal('fetch', asked);
  return asked;
}

const formOf = (more: Partial<ReviewForm> = {}) => Response.json({ status: 'success', data: { ...trip, ...more } });

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } })}>
      <MemoryRouter initialEntries={['/review/token']}>
        <Routes>
          <Route path="/review/:token" element={<ReviewPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('a review is written, saved and can be changed', async () => {
  const asked = answerWith(async (request) =>
    request.method === 'PUT' ? formOf({ review: (await request.json()) as WrittenReview }) : formOf(),
  );
  show();
  expect(await screen.findByRole('heading', { name: 'How was Mardi Himal?' })).toBeInTheDocument();
  expect(screen.getByLabelText('Name to show')).toHaveValue('Maya');
  await userEvent.click(screen.getByRole('button', { name: 'Send your review' }));
  expect(screen.getByText('Choose 1 to 5 stars')).toBeInTheDocument();
  expect(screen.getByText('Enter a title')).toBeInTheDocument();
  expect(screen.getByText('Write at least 20 characters')).toBeInTheDocument();
  expect(asked.mock.calls.filter(([request]) => request.method === 'PUT')).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: '4 of 5: Very good' }));
  await userEvent.type(screen.getByLabelText('Title'), written.title);
  await userEvent.type(screen.getByLabelText('Your review'), written.text);
  await userEvent.click(screen.getByRole('button', { name: 'Send your review' }));
  const thanks = await screen.findByRole('heading', { name: 'Thank you for your review' });
  expect(thanks).toHaveFocus();
  expect(sessionStorage).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Change your review' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Good');
  expect(screen.getByRole('radio', { name: '4 of 5: Very good' })).toBeChecked();
});

test('what was typed survives a reload, and a failure to save it', async () => {
  sessionStorage.setItem('draft:review:token', JSON.stringify(written));
  answerWith((request) =>
    request.method === 'PUT' ? Response.json({ status: 'error', message: 'Try later.' }, { status: 503 }) : formOf(),
  );
  show();
  expect(await screen.findByLabelText('Title')).toHaveValue('Good');
  await userEvent.click(screen.getByRole('button', { name: 'Send your review' }));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.getByLabelText('Your review')).toHaveValue(written.text);
});

test('a published review cannot be changed', async () => {
  answerWith(() => formOf({ review: written, isPublished: true }));
  show();
  expect(await screen.findByRole('heading', { name: 'Your review is published' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Change your review' })).not.toBeInTheDocument();
});

test.each([
  [404, 'This link is not valid'],
  [410, 'This trip cannot be reviewed'],
])('a link that is refused with %i says why', async (status, title) => {
  answerWith(() => Response.json({ status: 'error', message: 'No.' }, { status }));
  show();
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
});

test('a trek shows its rating, the first reviews, and the others on request', async () => {
  const review = (number: number): PublicReview => ({
    _id: `019a0000-0000-7000-8000-00000000000${number}`,
    rating: 5,
    title: `Review ${number}`,
    text: '<b>Bold</b>',
    name: number === 1 ? '' : 'Maya',
    walkedOn: '2026-11-02',
  });
  answerWith((request) => {
    const page = Number(new URL(request.url).searchParams.get('page'));
    const reviews = page === 1 ? [1, 2, 3, 4, 5].map(review) : [review(6)];
    return Response.json({ status: 'success', data: { reviews, total: 6, average: 4.7 } });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TrekReviews trekId={trip.trekId} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('region', { name: 'Reviews' })).toHaveTextContent('4.7 from 6 reviews');
  expect(screen.getAllByText('<b>Bold</b>')).toHaveLength(5);
  expect(screen.getByText('A traveller')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show more reviews' }));
  expect(await screen.findByRole('heading', { name: 'Review 6' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more reviews' })).not.toBeInTheDocument();
});

test('a trek without reviews shows nothing', async () => {
  const asked = answerWith(() => Response.json({ status: 'success', data: { reviews: [], total: 0 } }));
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <TrekReviews trekId={trip.trekId} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(container).toBeEmptyDOMElement();
});
