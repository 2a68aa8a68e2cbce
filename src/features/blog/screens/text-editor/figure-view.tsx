import type { NodeViewProps } from '@tiptap/react'
import { type StoredImage, imageUrl } from '#platform/images/images.ts'
import { TextField } from '#ui/forms/field.tsx'
import { PostBlock } from './post-block.tsx'

/** Image node with alternative text. */
export function FigureView(props: NodeViewProps) {
  const { picture, alt } = props.node.attrs as { picture: StoredImage; alt: string }
  return (
    <PostBlock
      {...props}
      picture={
        <img
          src={imageUrl(picture, { width: 800 })}
          alt={alt}
          width={picture.width}
          height={picture.height}
          draggable={false}
        />
      }
      removal="הסרת התמונה"
    >
      <TextField
        name="alt"
        label="מה רואים בתמונה"
        hint="למי ששומעים את המאמר במקום לראות אותו"
        error={alt.trim() ? undefined : 'בלי תיאור אי אפשר לפרסם'}
        value={alt}
        maxLength={200}
        dir="auto"
        onChange={(event) => props.updateAttributes({ alt: event.target.value })}
      />
    </PostBlock>
  )
}
