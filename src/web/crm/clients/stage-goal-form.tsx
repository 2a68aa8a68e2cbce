// Progress of a family towards the goal of its open stage: counted by the coach, shown in the portal.
import { type SubmitEvent, useState } from 'react'
import type { StageGoal } from '#features/processes/clients.data.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { compareEdits } from '#platform/editing/merge-concurrent-edit.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'

type Props = {
  goal: StageGoal
  isSaving: boolean
  /** Resolves to true if the goal was saved. */
  onSave: (goal: StageGoal) => Promise<boolean>
}

type Typed = { reached: string; target: string; unit: string }

const labels = { reached: 'הושג עד עכשיו', target: 'מתוך', unit: 'של מה' }

const typedOf = ({ goal_reached: reached, goal_target: target, goal_unit: unit }: StageGoal): Typed => ({
  reached: String(reached),
  target: target === null ? '' : String(target),
  unit,
})

export function StageGoalForm({ goal, isSaving, onSave }: Props) {
  // Until they are edited, the fields show the stored goal, also that of a colleague. `base` is the stored goal when the edit began.
  const [edit, setEdit] = useState<{ base: Typed; typed: Typed }>()
  const stored = typedOf(goal)
  const typed = edit?.typed ?? stored
  const { reached, target, unit } = typed
  const theirs = edit && !isSaving ? compareEdits(edit.base, stored, { labels }) : []
  const isConflict = theirs.length > 0 && compareEdits(typed, stored, { labels }).length > 0
  const change = (part: Partial<Typed>) =>
    setEdit((current) => ({ base: current?.base ?? stored, typed: { ...(current?.typed ?? stored), ...part } }))
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Without a target the family sees no progress.
    const counted = target === '' ? { goal_target: null, goal_reached: 0 } : { goal_target: Number(target), goal_reached: Number(reached) } // prettier-ignore
    const sent = { ...counted, goal_unit: unit.trim() }
    if (!(await onSave(sent))) return
    // Fields edited during the save stay.
    setEdit((current) => (current && current.typed !== typed ? { ...current, base: typedOf(sent) } : undefined))
  }
  return (
    <>
      <ConflictBanner theirs={isConflict ? theirs : undefined} />
      <form className="client__goal" onSubmit={(event) => void submit(event)}>
        <TextField
          name="goal-reached"
          label={labels.reached}
          type="number"
          min={0}
          max={target === '' ? 1000 : target}
          required={target !== ''}
          value={reached}
          onChange={(event) => change({ reached: event.target.value })}
        />
        <TextField
          name="goal-target"
          label={labels.target}
          optional="(לא חובה)"
          type="number"
          min={1}
          max={1000}
          value={target}
          onChange={(event) => change({ target: event.target.value })}
        />
        <TextField
          name="goal-unit"
          label={labels.unit}
          optional="(לא חובה)"
          placeholder="שבועות"
          maxLength={30}
          value={unit}
          onChange={(event) => change({ unit: event.target.value })}
        />
        <Button type="submit" size="sm" busy={isSaving}>
          שמירת ההתקדמות
        </Button>
      </form>
    </>
  )
}
