import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Trash2 } from 'lucide-react'
import { type StoredImage, imageUrl } from '#platform/images/images.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Image node with alternative text. */
export function FigureView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { picture, alt, caption } = node.attrs as { picture: StoredImage; alt: string; caption: string }
  return (
    <NodeViewWrapper
      as="figure"
      className={selected ? 'post-block post-block--selected' : 'post-block'}
      data-drag-handle
    >
      <img
        src={imageUrl(picture, { width: 800 })}
        alt={alt}
        width={picture.width}
        height={picture.height}
        draggable={false}
      />
      <div className="post-block__fields" contentEditable={false}>
        <TextField
          name="alt"
          label="מה רואים בתמונה"
          hint="למי ששומעים את המאמר במקום לראות אותו"
          error={alt.trim() ? undefined : 'בלי תיאור אי אפשר לפרסם'}
          value={alt}
          maxLength={200}
          dir="auto"
          onChange={(event) => updateAttributes({ alt: event.target.value })}
        />
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
          הסרת התמונה
        </Button>
      </div>
    </NodeViewWrapper>
  )
}
