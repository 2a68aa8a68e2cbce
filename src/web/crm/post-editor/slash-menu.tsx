// A slash at the beginning of an empty line opens the list of blocks; what is typed after it narrows the list.
import { type Editor, useEditorState } from '@tiptap/react'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { searchForm } from '#lib/hebrew/search-form.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { type Insertion, insertions } from './insertions.ts'

/** Answers whether the key was for the menu. */
export type SlashKeys = { press: (key: string) => boolean }

export function SlashMenu({
  editor,
  keys,
  choosePicture,
}: {
  editor: Editor
  keys: RefObject<SlashKeys | null>
  choosePicture: () => void
}) {
  const slash = useEditorState({ editor, selector: ({ editor: now }) => slashAt(now) })
  const [closedAt, setClosedAt] = useState<number>()
  const [marked, setMarked] = useState({ for: '', at: 0 })
  const list = useRef<HTMLUListElement>(null)
  const shown = !slash || slash.start === closedAt ? [] : matching(slash.typed)
  // Each letter begins the list anew.
  const active = marked.for === slash?.typed ? Math.min(marked.at, shown.length - 1) : 0
  const mark = (at: number) => setMarked({ for: slash?.typed ?? '', at })

  useLayoutEffect(() => place(editor, list.current))
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function choose({ run }: Insertion) {
    const { $from } = editor.state.selection
    editor.chain().focus().deleteRange({ from: $from.start(), to: $from.end() }).run()
    run(editor, { choosePicture })
  }

  useImperativeHandle(keys, () => ({
    press(key) {
      if (shown.length === 0) return false
      if (key === 'ArrowDown') mark((active + 1) % shown.length)
      else if (key === 'ArrowUp') mark((active - 1 + shown.length) % shown.length)
      else if (key === 'Enter' || key === 'Tab') choose(shown[active]!)
      else if (key === 'Escape') setClosedAt(slash?.start)
      else return false
      return true
    },
  }))

  if (shown.length === 0) return null
  return (
    <>
      <ul ref={list} className="menu post-slash" aria-label="הוספה לטקסט">
        {shown.map((insertion, i) => (
          <li key={insertion.id}>
            <button
              type="button"
              className="menu__item"
              // The keys are taken where the cursor is: in the text.
              tabIndex={-1}
              data-highlighted={i === active ? '' : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(insertion)}
            >
              <Icon of={insertion.icon} />
              <span>{insertion.words}</span>
            </button>
          </li>
        ))}
      </ul>
      <output className="vh">{`${shown[active]!.words}, ${active + 1} מתוך ${shown.length}. Enter מוסיף`}</output>
    </>
  )
}

/** What stands after the slash, and where its line begins; undefined where no menu should be. */
function slashAt({ state }: Editor) {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.name !== 'paragraph') return undefined
  const { textContent } = $from.parent
  return textContent.startsWith('/') && textContent.length < 20
    ? { typed: textContent.slice(1), start: $from.start() }
    : undefined
}

function matching(typed: string) {
  const form = searchForm(typed)
  return insertions.filter(({ words, more }) => searchForm(`${words} ${more}`).includes(form))
}

/** Below the line with the slash, in the frame that the text stands in. */
function place(editor: Editor, list: HTMLElement | null) {
  const frame = list?.offsetParent
  if (!list || !frame) return
  const [line, around] = [editor.view.coordsAtPos(editor.state.selection.from), frame.getBoundingClientRect()]
  list.style.insetBlockStart = `${line.bottom - around.top + 6}px`
  list.style.insetInlineStart = `${Math.max(0, Math.min(around.right - line.right, around.width - list.offsetWidth))}px`
}
