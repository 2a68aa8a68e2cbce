import { Send } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { RoomRefused } from './room-call.ts'
import type { RoomHandle } from './use-room.ts'

type Props = { handle: RoomHandle; kind: 'chat' | 'question'; label: string }

const problems: Record<string, string> = {
  webinar_too_fast: 'נשלחו כמה הודעות ברצף. אפשר להמשיך בעוד רגע',
  webinar_ejected: 'הכניסה לחדר נסגרה',
}

/** Input of a chat line. The text remains in the field until the server has stored it. */
export function SayForm({ handle, kind, label }: Props) {
  const id = useId()
  const [body, setBody] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!body.trim() || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await handle.call('say-in-webinar', { kind, body: body.trim(), position: handle.played() })
      setBody('')
      if (!handle.isConnected) await handle.refresh()
    } catch (error) {
      const code = error instanceof RoomRefused ? error.code : ''
      setProblem(problems[code] ?? 'ההודעה לא נשלחה. היא נשארה כאן, אפשר לנסות שוב')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="room__say" onSubmit={(event) => void send(event)}>
      <label htmlFor={id}>{label}</label>
      {problem && <p role="alert">{problem}</p>}
      <div>
        <input
          id={id}
          value={body}
          maxLength={1000}
          autoComplete="off"
          onChange={({ target }) => setBody(target.value)}
        />
        <Button
          look="primary"
          iconOnly
          type="submit"
          busy={busy}
          aria-label="שליחה"
          icon={<Send size={18} aria-hidden="true" />}
        />
      </div>
    </form>
  )
}
