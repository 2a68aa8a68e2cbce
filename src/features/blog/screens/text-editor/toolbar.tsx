// Formatting toolbar with a roving tabindex.
import { Toolbar as Base } from '@base-ui/react/toolbar'
import { type Editor, useEditorState } from '@tiptap/react'
import { ArrowLeftToLine, Bold, Link as LinkIcon, type LucideIcon, Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { buttonClasses } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { insertions } from './insertions.ts'
import { LinkDialog } from './link-dialog.tsx'

type Tool = {
  id: string
  words: string
  icon: LucideIcon
  isOn?: boolean
  isOff?: boolean
  run: () => void
  apart?: boolean
}

export function Toolbar({ editor, choosePicture }: { editor: Editor; choosePicture: () => void }) {
  const [linking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: insertions.filter(({ isIn }) => isIn?.(now)).map(({ id }) => id),
      bold: now.isActive('bold'),
      link: now.isActive('link'),
      ltr: now.isActive({ dir: 'ltr' }),
      mayUndo: now.can().undo(),
      mayRedo: now.can().redo(),
    }),
  })
  const turn = () => {
    const dir = state.ltr ? null : 'ltr'
    editor.chain().focus().updateAttributes('paragraph', { dir }).updateAttributes('heading', { dir }).run()
  }
  const tools: Tool[] = [
    {
      id: 'undo',
      words: 'ביטול הצעד האחרון',
      icon: Undo2,
      isOff: !state.mayUndo,
      run: () => editor.chain().focus().undo().run(),
    },
    {
      id: 'redo',
      words: 'ביצוע מחדש',
      icon: Redo2,
      isOff: !state.mayRedo,
      run: () => editor.chain().focus().redo().run(),
    },
    {
      id: 'bold',
      words: 'הדגשה',
      icon: Bold,
      isOn: state.bold,
      apart: true,
      run: () => editor.chain().focus().toggleBold().run(),
    },
    { id: 'link', words: 'קישור', icon: LinkIcon, isOn: state.link, run: () => setLinking(true) },
    { id: 'ltr', words: 'משמאל לימין', icon: ArrowLeftToLine, isOn: state.ltr, run: turn },
    ...insertions
      .filter(({ id }) => id !== 'paragraph')
      .map(({ id, words, icon, isIn, run }, i) => ({
        id,
        words,
        icon,
        apart: i === 0,
        ...(isIn && { isOn: state.on.includes(id) }),
        run: () => run(editor, { choosePicture }),
      })),
  ]
  return (
    <>
      <Base.Root className="post-tools" aria-label="עיצוב הטקסט">
        {tools.map(({ id, words, icon, isOn, isOff = false, apart, run }) => (
          <Base.Button
            key={id}
            disabled={isOff}
            focusableWhenDisabled
            className={buttonClasses(
              { look: 'ghost', size: 'sm', iconOnly: true },
              apart ? 'post-tools__apart' : undefined,
            )}
            title={words}
            aria-label={words}
            // Keeps focus in the editor.
            onMouseDown={(event) => event.preventDefault()}
            onClick={run}
            {...(isOn !== undefined && { 'aria-pressed': isOn })}
          >
            <Icon of={icon} />
          </Base.Button>
        ))}
      </Base.Root>
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}
