// Belongs to the booking pages, which replace this file.
export function DashboardPage() {
  return <h1>Dashboard</h1>;
}
