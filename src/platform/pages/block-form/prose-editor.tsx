import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Bold, Link as LinkIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { documentOf, isProseHref, positionIn, proseTextOf } from '../prose-document.ts'

export type ProseEditorProps = {
  id: string
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: string
  required?: boolean
  value: string
  onBlur: () => void
  onChange: (text: string) => void
  /** The caret offset in the text to focus when the editor opens; undefined opens it without focus. */
  readCaret: () => number | undefined
}

// Only the formatting that `proseOf` supports.
const extensions = [
  StarterKit.configure({
    blockquote: false,
    bulletList: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    italic: false,
    listItem: false,
    listKeymap: false,
    orderedList: false,
    strike: false,
    underline: false,
    link: { openOnClick: false, autolink: false },
  }),
]

export function ProseEditor({
  id,
  label,
  hint,
  error,
  optional,
  required,
  value,
  onBlur,
  onChange,
  readCaret,
}: ProseEditorProps) {
  const [caret] = useState(readCaret)
  const written = useRef(value)
  const [isLinking, setLinking] = useState(false)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const editor = useEditor({
    extensions,
    content: documentOf(value),
    autofocus: caret === undefined ? false : positionIn(value, caret),
    injectCSS: false,
    editorProps: {
      attributes: () => ({
        id,
        class: 'input',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': 'true' }),
      }),
    },
    onUpdate({ editor: now }) {
      written.current = proseTextOf(now.getJSON())
      onChange(written.current)
    },
    onBlur,
  })
  // The value was set from outside, for example by undo or by another version.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    editor.commands.setContent(documentOf(value), { emitUpdate: false })
  }, [editor, value])
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ bold: now.isActive('bold'), link: now.isActive('link') }),
  })

  return (
    <div className="field prose-field">
      <span className="label" id={`${id}-label`}>
        {label}
        {required && (
          <span className="req" aria-hidden="true">
            {' *'}
          </span>
        )}
        {optional && <span className="opt"> {optional}</span>}
      </span>
      <div className="prose-field__tools">
        <Tool icon={Bold} name="הדגשה" isOn={on.bold} onUse={() => editor.chain().focus().toggleBold().run()} />
        <Tool icon={LinkIcon} name="קישור" isOn={on.link} onUse={() => setLinking(true)} />
      </div>
      <EditorContent editor={editor} />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      {isLinking && (
        <LinkDialog
          before={String(editor.getAttributes('link')['href'] ?? '')}
          onClose={() => setLinking(false)}
          onChosen={(href) => {
            setLinking(false)
            const chain = editor.chain().focus().extendMarkRange('link')
            if (!href) chain.unsetLink().run()
            else if (editor.state.selection.empty && !on.link)
              chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
            else chain.setLink({ href }).run()
          }}
        />
      )}
    </div>
  )
}

type ToolProps = { icon: typeof Bold; name: string; isOn: boolean; onUse: () => void }

const Tool = ({ icon, name, isOn, onUse }: ToolProps) => (
  <Button
    look="ghost"
    size="sm"
    iconOnly
    aria-label={name}
    aria-pressed={isOn}
    icon={<Icon of={icon} />}
    // Keeps the selection of the editor.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onUse}
  />
)

function LinkDialog({
  before,
  onChosen,
  onClose,
}: {
  before: string
  onChosen: (href: string) => void
  onClose: () => void
}) {
  const [href, setHref] = useState(before)
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    // A dialog inside a form: its submit event would bubble to the outer one.
    event.stopPropagation()
    if (href.trim() && !isProseHref(href.trim())) return setError('כתובת באתר (‎/about) או כתובת מלאה (https://)')
    onChosen(href.trim())
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="קישור">
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <TextField
            name="href"
            label="לאן הוא מוביל"
            hint="ריק: בלי קישור"
            dir="ltr"
            autoComplete="off"
            list="site-addresses"
            value={href}
            error={error}
            onChange={({ target }) => setHref(target.value)}
          />
        </DialogBody>
        <FormActions words="שמירת הקישור" busy={false} onBack={onClose} />
      </form>
    </Dialog>
  )
}
