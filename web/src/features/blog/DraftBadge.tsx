// 'Draft' badge for administrators, whose lists include unpublished articles.
import type { Blog } from '../../api/types';
import { Badge } from '../../ui/States';
import { useSession } from '../session/useSession';

export function DraftBadge({ blog }: { blog: Pick<Blog, 'publishedOn'> }) {
  const { user } = useSession();
  if (blog.publishedOn || user?.role !== 'admin') return null;
  return <Badge tone="warning">Draft</Badge>;
}
