import type { PageState } from '#platform/pages/editing.data.ts'
import { Badge } from '#ui/badge.tsx'

/** Publication state of a page. */
export function PageStateBadge({ state }: { state: PageState }) {
  if (state === 'published') return <Badge kind="success">מפורסם</Badge>
  if (state === 'changed') return <Badge kind="accent">יש שינויים שלא פורסמו</Badge>
  return <Badge kind="outline">טיוטה</Badge>
}
