import { Plus, Trash } from 'lucide-react'
import type { StageTask } from '#features/processes/processes.ts'
import { newTask, shifted } from '#features/processes/template-editor.ts'
import { OrderButtons } from '#platform/editing/order-buttons.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = { of: string; tasks: readonly StageTask[]; onChange: (tasks: StageTask[]) => void }

const owners: Record<StageTask['owner'], string> = { client: 'המשפחה', coach: 'אנחנו', both: 'ביחד' }

/** Tasks that are added when the stage opens, with days from that moment. */
export function StageTasksEditor({ of, tasks, onChange }: Props) {
  const set = (at: number, changes: Partial<StageTask>) =>
    onChange(tasks.map((task, i) => (i === at ? { ...task, ...changes } : task)))
  const number = (text: string, most: number) => Math.min(most, Number(text.replaceAll(/\D/g, '').slice(0, 4) || 0))
  return (
    <fieldset className="template-tasks">
      <legend>משימות</legend>
      <ol>
        {/* By place: two tasks may have one name, and none has an id. */}
        {tasks.map((task, at) => {
          const name = task.name || `משימה ${at + 1}`
          return (
            <li key={at}>
              <TextField
                name={`task-${at}`}
                label="משימה"
                required
                maxLength={200}
                value={task.name}
                onChange={({ target }) => set(at, { name: target.value })}
              />
              <SelectField
                name={`owner-${at}`}
                label="מי עושה"
                value={task.owner}
                onChange={({ target }) => set(at, { owner: target.value as StageTask['owner'] })}
              >
                {Object.entries(owners).map(([owner, text]) => (
                  <option key={owner} value={owner}>
                    {text}
                  </option>
                ))}
              </SelectField>
              <TextField
                name={`due-${at}`}
                label="תוך כמה ימים"
                inputMode="numeric"
                value={task.due_offset}
                onChange={({ target }) => set(at, { due_offset: number(target.value, 365) })}
              />
              <TextField
                name={`minutes-${at}`}
                label="דקות"
                inputMode="numeric"
                value={task.minutes}
                onChange={({ target }) => set(at, { minutes: number(target.value, 1440) })}
              />
              <span className="template-tasks__acts">
                <OrderButtons
                  name={name}
                  isFirst={at === 0}
                  isLast={at === tasks.length - 1}
                  onMove={(by) => onChange(shifted(tasks, at, by))}
                />
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  aria-label={`מחיקת ${name}`}
                  icon={<Icon of={Trash} />}
                  onClick={() => onChange(tasks.filter((_, i) => i !== at))}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <Button
        size="sm"
        icon={<Icon of={Plus} />}
        aria-label={`משימה חדשה בשלב ${of}`}
        onClick={() => onChange([...tasks, newTask()])}
      >
        משימה
      </Button>
    </fieldset>
  )
}
