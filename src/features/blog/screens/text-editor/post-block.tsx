import { NodeViewWrapper, type NodeViewProps } from '@tiptap/react'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = Pick<NodeViewProps, 'node' | 'selected' | 'updateAttributes' | 'deleteNode'> & {
  picture: ReactNode
  /** Fields before the caption. */
  children: ReactNode
  /** Label of the remove button. */
  removal: string
}

/** Node of an image with a caption. */
export const PostBlock = ({ node, selected, updateAttributes, deleteNode, picture, children, removal }: Props) => (
  <NodeViewWrapper as="figure" className={selected ? 'post-block post-block--selected' : 'post-block'} data-drag-handle>
    {picture}
    <div className="post-block__fields" contentEditable={false}>
      {children}
      <TextField
        name="caption"
        label="כיתוב"
        optional="(לא חובה)"
        value={node.attrs['caption'] as string}
        maxLength={300}
        dir="auto"
        onChange={(event) => updateAttributes({ caption: event.target.value })}
      />
      <Button look="ghost" size="sm" icon={<Icon of={Trash2} />} onClick={deleteNode}>
        {removal}
      </Button>
    </div>
  </NodeViewWrapper>
)
