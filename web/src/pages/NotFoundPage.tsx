// The page for unknown URLs (document 1 §2).
import { useConfig } from '../api/useConfig';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { HeroPicture } from '../ui/ChautariPicture';
import { PageTitle } from './PageTitle';

export function NotFoundPage() {
  return (
    <section className="relative isolate -mb-24 flex min-h-[min(78svh,46rem)] flex-col bg-sky text-snow">
      <PageTitle>404: Page Not Found</PageTitle>
      <HeroPicture own={useConfig()?.site?.homeImage} />
      <div className="page-width pt-[clamp(3rem,9svh,6.5rem)] pb-56">
        <h1 className="text-5xl">404: Page Not Found</h1>
        <p className="mt-4 max-w-[28ch] text-lg text-snow">
          This page doesn’t exist. You’ll find all our treks on the packages page.
        </p>
        <ButtonLink to={paths.packages} size="lg" className="mt-8">
          Discover Packages
        </ButtonLink>
      </div>
    </section>
  );
}
