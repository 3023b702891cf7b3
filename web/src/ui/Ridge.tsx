// Decorative mountain ridge in the current text colour.
import clsx from 'clsx';

export function Ridge({
  className,
  flat = false,
}: {
  className?: string;
  /** Stretches the whole ridge to a low strip instead of cropping it. */
  flat?: boolean;
}) {
  return (
    <svg
      viewBox="0 0 1200 260"
      preserveAspectRatio={flat ? 'none' : 'xMidYMax slice'}
      aria-hidden="true"
      className={clsx('pointer-events-none w-full', className)}
    >
      <path
        fill="currentColor"
        opacity="0.55"
        d="M0 260V176l58-26 44 14 71-62 39 25 52-48 34 22 66-71 29 34 41-20 63 68 46-24 72 46 51-62 37 21 68-83 47 52 36-16 58 61 49-27 76 58 44-33 60 47 59-28v126z"
      />
      <path
        fill="currentColor"
        d="M0 260v-44l92-30 61 17 84-49 57 30 88-41 70 36 101-58 62 45 83-22 77 39 93-55 66 34 89-26 78 43 99-33v114z"
      />
    </svg>
  );
}
