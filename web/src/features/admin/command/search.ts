// Search of the command menu: the first few rows of the lists on the admin screens. Typing on cancels the previous
// requests.
import { queryOptions, useQueries } from '@tanstack/react-query';
import { api, requestData } from '../../../api/client';
import { managedTrekListAnswer } from '../../../api/validators/desk';
import { allBookingsAnswer, customTrekListAnswer, subscriberListAnswer } from '../../../api/validators/desk-lists';
import { blogListAnswer } from '../../../api/validators/site';
import { formatDate } from '../../../lib/dates';
import { paths } from '../../../paths';
import { type Command, type CommandGroup, matchesCommand } from './commands';

export const MIN_QUERY_LENGTH = 2;
const RESULT_LIMIT = '5';
const STALE_TIME_MS = 30_000;

interface CommandSearch {
  label: string;
  find: (search: string, signal: AbortSignal) => Promise<Command[]>;
}

const asked = (search: string, signal: AbortSignal) => ({ params: { query: { search, limit: RESULT_LIMIT } }, signal });

const SEARCHES: CommandSearch[] = [
  {
    label: 'Treks',
    find: async (search, signal) =>
      (await requestData(api.GET('/api/treks/manage', asked(search, signal)), managedTrekListAnswer)).treks.map(
        (trek) => ({
          id: `trek:${trek._id}`,
          label: trek.name,
          note: trek.archivedAt ? `${trek.location}, archived` : trek.location,
          to: paths.editPackage(trek._id),
          kept: true,
        }),
      ),
  },
  {
    label: 'Bookings',
    find: async (search, signal) =>
      (await requestData(api.GET('/api/bookings', asked(search, signal)), allBookingsAnswer)).bookings.map(
        (booking) => ({
          id: `booking:${booking._id}`,
          label: booking.guestDetails.primaryGuest.name || booking.customer.name || 'Deleted account',
          note: `${booking.trek.name}, ${formatDate(booking.checkIn)}, ${booking.status}`,
          to: paths.adminBooking(booking._id),
        }),
      ),
  },
  {
    label: 'Blogs',
    find: async (search, signal) =>
      (await requestData(api.GET('/api/blogs/manage', asked(search, signal)), blogListAnswer)).blogs.map((blog) => ({
        id: `blog:${blog._id}`,
        label: blog.title,
        note: blog.publishedOn ? 'Published' : 'Draft',
        to: `${paths.adminSection('manage-blogs')}&blog=${encodeURIComponent(blog._id)}`,
        kept: true,
      })),
  },
  {
    label: 'Custom treks',
    find: async (search, signal) =>
      (await requestData(api.GET('/api/custom-treks', asked(search, signal)), customTrekListAnswer)).customTreks.map(
        (one) => ({
          id: `request:${one._id}`,
          label: one.destination,
          note: `${one.name}, ${one.status}`,
          to: `${paths.adminSection('custom-treks')}&request=${encodeURIComponent(one._id)}`,
        }),
      ),
  },
  {
    label: 'Subscribers',
    find: async (search, signal) =>
      (
        await requestData(api.GET('/api/newsletter/subscribers', asked(search, signal)), subscriberListAnswer)
      ).subscribers.map(({ _id, email }) => ({
        id: `subscriber:${_id}`,
        label: email,
        to: `${paths.adminSection('manage-subscribers')}&q=${encodeURIComponent(email)}`,
      })),
  },
];

/** Names that start with the typed text come before other matches. */
function sortByRelevance(found: readonly Command[], words: string): Command[] {
  const begins = ({ label }: Command) => Number(matchesCommand({ id: '', label }, words));
  return [...found].sort((one, other) => begins(other) - begins(one));
}

export interface SearchResults {
  groups: CommandGroup[];
  /** True while a kind has not responded yet. */
  busy: boolean;
  /** Labels of the kinds whose request failed. */
  failed: string[];
  retry: () => void;
}

export function useCommandSearch(words: string): SearchResults {
  const enabled = words.length >= MIN_QUERY_LENGTH;
  const answers = useQueries({
    queries: SEARCHES.map(({ label, find }) =>
      queryOptions({
        queryKey: ['command', label, words],
        queryFn: ({ signal }) => find(words, signal),
        enabled,
        staleTime: STALE_TIME_MS,
        retry: false,
      }),
    ),
  });
  const failed = answers.flatMap(({ isError }, at) => (isError ? [SEARCHES[at]?.label ?? ''] : []));
  return {
    groups: answers.flatMap(({ data }, at) =>
      data?.length ? [{ label: SEARCHES[at]?.label ?? '', commands: sortByRelevance(data, words) }] : [],
    ),
    busy: answers.some(({ isFetching }) => isFetching),
    failed,
    retry: () => {
      for (const { isError, refetch } of answers) if (isError) void refetch();
    },
  };
}
