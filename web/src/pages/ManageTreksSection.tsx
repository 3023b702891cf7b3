// Manage Treks: the treks on sale, dense and comparable (document 2 §2).
import { useMoney } from '../features/currency/useMoney';
import { cheapestRoute, priceFrom } from '../features/packages/filters';
import { failureText, useTreks } from '../features/packages/useTreks';
import { formatDate } from '../lib/dates';
import { metres } from '../lib/text';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';

export default function ManageTreksSection() {
  const treks = useTreks({ details: true });
  const { format } = useMoney();
  return (
    <>
      {treks.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : !treks.data ? (
        <ErrorState
          title="The treks could not be loaded"
          message={failureText(treks.error)}
          onRetry={() => void treks.refetch()}
          retrying={treks.isFetching}
        />
      ) : treks.data.length === 0 ? (
        <EmptyState title="No treks on sale" />
      ) : (
        <section
          aria-label="Treks on sale"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="relative max-h-[70vh] overflow-auto border border-line"
        >
          <table className="figures w-full min-w-180 border-collapse text-left text-sm">
            <caption className="sr-only">Treks on sale</caption>
            <thead className="sticky top-0 bg-stone">
              <tr>
                {['Trek', 'Place', 'Routes', 'Days', 'Highest', 'From', 'Changed', ''].map((head) => (
                  <th key={head} scope="col" className="px-3 py-2 font-semibold">
                    {head || <span className="sr-only">Open</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {treks.data.map((trek) => (
                <tr key={trek._id} className="hover:bg-stone/60">
                  <th scope="row" className="px-3 py-1.5 font-semibold">
                    {trek.name}
                  </th>
                  <td className="px-3 py-1.5">{trek.location}</td>
                  <td className="px-3 py-1.5">{trek.noOfRoutes}</td>
                  <td className="px-3 py-1.5">{cheapestRoute(trek)?.numberOfDays}</td>
                  <td className="px-3 py-1.5">{trek.highestPoint ? metres(trek.highestPoint) : ''}</td>
                  <td className="px-3 py-1.5">{format(priceFrom(trek), trek.currency)}</td>
                  <td className="px-3 py-1.5">{formatDate(trek.updatedAt)}</td>
                  <td className="px-3 py-1.5 text-right">
                    <ButtonLink size="sm" variant="ghost" to={paths.package(trek._id)}>
                      Open<span className="sr-only"> {trek.name}</span>
                    </ButtonLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
