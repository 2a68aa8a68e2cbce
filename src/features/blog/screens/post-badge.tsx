import { statusLabels } from '#features/blog/blog.ts'
import type { Post } from '#features/blog/blog.ts'
import { Badge } from '#ui/badge.tsx'

const kinds = { draft: undefined, scheduled: 'info', published: 'success' } as const

/** Status of a post: published, scheduled or draft. */
export function PostBadge({ status, isShownAsSaved }: { status: Post['status']; isShownAsSaved: boolean }) {
  const kind = kinds[status]
  return (
    <>
      <Badge {...(kind && { kind })}>{statusLabels[status]}</Badge>
      {status !== 'draft' && !isShownAsSaved && <Badge kind="warning">יש שינויים שלא פורסמו</Badge>}
    </>
  )
}
