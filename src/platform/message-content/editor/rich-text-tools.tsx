// Toolbar of rich text: bold, link, lists.
import { Toolbar as Base } from '@base-ui/react/toolbar'
import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Link as LinkIcon, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { buttonClasses } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { AddressDialog } from './address-dialog.tsx'

type Tool = { id: string; words: string; icon: LucideIcon; isOn: boolean; run: () => void }

export function RichTextTools({ editor, fields }: { editor: Editor; fields: readonly MergeField[] }) {
  const [isLinking, setLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      link: now.isActive('link'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
    }),
  })
  const chain = () => editor.chain().focus()
  const tools: Tool[] = [
    { id: 'bold', words: 'הדגשה', icon: Bold, isOn: on.bold, run: () => chain().toggleBold().run() },
    { id: 'link', words: 'קישור', icon: LinkIcon, isOn: on.link, run: () => setLinking(true) },
    { id: 'bullets', words: 'רשימה', icon: List, isOn: on.bullets, run: () => chain().toggleBulletList().run() },
    {
      id: 'numbers',
      words: 'רשימה ממוספרת',
      icon: ListOrdered,
      isOn: on.numbers,
      run: () => chain().toggleOrderedList().run(),
    },
  ]
  return (
    <>
      <Base.Root className="merge-field__tools" aria-label="עיצוב הטקסט">
        {tools.map(({ id, words, icon, isOn, run }) => (
          <Base.Button
            key={id}
            className={buttonClasses({ look: 'ghost', size: 'sm', iconOnly: true }, undefined)}
            title={words}
            aria-label={words}
            aria-pressed={isOn}
            // Keeps focus in the editor.
            onMouseDown={(event) => event.preventDefault()}
            onClick={run}
          >
            <Icon of={icon} />
          </Base.Button>
        ))}
      </Base.Root>
      {isLinking && <AddressDialog editor={editor} fields={fields} onClose={() => setLinking(false)} />}
    </>
  )
}
