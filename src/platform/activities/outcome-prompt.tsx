import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import type { ShownActivity } from './activities.data.ts'
import type { SendOutcome } from './activities.ts'
import type { LineActions } from './use-line-actions.ts'

const promptDays = 3

type Props = { line: ShownActivity; now: Date; actions: LineActions; onFollowUp?: (contactId: string) => void }

/**
 * Prompts for the outcome of a message opened in another program, because only its author knows it. Shown for some
 * days.
 */
export function OutcomePrompt({ line, now, actions, onFollowUp }: Props) {
  const [error, setError] = useState<string | undefined>()
  if (!awaitsOutcome(line, now) || !actions.mayEdit(line)) return null

  async function answer(outcome: SendOutcome) {
    setError(undefined)
    try {
      await actions.change(line, { ...line.payload, outcome }, 'נרשם')
      if (outcome === 'followup') onFollowUp?.(line.contact_id)
    } catch (failure) {
      setError((failure as Error).message)
    }
  }

  return (
    <fieldset className="became">
      <legend>ההודעה נשלחה?</legend>
      <Button size="sm" onClick={() => void answer('sent')}>
        נשלחה
      </Button>
      <Button size="sm" onClick={() => void answer('not_sent')}>
        לא נשלחה
      </Button>
      <Button size="sm" onClick={() => void answer('followup')}>
        נקבע המשך
      </Button>
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}

/** Whether the outcome is still unknown. A manually logged mail has no address and counts as sent. */
function awaitsOutcome({ type, payload, happened_at: at }: ShownActivity, now: Date): boolean {
  const isOpened = (type === 'whatsapp' || type === 'email') && typeof payload['to'] === 'string'
  return isOpened && payload['outcome'] === undefined && now.getTime() - Date.parse(at) < promptDays * 86_400_000
}
