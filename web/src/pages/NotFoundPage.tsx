// Any address that the site does not have (document 1 §2).
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { Ridge } from '../ui/Ridge';

export function NotFoundPage() {
  return (
    <section className="relative overflow-hidden">
      <title>404: Page Not Found · Chautari</title>
      <Ridge className="absolute inset-x-0 bottom-0 h-2/3 text-ink opacity-[0.06]" />
      <div className="page-width relative flex min-h-[68vh] flex-col items-start justify-center py-16">
        <h1 className="text-5xl">404: Page Not Found</h1>
        <p className="mt-4 max-w-measure text-ink-soft text-lg">
          The path ends here. The walks are listed on the packages page.
        </p>
        <ButtonLink to={paths.packages} size="lg" className="mt-8">
          Discover Packages
        </ButtonLink>
      </div>
    </section>
  );
}
