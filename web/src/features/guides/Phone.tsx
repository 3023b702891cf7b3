// A phone number that a tap calls.
export function Phone({ number }: { number: string | null | undefined }) {
  if (!number) return null;
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className="inline-block py-0.5 underline hover:text-glacier">
      {number}
    </a>
  );
}
