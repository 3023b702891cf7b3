// Logo: two trees on a stone ledge. The icons in web/public use the same shapes (scripts/icons.mjs).
import mark from './mark.json';

export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path d={mark.trees} fill="currentColor" />
      <path d={mark.ledge} fill="var(--color-laligurans)" />
    </svg>
  );
}
