import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Trash2 } from 'lucide-react'
import { safeHref } from '#features/blog/post-body.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Call-to-action node: label and link. */
export function ActionView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { words, href } = node.attrs as { words: string; href: string }
  const isBrokenLink = href !== '' && safeHref(href) === undefined
  return (
    <NodeViewWrapper className={selected ? 'post-block post-block--selected' : 'post-block'} data-drag-handle>
      <div className="post-block__fields" contentEditable={false}>
        <span className="btn btn--primary btn--lg post-block__button">{words || 'כפתור'}</span>
        <TextField
          name="words"
          label="מה כתוב על הכפתור"
          value={words}
          maxLength={60}
          dir="auto"
          onChange={(event) => updateAttributes({ words: event.target.value })}
        />
        <TextField
          name="href"
          label="לאן הוא מוביל"
          hint="עמוד באתר, למשל ‎/contact, או כתובת מלאה"
          error={isBrokenLink ? 'זו לא כתובת שאפשר להגיע אליה' : undefined}
          value={href}
          dir="ltr"
          list="site-addresses"
          onChange={(event) => updateAttributes({ href: event.target.value })}
        />
        <Button look="ghost" size="sm" icon={<Icon of={Trash2} />} onClick={deleteNode}>
          הסרת הכפתור
        </Button>
      </div>
    </NodeViewWrapper>
  )
}
