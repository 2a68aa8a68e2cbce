import type { NodeViewProps } from '@tiptap/react'
import { type Art, artNames, arts } from '#features/blog/art.ts'
import { Drawing } from '#features/blog/cover.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { PostBlock } from './post-block.tsx'

/** Illustration node, in the brand colours. */
export function DrawingView(props: NodeViewProps) {
  const { art } = props.node.attrs as { art: Art }
  return (
    <PostBlock
      {...props}
      picture={<Drawing art={art} of="editor" className="cover cover--drawn" />}
      removal="הסרת האיור"
    >
      <SelectField
        name="art"
        label="האיור"
        value={art}
        onChange={(event) => props.updateAttributes({ art: event.target.value })}
      >
        {arts.map((one) => (
          <option key={one} value={one}>
            {artNames[one]}
          </option>
        ))}
      </SelectField>
    </PostBlock>
  )
}
