// Segments of a campaign's audience: conditions on contacts, copied from a saved view.
import { type ContactFilter, filterOf, operators } from '#features/contact-list/contact-list.ts'
import { z } from '#lib/schema.ts'

export const Segment = z.object({
  viewId: z.uuid(),
  name: z.string(),
  groups: z.array(z.array(z.object({ field: z.string(), op: z.enum(operators), values: z.array(z.string()) }))),
})
export type Segment = z.infer<typeof Segment>

type View = { id: string; name: string; query: { search: string } }

/**
 * The segment of a view, or the reason why the view cannot become a segment. A text search depends on the caller's
 * permissions and is refused. The filter "mine" is replaced by the user who selects the view, because the campaign is
 * sent without a caller.
 */
export function segmentOf({ id, name, query }: View, userId: string): Segment | 'has_words' | 'has_no_conditions' {
  const { groups, words }: ContactFilter = filterOf(query.search)
  if (words) return 'has_words'
  if (groups.length === 0) return 'has_no_conditions'
  const isMe = (field: string, value: string) => field === 'owner' && value === 'me'
  return {
    viewId: id,
    name,
    groups: groups.map((group) =>
      group.map(({ field, op, values }) => ({
        field,
        op,
        values: values.map((value) => (isMe(field, value) ? userId : value)),
      })),
    ),
  }
}

/** Whether both segments have the same conditions. */
export const isSameSegment = (one: Segment, other: Segment) =>
  JSON.stringify(one.groups) === JSON.stringify(other.groups)
