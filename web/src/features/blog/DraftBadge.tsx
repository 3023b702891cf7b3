// 'Draft' badge for administrators, whose lists include unpublished articles.
import type { Blog } from '../../api/types';
import { Badge } from '../../ui/States';
import { isStaff } from '../session/roles';
import { useSession } from '../session/useSession';

export function DraftBadge({ blog }: { blog: Pick<Blog, 'publishedOn'> }) {
  const { user } = useSession();
  if (blog.publishedOn || !isStaff(user)) return null;
  return <Badge tone="warning">Draft</Badge>;
}
