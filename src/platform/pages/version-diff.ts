// Difference of two page versions, in the labels of the editor's form.
import { z } from '#lib/schema.ts'
import { type Block, kindOf } from './blocks.ts'
import { type FieldMeta, fieldOf } from './fields.ts'

/** One changed field. `before` or `after` is '' where the field is absent. */
export type FieldChange = { label: string; before: string; after: string }

/** The change of one block. A block that only changed its position is `moved`. */
export type BlockChange = {
  id: string
  kind: Block['kind']
  what: 'added' | 'removed' | 'changed' | 'moved'
  fields: FieldChange[]
}

/** The changed blocks, in their current order; removed ones come last. */
export function changesBetween(before: readonly Block[], after: readonly Block[]): BlockChange[] {
  const old = new Map(before.map((block) => [block.id, block]))
  const stayed = new Set(after.flatMap(({ id }) => (old.has(id) ? [id] : [])))
  const places = placesOf(before, stayed)
  const now = [...placesOf(after, stayed).keys()]
  const settled = longestIncreasing(now.map((id) => places.get(id)!))
  const moved = new Set(now.filter((_, at) => !settled.has(at)))
  return [
    ...after.flatMap((block): BlockChange[] => {
      const was = old.get(block.id)
      if (!was) return [changeOf(block, 'added', textChanges(block, 'after'))]
      const fields = was.kind === block.kind ? fieldChanges(was, block) : [kindChange(was, block)]
      if (fields.length > 0) return [changeOf(block, 'changed', fields)]
      return moved.has(block.id) ? [changeOf(block, 'moved', [])] : []
    }),
    ...before
      .filter(({ id }) => !stayed.has(id))
      .map((block) => changeOf(block, 'removed', textChanges(block, 'before'))),
  ]
}

const changeOf = ({ id, kind }: Block, what: BlockChange['what'], fields: FieldChange[]) => ({ id, kind, what, fields })

const kindChange = (was: Block, now: Block): FieldChange => ({
  label: 'סוג המקטע',
  before: kindOf(was.kind).label,
  after: kindOf(now.kind).label,
})

function fieldChanges(was: Block, now: Block): FieldChange[] {
  const [before, after] = [fieldTexts(was), fieldTexts(now)]
  const labels = new Set([...before.keys(), ...after.keys()])
  return [...labels].flatMap((label) => {
    const change = { label, before: before.get(label) ?? '', after: after.get(label) ?? '' }
    return change.before === change.after ? [] : [change]
  })
}

/** An added or removed block lists its texts, not its appearance options. */
const textChanges = (block: Block, side: 'before' | 'after'): FieldChange[] =>
  [...fieldTexts(block, 'words')].flatMap(([label, texts]) =>
    texts === '' ? [] : [{ label, before: '', after: '', [side]: texts }],
  )

/** Field values of a block by label: `נקודות 2: כותרת`. */
function fieldTexts(block: Block, what: 'everything' | 'words' = 'everything'): Map<string, string> {
  const texts = new Map<string, string>()
  walkFields(kindOf(block.kind).content, block.content, '', (schema, label, value) => {
    const field = fieldOf(schema)
    const isAppearance = field?.input === 'choice' || field?.input === 'switch'
    if (field?.input === 'picture-id')
      texts.set(label, typeof value === 'string' && value ? `תמונה ${value.slice(0, 4)}` : '')
    else if (!isAppearance) texts.set(label, String(value))
    else if (what === 'everything') texts.set(label, optionText(field, value))
  })
  return texts
}

const optionText = (field: FieldMeta, value: unknown) =>
  field.input === 'choice' ? (field.options[String(value)] ?? String(value)) : value ? 'כן' : 'לא'

type FieldVisitor = (schema: z.ZodType, label: string, value: unknown) => void

function walkFields(schema: z.ZodType, value: unknown, label: string, visit: FieldVisitor) {
  if (schema instanceof z.ZodDefault) walkFields(schema.unwrap() as z.ZodType, value, label, visit)
  else if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      const own = fieldOf(inner)?.label ?? name
      walkFields(inner, (value as Record<string, unknown>)[name], label ? `${label}: ${own}` : own, visit)
    }
  } else if (schema instanceof z.ZodArray) {
    for (const [at, row] of (value as unknown[]).entries())
      walkFields(schema.element as z.ZodType, row, `${label} ${at + 1}`, visit)
  } else visit(schema, label, value)
}

const placesOf = (blocks: readonly Block[], among: ReadonlySet<string>) =>
  new Map(blocks.filter(({ id }) => among.has(id)).map(({ id }, at) => [id, at]))

/** Indexes of the longest increasing subsequence, so that the fewest blocks count as moved. */
function longestIncreasing(places: readonly number[]): Set<number> {
  const best: { length: number; before: number }[] = []
  let last = -1
  for (const [at, place] of places.entries()) {
    best[at] = { length: 1, before: -1 }
    for (let earlier = 0; earlier < at; earlier++)
      if (places[earlier]! < place && best[earlier]!.length + 1 > best[at].length)
        best[at] = { length: best[earlier]!.length + 1, before: earlier }
    if (last < 0 || best[at].length > best[last]!.length) last = at
  }
  const members = new Set<number>()
  for (let at = last; at >= 0; at = best[at]!.before) members.add(at)
  return members
}
