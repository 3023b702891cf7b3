// Belongs to the booking pages, which replace this file.
export function PackagePage() {
  return <h1>Package</h1>;
}
