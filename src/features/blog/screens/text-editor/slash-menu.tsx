// Slash menu: "/" in an empty paragraph opens the block list, and further text filters it.
import { type Editor, useEditorState } from '@tiptap/react'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { searchForm } from '#lib/hebrew/search-form.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { type Insertion, insertions } from './insertions.ts'

/** Returns whether the menu handled the key. */
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
  // Each keystroke resets the active item.
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
              // Keys are handled in the editor, which keeps focus.
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

/** The query after the slash and its start position; undefined if the menu is closed. */
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

/** Position below the slash, relative to the editor's frame. */
function place(editor: Editor, list: HTMLElement | null) {
  const frame = list?.offsetParent
  if (!list || !frame) return
  const [line, around] = [editor.view.coordsAtPos(editor.state.selection.from), frame.getBoundingClientRect()]
  list.style.insetBlockStart = `${line.bottom - around.top + 6}px`
  list.style.insetInlineStart = `${Math.max(0, Math.min(around.right - line.right, around.width - list.offsetWidth))}px`
}
