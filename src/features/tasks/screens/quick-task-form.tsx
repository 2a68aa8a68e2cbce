import { Plus } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { parseQuickTask } from '#features/tasks/parse-quick-task.ts'
import { useAddTask } from '#features/tasks/tasks.data.ts'
import { NewTask, refusals, typeLabels } from '#features/tasks/tasks.ts'
import { instantAt } from '#lib/time/dates.ts'
import { dueText } from '#lib/time/due.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Creates a task from one line of text: day, hour and kind are parsed and previewed. `of` is the assignee. */
export function QuickTaskForm({ now, of }: { now: Date; of: string | undefined }) {
  const [words, setWords] = useState('')
  const [errorText, setErrorText] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const add = useAddTask()
  const parsed = parseQuickTask(words, now)
  const due = {
    due_date: parsed.due_date,
    due_at: parsed.due_date && parsed.hour ? instantAt(parsed.due_date, parsed.hour).toISOString() : null,
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const task = NewTask.safeParse({ name: parsed.name, type: parsed.type, ...due, ...(of && { user_id: of }) })
    setErrorText(task.error?.issues[0]!.message)
    if (!task.success) return field.current?.focus()
    add.mutate(task.data, {
      onSuccess() {
        // Clears the input only if it was not edited during the request.
        setWords((now) => (now === words ? '' : now))
        toast.success('המשימה נוספה')
      },
      onError: (error) => setErrorText(refusalText(error, refusals)),
    })
  }

  return (
    <form className="said-task" onSubmit={submit} noValidate>
      <div className="said-task__line">
        <input
          ref={field}
          className="input"
          aria-label="משימה חדשה"
          aria-describedby="said-task-understood"
          {...(errorText && { 'aria-invalid': true })}
          placeholder="משימה חדשה, למשל: להתקשר לנועה מחר ב־10"
          dir="auto"
          maxLength={240}
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Button type="submit" look="primary" busy={add.isPending} icon={<Icon of={Plus} />}>
          הוספה
        </Button>
      </div>
      <FormError>{errorText}</FormError>
      <p className="said-task__understood" id="said-task-understood" aria-live="polite">
        {words.trim() && (
          <>
            <Badge>{typeLabels[parsed.type]}</Badge>
            <Badge>{dueText(due, now) || 'בלי מועד'}</Badge>
          </>
        )}
      </p>
    </form>
  )
}
