import './composer.css'
import { FileText, ListTodo, type LucideIcon, Phone } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { dayOf } from '#lib/dates.ts'
import { formText } from '#lib/form-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { noteLimit, refusals, writtenLabels } from './activities.ts'

type Mode = 'note' | 'call' | 'task'
export type Written = { mode: 'note' | 'call'; text: string } | { mode: 'task'; name: string; due_date: string | null }

const modes: { mode: Mode; text: string; icon: LucideIcon; placeholder: string; limit: number }[] = [
  { mode: 'note', text: writtenLabels.note, icon: FileText, placeholder: 'כתבו סיכום', limit: noteLimit },
  { mode: 'call', text: writtenLabels.call, icon: Phone, placeholder: 'על מה דיברתם?', limit: noteLimit },
  { mode: 'task', text: 'משימה', icon: ListTodo, placeholder: 'מה צריך לעשות?', limit: 200 },
]

/** Writes on a timeline, or sets a task. What was typed stays until it is saved. */
export function Composer({ save, now }: { save: (written: Written) => Promise<void>; now: Date }) {
  const [mode, setMode] = useState<Mode>('note')
  const [text, setText] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const { placeholder, limit } = modes.find((one) => one.mode === mode)!

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = text.trim()
    if (!typed) {
      setError('שדה חובה')
      form.querySelector('textarea')?.focus()
      return
    }
    const day = formText(new FormData(form), 'due_date')
    setSaving(true)
    setError(undefined)
    try {
      await save(mode === 'task' ? { mode, name: typed, due_date: day || null } : { mode, text: typed })
      setText('')
    } catch (failure) {
      setError(refusalText(failure, refusals))
    }
    setSaving(false)
  }

  return (
    <form className="composer" onSubmit={(event) => void submit(event)} noValidate>
      <textarea
        className="composer__text"
        aria-label={placeholder}
        placeholder={placeholder}
        dir="auto"
        maxLength={limit}
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...(error && { 'aria-invalid': true, 'aria-describedby': 'composer-error' })}
      />
      {mode === 'task' && (
        <label className="composer__day">
          <span>עד</span>
          <input className="input" type="date" name="due_date" defaultValue={dayOf(now)} min={dayOf(now)} />
        </label>
      )}
      {error && (
        <div className="composer__error" role="alert">
          <ErrorText id="composer-error">{error}</ErrorText>
        </div>
      )}
      <div className="composer__bar">
        {modes.map((one) => (
          <Button
            key={one.mode}
            look="ghost"
            size="sm"
            icon={<Icon of={one.icon} />}
            aria-pressed={one.mode === mode}
            onClick={() => setMode(one.mode)}
          >
            {one.text}
          </Button>
        ))}
        <Button type="submit" look="primary" size="sm" busy={isSaving}>
          {isSaving ? 'שומרים' : 'שמירה'}
        </Button>
      </div>
    </form>
  )
}
