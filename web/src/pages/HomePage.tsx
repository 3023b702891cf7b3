// Home: hero with search, trending treks, how it works, the agency's statistics, the latest articles (document 1 §2).
import head from 'virtual:head/home';
import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useConfig } from '../api/useConfig';
import { AchievementsBanner } from '../features/achievements/AchievementsBanner';
import { LatestBlogs } from '../features/blog/LatestBlogs';
import { Trending } from '../features/packages/Trending';
import { useTreks } from '../features/packages/useTreks';
import { HomeSearch } from '../features/search/HomeSearch';
import { paths } from '../paths';
import { HeroPicture } from '../ui/ChautariPicture';
import words from './home.json';
import { PageHead } from './PageHead';

const STEPS = [
  { title: 'Choose a trek', text: 'Read it day by day: where you sleep, what you eat, how high you go.' },
  { title: 'See the price', text: 'For your dates and group, line by line, before you enter any details.' },
  { title: 'Pay and pack', text: 'You get a confirmation and an invoice at once.' },
];

export function HomePage() {
  const treks = useTreks({ details: false });
  const site = useConfig()?.site;
  const headline = site?.headline ?? words.headline;
  const isLong = [...headline].length > words.longHeadline;
  const all = treks.data ?? [];
  return (
    <>
      <PageHead {...head} />
      <section className="relative isolate flex min-h-[min(calc(100svh-4.25rem),58rem)] flex-col bg-sky text-snow">
        <HeroPicture own={site?.homeImage} />
        <div className="page-width pt-[clamp(3rem,9svh,6.5rem)] pb-64">
          <h1 className={clsx('wrap-anywhere', isLong ? 'max-w-[32ch] text-3xl' : 'max-w-[13ch] text-6xl')}>
            {headline}
          </h1>
          <p className="wrap-anywhere mt-5 max-w-[46ch] text-balance text-lg text-snow">
            {site?.subline ?? words.subline}
          </p>
          <div className="mt-9 max-w-4xl">
            <HomeSearch treks={all} loading={treks.isPending} />
          </div>
        </div>
      </section>

      <section aria-labelledby="trending" className="page-width py-16 md:py-24">
        <Head id="trending" title="Trending treks" to={paths.packages} more="All packages" />
        <Trending all={all} allPending={treks.isPending} />
      </section>

      <section aria-label="How it works" className="page-width pb-16 md:pb-24">
        <ol className="grid gap-x-12 gap-y-8 border-line border-t pt-8 md:grid-cols-3">
          {STEPS.map((step, index) => (
            <li key={step.title} className="flex gap-4">
              <span aria-hidden className="figures font-display font-semibold text-3xl text-line-strong leading-none">
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl">{step.title}</h3>
                <p className="mt-1 text-ink-soft">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>

      <AchievementsBanner />

      <section aria-labelledby="articles" className="page-width pt-16 md:pt-24">
        <Head id="articles" title="From the trail" to={paths.blogs} more="All articles" />
        <LatestBlogs />
      </section>
    </>
  );
}

function Head({ id, title, to, more }: { id: string; title: string; to: string; more: string }) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline md:mb-8 justify-between gap-x-6">
      <h2 id={id} className="text-4xl">
        {title}
      </h2>
      <Link
        to={to}
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-glacier underline-offset-4 hover:underline"
      >
        {more}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </div>
  );
}
