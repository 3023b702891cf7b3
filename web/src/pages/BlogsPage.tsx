export function BlogsPage() {
  return <h1>Blogs</h1>;
}
