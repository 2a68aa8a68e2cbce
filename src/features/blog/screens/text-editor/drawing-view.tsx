import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Trash2 } from 'lucide-react'
import { type Art, artNames, arts } from '#features/blog/art.ts'
import { Drawing } from '#features/blog/cover.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Node of an illustration, in the colours of the business. */
export function DrawingView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { art, caption } = node.attrs as { art: Art; caption: string }
  return (
    <NodeViewWrapper
      as="figure"
      className={selected ? 'post-block post-block--selected' : 'post-block'}
      data-drag-handle
    >
      <Drawing art={art} of="editor" className="cover cover--drawn" />
      <div className="post-block__fields" contentEditable={false}>
        <SelectField
          name="art"
          label="האיור"
          value={art}
          onChange={(event) => updateAttributes({ art: event.target.value })}
        >
          {arts.map((one) => (
            <option key={one} value={one}>
              {artNames[one]}
            </option>
          ))}
        </SelectField>
        <TextField
          name="caption"
          label="כיתוב"
          optional="(לא חובה)"
          value={caption}
          maxLength={300}
          dir="auto"
          onChange={(event) => updateAttributes({ caption: event.target.value })}
        />
        <Button look="ghost" size="sm" icon={<Icon of={Trash2} />} onClick={deleteNode}>
          הסרת האיור
        </Button>
      </div>
    </NodeViewWrapper>
  )
}
