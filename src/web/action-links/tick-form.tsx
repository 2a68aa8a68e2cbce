import type { ActionPage } from '#features/action-links/action-links.ts'
import { ButtonForm } from '#features/newsletter/mailed-page.tsx'
import { count } from '#lib/hebrew/count.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'

type Task = NonNullable<Extract<ActionPage, { kind: 'task' }>['shown']>

/** A task with a button that completes it. */
export const TickForm = ({ action, task, problem }: { action: string; task: Task; problem: string | undefined }) => (
  <>
    {problem && <ErrorText>{problem}</ErrorText>}
    <div className="action-task">
      <p className="action-task__name" dir="auto">
        {task.name}
      </p>
      <p className="action-task__facts">{factsOf(task)}</p>
    </div>
    <ButtonForm action={action}>
      <Button look="primary" size="lg" type="submit">
        סימון כבוצעה
      </Button>
    </ButtonForm>
  </>
)

const factsOf = ({ stage, dueOn, minutes }: Task) =>
  [
    stage && `שלב: ${stage}`,
    dueOn && `עד ${formatDayNear(dueOn, new Date())}`,
    minutes && count(minutes, { one: 'דקה אחת', two: 'שתי דקות', other: '# דקות' }),
  ]
    .filter(Boolean)
    .join(' · ')
