// The mark: a ridge over the stone ledge.
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path
        d="M3 21 11.5 8l5 7L20 10l9 11"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path d="M3 26.5h26" stroke="var(--color-laligurans)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
