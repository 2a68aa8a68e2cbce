// Two braces open the list of fields below the cursor; further text filters it.
import { type Editor, useEditorState } from '@tiptap/react'
import { type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { matchingFields } from './field-list.ts'

/** Returns whether the list handled the key. */
export type SuggestionKeys = { press: (key: string) => boolean }

type Props = { editor: Editor; fields: readonly MergeField[]; keys: RefObject<SuggestionKeys | null> }

export function FieldSuggestions({ editor, fields, keys }: Props) {
  const typed = useEditorState({ editor, selector: ({ editor: now }) => typedAfterBraces(now) })
  const [closedAt, setClosedAt] = useState<number>()
  const [marked, setMarked] = useState({ for: '', at: 0 })
  const list = useRef<HTMLUListElement>(null)
  const shown = !typed || typed.start === closedAt ? [] : matchingFields(fields, typed.text)
  // Each keystroke resets the active item.
  const active = marked.for === typed?.text ? Math.min(marked.at, shown.length - 1) : 0
  const mark = (at: number) => setMarked({ for: typed?.text ?? '', at })

  useLayoutEffect(() => place(editor, list.current))

  function choose({ name }: MergeField) {
    if (!typed) return
    editor
      .chain()
      .focus()
      .deleteRange({ from: typed.start, to: editor.state.selection.from })
      .insertContent({ type: 'mergeField', attrs: { token: name } })
      .run()
  }

  useImperativeHandle(keys, () => ({
    press(key) {
      if (shown.length === 0) return false
      if (key === 'ArrowDown') mark((active + 1) % shown.length)
      else if (key === 'ArrowUp') mark((active - 1 + shown.length) % shown.length)
      else if (key === 'Enter' || key === 'Tab') choose(shown[active]!)
      else if (key === 'Escape') setClosedAt(typed?.start)
      else return false
      return true
    },
  }))

  if (shown.length === 0) return null
  return (
    <>
      <ul ref={list} className="menu merge-suggestions" aria-label="שדות">
        {shown.map((field, i) => (
          <li key={field.name}>
            <button
              type="button"
              className="menu__item"
              // Keys are handled in the editor, which keeps focus.
              tabIndex={-1}
              data-highlighted={i === active ? '' : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(field)}
            >
              <span>{field.label}</span>
              <small>{field.group}</small>
            </button>
          </li>
        ))}
      </ul>
      <output className="vh">{`${shown[active]!.label}, ${active + 1} מתוך ${shown.length}. Enter מוסיף`}</output>
    </>
  )
}

/** The text after two braces and its start position; undefined if the list is closed. */
function typedAfterBraces({ state }: Editor) {
  const { $from, empty } = state.selection
  if (!empty) return undefined
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const [found, text] = /\{\{([^{}\n\ufffc]{0,40})$/.exec(before) ?? []
  return found === undefined || text === undefined ? undefined : { text, start: $from.pos - found.length }
}

/** Position below the braces, relative to the field. */
function place(editor: Editor, list: HTMLElement | null) {
  const frame = list?.offsetParent
  if (!list || !frame) return
  const [line, around] = [editor.view.coordsAtPos(editor.state.selection.from), frame.getBoundingClientRect()]
  list.style.insetBlockStart = `${line.bottom - around.top + 6}px`
  list.style.insetInlineStart = `${Math.max(0, Math.min(around.right - line.right, around.width - list.offsetWidth))}px`
}
