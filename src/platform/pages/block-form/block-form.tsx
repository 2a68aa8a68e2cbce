// A block's form, generated from the schema of its kind.
import './block-form.css'
import { type Block, kindOf } from '#platform/pages/blocks.ts'
import type { z } from '#lib/schema.ts'
import { problemsOf } from './block-problems.ts'
import { Fields } from './fields.tsx'
import type { ErrorReporting } from './leaf-field.tsx'

/** `showAll` also reports missing values, not only invalid ones. */
export function BlockForm({
  block,
  showAll,
  onWrite,
}: {
  block: Block
  showAll: boolean
  onWrite: (content: Block['content']) => void
}) {
  const reporting: ErrorReporting = { problems: problemsOf(block), showAll, idPrefix: block.id }
  return (
    <div className="block-form">
      <Fields
        schema={kindOf(block.kind).content as z.ZodObject}
        value={block.content}
        path=""
        onChange={(content) => onWrite(content as Block['content'])}
        {...reporting}
      />
    </div>
  )
}
