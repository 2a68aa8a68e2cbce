import { useRef, useState } from 'react'
import { TextAreaField } from '#ui/forms/field.tsx'
import { lazyPart } from '#ui/layers/lazy-part.ts'
import type { ProseEditorProps } from './prose-editor.tsx'

const useEditorPart = lazyPart(() => import('./prose-editor.tsx'))

type Props = Omit<ProseEditorProps, 'readCaret'>

/**
 * Paragraphs with bold text and links. Until the editor is loaded the text is a plain field; the editor takes over its focus and caret, but
 * not during typing.
 */
export function ProseField(props: Props) {
  const { id, name, label, hint, error, value, onChange } = props
  const plain = { id, name, label, hint, error, value }
  const part = useEditorPart(true)
  const [isTyping, setTyping] = useState(false)
  const focused = useRef<HTMLTextAreaElement>(null)
  if (part && !isTyping) return <part.ProseEditor {...props} readCaret={() => focused.current?.selectionEnd} />
  return (
    <TextAreaField
      {...plain}
      rows={4}
      onFocus={({ target }) => (focused.current = target)}
      onBlur={() => {
        focused.current = null
        setTyping(false)
      }}
      onChange={({ target }) => {
        setTyping(true)
        onChange(target.value)
      }}
    />
  )
}
