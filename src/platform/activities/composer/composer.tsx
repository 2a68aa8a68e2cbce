import './composer.css'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { NetworkStatus } from '#client/network-status.ts'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { type CallOutcome, refusals } from '../activities.ts'
import { CallInputs } from './call-inputs.tsx'
import { removeSentDraft, storeDraft, readDraft } from './drafts.ts'
import { MentionField } from './mention-field.tsx'
import { type Mentionable, mentionedIn } from './mentions.ts'
import { isMode, type Mode, modes, needsText, type ComposerValue } from './modes.ts'

type Props = {
  /** User id, part of the key of the stored draft. */
  userId: string
  place: string
  mode: Mode
  onMode: (mode: Mode) => void
  /** Contact points for opening a message; without them the message modes are unavailable. */
  reach: { phone?: string | undefined; email?: string | undefined }
  /**
   * Mentionable colleagues, once loaded, and a loader: mentions trigger notifications, so a note that contains '@' is saved only after
   * loading.
   */
  people: readonly Mentionable[] | undefined
  readPeople: () => Promise<readonly Mentionable[]>
  save: (entryOf: ComposerValue) => Promise<void>
  /** Text snippets for a message to the contact; `insert` adds one to the field. */
  readyTexts?: (mode: Mode, insert: (text: string) => void) => ReactNode
  network: Pick<NetworkStatus, 'read' | 'subscribe'>
  now: Date
}

const number = new Intl.NumberFormat('he-IL')

type ReadyTextsProps = {
  render: NonNullable<Props['readyTexts']>
  mode: Mode
  onText: (text: string) => void
}
const ReadyTexts = ({ render, mode, onText }: ReadyTextsProps) => render(mode, onText)

/**
 * Composer of a timeline: writes a note, opens a message or creates a task. The draft is stored until it is saved, also across page loads.
 */
