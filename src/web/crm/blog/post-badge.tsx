import { statusLabels } from '#features/blog/blog.ts'
import type { Post } from '#features/blog/blog.ts'
import { Badge } from '#ui/badge.tsx'

const kinds = { draft: undefined, scheduled: 'info', published: 'success' } as const

/** Where a post stands: with visitors, on its way to them, or with whoever writes it. */
export function PostBadge({ status, isShownAsSaved }: { status: Post['status']; isShownAsSaved: boolean }) {
  const kind = kinds[status]
  return (
    <>
      <Badge {...(kind && { kind })}>{statusLabels[status]}</Badge>
      {status !== 'draft' && !isShownAsSaved && <Badge kind="warning">יש שינויים שלא פורסמו</Badge>}
    </>
  )
}
