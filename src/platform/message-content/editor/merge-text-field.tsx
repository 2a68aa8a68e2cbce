// A text field with merge fields as chips. It reports stored text.
import './merge-text-field.css'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ErrorText } from '#ui/forms/field.tsx'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { ChipDialog } from './chip-dialog.tsx'
import { createTokenDescriber } from './describe-token.ts'
import { type TextFormat, toDocument, toText } from './document.ts'
import { flattenLists } from './flatten-lists.ts'
import { FieldMenu } from './field-menu.tsx'
import { fieldsWithoutLinks } from './field-list.ts'
import { RichTextTools } from './rich-text-tools.tsx'
import { type SuggestionKeys, FieldSuggestions } from './field-suggestions.tsx'
import { textExtensions } from './text-extensions.ts'

type Props = {
  /** Name of the hidden input with the stored text, for forms. */
  name: string
  label: ReactNode
  hint?: ReactNode
  optional?: string
  error?: string | undefined
  value: string
  onChange: (text: string) => void
  fields: readonly MergeField[]
  format?: TextFormat
  isMultiline?: boolean
  /** Maximum length of the stored text. */
  maxLength?: number
  allowsLinks?: boolean
  /** Chips without settings: no fallback and no format. */
  isFixed?: boolean
}

export function MergeTextField({
  name,
  label,
  hint,
  optional,
  error,
  value,
  onChange,
  fields,
  format = 'plain',
  isMultiline = format === 'rich',
  maxLength,
  allowsLinks = isMultiline,
  isFixed = false,
}: Props) {
  const id = useId()
  const offered = allowsLinks ? fields : fieldsWithoutLinks(fields)
  const keys = useRef<SuggestionKeys>(null)
  const hidden = useRef<HTMLInputElement>(null)
  const reported = useRef(value)
  const [opened, setOpened] = useState<{ at: number; token: string }>()
  const isTooLong = maxLength !== undefined && value.length > maxLength
  const editor = useTextEditor({
    id,
    value,
    format,
    isMultiline,
    fields,
    describedBy: [hint && `${id}-hint`, (error || isTooLong) && `${id}-error`].filter(Boolean).join(' '),
    press: (key) => keys.current?.press(key) ?? false,
    openChip: (chip) => !isFixed && setOpened(chip),
    onText(text) {
      if (text === reported.current) return
      reported.current = text
      onChange(text)
      // Dispatches input events, which forms listen to.
      if (hidden.current) hidden.current.value = text
      hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
    },
  })

  useEffect(() => {
    // The value differs from the reported one: the field shows another block, or a refetched row.
    if (value === reported.current) return
    reported.current = value
    editor.commands.setContent(toDocument(value, format), { emitUpdate: false })
  }, [editor, format, value])

  return (
    <div className="field merge-field">
      <span className="label" id={`${id}-label`}>
        {label}
        {optional && <span className="opt"> {optional}</span>}
      </span>
      <div className="merge-field__frame" data-invalid={error || isTooLong ? '' : undefined}>
        {format === 'rich' && <RichTextTools editor={editor} fields={offered} />}
        <div className="merge-field__line">
          <EditorContent editor={editor} className="merge-field__text" />
          <FieldSuggestions editor={editor} fields={offered} keys={keys} />
          {offered.length > 0 && (
            <FieldMenu
              fields={offered}
              labelId={`${id}-label`}
              onChoose={({ name: token }) => insertToken(editor, token)}
            />
          )}
        </div>
      </div>
      <input
        ref={hidden}
        className="vh"
        tabIndex={-1}
        aria-hidden="true"
        readOnly
        name={name}
        value={value}
        // A form focuses an invalid field by its name.
        onFocus={() => editor.commands.focus()}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {(error || isTooLong) && (
        <ErrorText id={`${id}-error`}>{error ?? `עד ${maxLength?.toLocaleString('he-IL')} תווים`}</ErrorText>
      )}
      {opened && (
        <ChipDialog
          token={opened.token}
          fields={fields}
          onClose={() => setOpened(undefined)}
          onChange={(token) => replaceToken(editor, opened.at, token)}
        />
      )}
    </div>
  )
}

type EditorOptions = {
  id: string
  value: string
  format: TextFormat
  isMultiline: boolean
  fields: readonly MergeField[]
  describedBy: string
  press: (key: string) => boolean
  openChip: (chip: { at: number; token: string }) => void
  onText: (text: string) => void
}

function useTextEditor({
  id,
  value,
  format,
  isMultiline,
  fields,
  describedBy,
  press,
  openChip,
  onText,
}: EditorOptions) {
  // The chips of a mounted editor do not update their labels, so the fields are loaded before it mounts.
  const [describe] = useState(() => createTokenDescriber(fields))
  const latest = useRef({ press, openChip, onText })
  useEffect(() => {
    latest.current = { press, openChip, onText }
  })
  const attributes = {
    id,
    role: 'textbox',
    'aria-labelledby': `${id}-label`,
    'aria-multiline': String(isMultiline),
    ...(describedBy && { 'aria-describedby': describedBy }),
  }
  return useEditor({
    extensions: textExtensions({ format, isMultiline, describe }),
    content: toDocument(value, format),
    injectCSS: false,
    editorProps: {
      attributes,
      handleKeyDown(view, event) {
        if (latest.current.press(event.key)) return true
        const { selection } = view.state
        const node = view.state.doc.nodeAt(selection.from)
        const isChip = !selection.empty && node?.type.name === 'mergeField' && selection.to === selection.from + 1
        if (event.key !== 'Enter' || !isChip) return false
        latest.current.openChip({ at: selection.from, token: String(node.attrs['token']) })
        return true
      },
      handleDOMEvents: {
        // handleClickOn does not report a click that also focuses the editor.
        click(view, { target }) {
          const chip = target instanceof Element ? target.closest<HTMLElement>('[data-merge-field]') : null
          if (chip) latest.current.openChip({ at: view.posAtDOM(chip, 0), token: chip.dataset['mergeField'] ?? '' })
          return chip !== null
        },
      },
      transformPastedHTML: flattenLists,
      ...(!isMultiline && { transformPastedText: (text: string) => text.replaceAll(/\s*\n\s*/g, ' ') }),
    },
    onUpdate: ({ editor }) => {
      const text = toText(editor.getJSON(), format)
      latest.current.onText(isMultiline ? text : text.replaceAll('\n', ' '))
    },
  })
}

const insertToken = (editor: Editor, token: string) =>
  editor.chain().focus().insertContent({ type: 'mergeField', attrs: { token } }).run()

/** Called without a token to remove the chip. */
function replaceToken(editor: Editor, at: number, token: string | undefined) {
  const chain = editor
    .chain()
    .focus()
    .deleteRange({ from: at, to: at + 1 })
  if (token === undefined) chain.run()
  else chain.insertContentAt(at, { type: 'mergeField', attrs: { token } }).run()
}
