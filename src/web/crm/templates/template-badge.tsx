import type { MessageTemplate } from '#features/message-templates/message-templates.ts'
import { Badge } from '#ui/badge.tsx'

type Props = { template: Pick<MessageTemplate, 'published_number' | 'archived_at'> }

/** Draft, published with its number, or archived. */
export function TemplateBadge({ template: { published_number, archived_at } }: Props) {
  if (archived_at !== null) return <Badge>בארכיון</Badge>
  return published_number === null ? (
    <Badge kind="outline">טיוטה</Badge>
  ) : (
    <Badge kind="success">גרסה {published_number} פורסמה</Badge>
  )
}
