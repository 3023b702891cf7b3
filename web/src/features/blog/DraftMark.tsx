// 'Draft' beside an article that readers do not see: administrators get them in the same lists.
import type { Blog } from '../../api/types';
import { Badge } from '../../ui/States';
import { useSession } from '../session/useSession';

export function DraftMark({ blog }: { blog: Pick<Blog, 'publishedOn'> }) {
  const { user } = useSession();
  if (blog.publishedOn || user?.role !== 'admin') return null;
  return <Badge tone="warning">Draft</Badge>;
}