export function Composer({
  userId,
  place,
  mode,
  onMode,
  reach,
  people,
  readPeople,
  save,
  readyTexts,
  network,
  now,
}: Props) {
  const [text, setText] = useState(() => readDraft(userId, place)?.text ?? '')
  const [isKept, setKept] = useState(false)
  const [isSaving, setSaving] = useState(false)
  // A new entry starts with the first outcome and the current time.
  const [savedCount, setSavedCount] = useState(0)
  const [error, setError] = useState<string | undefined>()
  const [isOffline, setOffline] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const look = modes.find((one) => one.mode === mode)!
  const canMention = mode !== 'task' && mode !== 'whatsapp' && mode !== 'email'
  const to = mode === 'whatsapp' ? reach.phone : mode === 'email' ? reach.email : undefined

  useEffect(() => {
    const timer = setTimeout(() => setKept(storeDraft(userId, place, { mode, text })), 600)
    return () => clearTimeout(timer)
  }, [userId, place, mode, text])
  // Saves the pending draft on unmount.
  const latest = useRef({ mode, text })
  useEffect(() => {
    latest.current = { mode, text }
  })
  useEffect(() => {
    const keep = () => void storeDraft(userId, place, latest.current)
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [userId, place])

  // Not retried automatically: the entry may be saved although the response was lost.
  useEffect(() => {
    if (!isOffline) return
    return network.subscribe(() => {
      if (network.read() !== 'reachable') return
      setOffline(false)
      setError('החיבור חזר. אפשר לשמור')
    })
  }, [isOffline, network])

  function insert(ready: string) {
    setText((typed) => (typed.trim() ? `${typed}\n${ready}` : ready))
    setKept(false)
    field.current?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = text.trim()
    if (!typed && needsText(mode)) {
      setError('שדה חובה')
      return field.current?.focus()
    }
    // The text may have been typed in a mode with a higher limit.
    if (typed.length > look.limit) {
      setError(`עד ${number.format(look.limit)} תווים`)
      return field.current?.focus()
    }
    setSaving(true)
    setError(undefined)
    setOffline(false)
    try {
      const named = people ?? (canMention && typed.includes('@') ? await readPeople() : [])
      await save(entryOf(mode, typed, { to, form, people: named, now }))
      removeSentDraft(userId, place, text)
      // Text typed during the request stays in the field.
      setText((current) => (current === text ? '' : current))
      setKept(false)
      setSavedCount((count) => count + 1)
    } catch (failure) {
      setError(refusalText(failure, refusals))
      setOffline(refusalCode(failure) === 'network')
    }
    setSaving(false)
  }

  return (
    <form className="composer" onSubmit={(event) => void submit(event)} noValidate>
      <MentionField
        label={look.placeholder}
        value={text}
        onChange={(typed) => {
          setText(typed)
          setKept(false)
        }}
        people={canMention ? (people ?? []) : []}
        limit={look.limit}
        errorId={error && 'composer-error'}
        field={field}
      />
      <ModeInputs key={`${mode}-${savedCount}`} mode={mode} now={now} />
      {error && (
        <div className="composer__error" role="alert">
          <ErrorText id="composer-error">{error}</ErrorText>
        </div>
      )}
      <div className="composer__bar">
        <fieldset className="composer__modes">
          <legend className="vh">מה כותבים</legend>
          {modes
            .filter((one) => (one.mode !== 'whatsapp' || reach.phone) && (one.mode !== 'email' || reach.email))
            .map((one) => (
              <Button
                key={one.mode}
                look="ghost"
                size="sm"
                icon={<Icon of={one.icon} />}
                aria-pressed={one.mode === mode}
                onClick={() => {
                  onMode(one.mode)
                  // An error about the text applies only to the mode in which it was found.
                  if (!isOffline) setError(undefined)
                  field.current?.focus()
                }}
              >
                {one.text}
              </Button>
            ))}
        </fieldset>
        <div className="composer__end">
          {readyTexts && <ReadyTexts render={readyTexts} mode={mode} onText={insert} />}
          <output>{isKept && 'הטיוטה נשמרה'}</output>
          <Button type="submit" look="primary" size="sm" busy={isSaving}>
            {isSaving ? 'שומרים' : (look.action ?? 'שמירה')}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The inputs of a mode besides the text. */
function ModeInputs({ mode, now }: { mode: Mode; now: Date }) {
  // The fields follow their defaults: the suggested time does not change while the text is being written.
  const [opened] = useState(now)
  if (mode === 'call') return <CallInputs now={now} />
  if (mode === 'task')
    return (
      <div className="composer__along">
        <DayField label="עד" name="due_date" defaultValue={dayOf(opened)} min={dayOf(now)} />
      </div>
    )
  if (mode === 'meeting')
    return (
      <div className="composer__along">
        <DayField label="מתי" name="day" defaultValue={dayOf(opened)} max={dayOf(now)} required />
        <TimeField label="באיזו שעה" name="time" defaultValue={formatTime(opened)} required />
      </div>
    )
  return null
}

type ComposerInput = { to: string | undefined; form: FormData; people: readonly Mentionable[]; now: Date }

function entryOf(mode: Mode, text: string, { to, form, people, now }: ComposerInput): ComposerValue {
  const mentions = mentionedIn(text, people)
  if (mode === 'task') return { mode, text, dueOn: formText(form, 'due_date') || null }
  if (mode === 'call') {
    const [day, time] = [formText(form, 'call_back_day'), formText(form, 'call_back_time')]
    const outcome = (formText(form, 'outcome') || 'answered') as CallOutcome
    return { mode, text, mentions, outcome, callBackAt: day && time ? instantAt(day, time).toISOString() : null }
  }
  if (mode === 'meeting') {
    const [day, time] = [formText(form, 'day'), formText(form, 'time')]
    const at = day && time ? instantAt(day, time) : now
    return { mode, text, mentions, happenedAt: (at > now ? now : at).toISOString() }
  }
  if (mode === 'note') return { mode, text, mentions }
  return { mode, text, to: to ?? '' }
}

/** The mode of the stored draft. */
export function modeOfDraft(userId: string, place: string): Mode {
  const stored = readDraft(userId, place)?.mode ?? 'note'
  return isMode(stored) ? stored : 'note'
}
