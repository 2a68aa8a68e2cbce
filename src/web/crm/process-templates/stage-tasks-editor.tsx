import type { StageTask } from '#features/processes/processes.ts'
import { newTask } from '#features/processes/template-editor.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { StageListEditor } from './stage-list-editor.tsx'

type Props = { of: string; tasks: readonly StageTask[]; onChange: (tasks: StageTask[]) => void }

const owners: Record<StageTask['owner'], string> = { client: 'המשפחה', coach: 'אנחנו', both: 'ביחד' }
const number = (text: string, max: number) => Math.min(max, Number(text.replaceAll(/\D/g, '').slice(0, 4) || 0))

/** Tasks added when the stage opens, with due dates in days from then. */
export const StageTasksEditor = ({ of, tasks, onChange }: Props) => (
  <StageListEditor
    legend="משימות"
    items={tasks}
    nameOf={({ name }, place) => name || `משימה ${place}`}
    add="משימה"
    addLabel={`משימה חדשה בשלב ${of}`}
    empty={newTask}
    onChange={onChange}
  >
    {(task, at, set) => (
      <>
        <TextField
          name={`task-${at}`}
          label="משימה"
          required
          maxLength={200}
          value={task.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <SelectField
          name={`owner-${at}`}
          label="מי עושה"
          value={task.owner}
          onChange={({ target }) => set({ owner: target.value as StageTask['owner'] })}
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
          onChange={({ target }) => set({ due_offset: number(target.value, 365) })}
        />
        <TextField
          name={`minutes-${at}`}
          label="דקות"
          inputMode="numeric"
          value={task.minutes}
          onChange={({ target }) => set({ minutes: number(target.value, 1440) })}
        />
      </>
    )}
  </StageListEditor>
)
