// Progress of a family towards the goal of its open stage: counted by the coach, shown in the portal.
import { type SubmitEvent, useState } from 'react'
import type { StageGoal } from '#features/processes/clients.data.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'

type Props = { goal: StageGoal; isSaving: boolean; onSave: (goal: StageGoal) => void }

export function StageGoalForm({ goal, isSaving, onSave }: Props) {
  const [reached, setReached] = useState(String(goal.goal_reached))
  const [target, setTarget] = useState(goal.goal_target === null ? '' : String(goal.goal_target))
  const [unit, setUnit] = useState(goal.goal_unit)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Without a target the family sees no progress.
    const counted = target === '' ? { goal_target: null, goal_reached: 0 } : { goal_target: Number(target), goal_reached: Number(reached) } // prettier-ignore
    onSave({ ...counted, goal_unit: unit.trim() })
  }
  return (
    <form className="client__goal" onSubmit={submit}>
      <TextField
        name="goal-reached"
        label="הושג עד עכשיו"
        type="number"
        min={0}
        max={target === '' ? 1000 : target}
        required={target !== ''}
        value={reached}
        onChange={(event) => setReached(event.target.value)}
      />
      <TextField
        name="goal-target"
        label="מתוך"
        optional="(לא חובה)"
        type="number"
        min={1}
        max={1000}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
      />
      <TextField
        name="goal-unit"
        label="של מה"
        optional="(לא חובה)"
        placeholder="שבועות"
        maxLength={30}
        value={unit}
        onChange={(event) => setUnit(event.target.value)}
      />
      <Button type="submit" size="sm" busy={isSaving}>
        שמירת ההתקדמות
      </Button>
    </form>
  )
}
