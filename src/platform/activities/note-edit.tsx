import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { MentionField } from './composer/mention-field.tsx'
import { type Mentionable, mentionedIn } from './composer/mentions.ts'
import type { ShownActivity } from './activities.data.ts'
import { noteLimit } from './activities.ts'
import type { LineActions } from './use-line-actions.ts'
import { useFocusFirst } from '#ui/forms/focus-first.ts'

type Props = { line: ShownActivity; people: readonly Mentionable[]; actions: LineActions; onDone: () => void }

/** Inline editor of the caller's own note. A failed save leaves the text in the field. */
export function NoteEdit({ line, people, actions, onDone }: Props) {
  const before = typeof line.payload['text'] === 'string' ? line.payload['text'] : ''
  const [text, setText] = useState(before)
  const [error, setError] = useState<string | undefined>()
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useFocusFirst(form)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = text.trim()
    if (!typed && line.type === 'note') return setError('שדה חובה')
    if (typed === before) return onDone()
    setSaving(true)
    setError(undefined)
    try {
      await actions.change(line, { ...line.payload, text: typed, mentions: mentionedIn(typed, people) })
      onDone()
    } catch (failure) {
      setError((failure as Error).message)
      setSaving(false)
    }
  }

  return (
    <form ref={form} className="composer note-edit" noValidate onSubmit={(event) => void submit(event)}>
      <MentionField
        label="עריכת הטקסט"
        value={text}
        onChange={setText}
        people={people}
        limit={noteLimit}
        errorId={error && 'note-edit-error'}
        onEscape={onDone}
        field={field}
      />
      {error && (
        <div className="composer__error" role="alert">
          <ErrorText id="note-edit-error">{error}</ErrorText>
        </div>
      )}
      <div className="composer__bar">
        <Button type="submit" look="primary" size="sm" busy={isSaving}>
          {isSaving ? 'שומרים' : 'שמירה'}
        </Button>
        <Button look="ghost" size="sm" onClick={onDone}>
          ביטול
        </Button>
      </div>
    </form>
  )
}
