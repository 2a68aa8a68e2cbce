// The form of a block, made of what its kind says about its fields.
import './block-form.css'
import { type Block, kindOf } from '#features/pages/blocks.ts'
import type { z } from '#lib/schema.ts'
import { problemsOf } from './block-problems.ts'
import { Fields } from './fields.tsx'
import type { Reporting } from './leaf-field.tsx'

/** `showAll`: also what is only missing is said, not just what is wrong. */
export function BlockForm({
  block,
  showAll,
  onWrite,
}: {
  block: Block
  showAll: boolean
  onWrite: (content: Block['content']) => void
}) {
  const reporting: Reporting = { problems: problemsOf(block), showAll, idPrefix: block.id }
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
