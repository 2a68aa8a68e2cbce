// Actions for a contact whose result is in a stage: tag, sequence, opportunity, task. All are off by default.
import './stage-actions.css'
import { Fragment } from 'react'
import { useAutomations } from '#features/automations/automations.data.ts'
import { type StageAction, StageActionEdit, staffRefusals } from '#features/quiz/quiz-edit.ts'
import type { QuizTabProps } from '#features/quiz/quiz-tab-props.ts'
import { useSaveStageAction, useStageActions } from '#features/quiz/staff.data.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useTags } from '#platform/tags/tags.data.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Choice = { id: string; name: string }
type Choices = { tags: readonly Choice[]; sequences: readonly Choice[] }

export function StageActionsTab({ quiz, version }: QuizTabProps) {
  const { data: actions, error, refetch } = useStageActions(quiz.id)
  const { data: tags } = useTags()
  const { data: sequences } = useAutomations('sequence')
  if (error && !actions) return <FailedToLoad insteadOf={actions} error={error} onRetry={() => void refetch()} />
  if (!actions || !tags || !sequences) return <Loading page />
  return (
    <div className="stage-actions">
      <p className="stage-actions__note">
        כשמשאירים פרטים אחרי השאלון, איש הקשר נפתח או נמצא, ובנוסף קורה מה שנבחר כאן לפי השלב. בלי פרטים לא קורה דבר.
      </p>
      {version.definition.stages.map(({ id, name }) => {
        const action = actions.find(({ stage }) => stage === id)
        return (
          action && <StageForm key={id} action={action} name={`שלב ${id}: ${name}`} choices={{ tags, sequences }} />
        )
      })}
    </div>
  )
}

const labels: Record<keyof StageActionEdit, string> = {
  tag_id: 'תווית',
  automation_id: 'רצף הודעות',
  opens_opportunity: 'הזדמנות',
  task: 'משימה',
}

const toFormValues = ({ tag_id, automation_id, opens_opportunity, task }: StageAction): StageActionEdit => ({
  tag_id,
  automation_id,
  opens_opportunity,
  task,
})

type Props = { action: StageAction; name: string; choices: Choices }

function StageForm({ action, name, choices: { tags, sequences } }: Props) {
  const { errors, read, refused } = useValidatedForm(StageActionEdit, {
    refusals: staffRefusals,
    fields: { quiz_task_length: 'task' },
  })
  const saving = useSaveStageAction()
  const form = useConcurrentEdit(action, {
    toFormValues,
    labels,
    choices: { tag_id: namesOf(tags), automation_id: namesOf(sequences) },
  })
  const { base } = form
  const element = useUnsavedForm(base, form.formKey)
  return (
    <form
      ref={element}
      className="stage-actions__form"
      aria-label={name}
      noValidate
      onSubmit={(event) => {
        const change = read(event)
        if (!change) return
        saving.mutate(
          { action: form.seen, change: form.merge(change) },
          {
            onSuccess(saved) {
              form.saved(saved)
              toast.success(`${name}: נשמר`)
            },
            onError: (error) => form.isRefusedAsStale(error) || refused(error),
          },
        )
      }}
    >
      <h2>{name}</h2>
      <ConflictBanner theirs={form.theirs} />
      <FormError>{errors['all']}</FormError>
      <Fragment key={form.formKey}>
        <SelectField name="tag_id" label={labels.tag_id} defaultValue={base.tag_id ?? ''} error={errors['tag_id']}>
          <option value="">בלי תווית</option>
          <Options of={tags} />
        </SelectField>
        <SelectField
          name="automation_id"
          label={labels.automation_id}
          defaultValue={base.automation_id ?? ''}
          error={errors['automation_id']}
        >
          <option value="">בלי רצף</option>
          <Options of={sequences} />
        </SelectField>
        <TextField
          name="task"
          label={labels.task}
          optional="(לא חובה)"
          hint="שם המשימה. היא נפתחת למחר, אצל מי שאחראים על איש הקשר"
          maxLength={120}
          defaultValue={base.task ?? ''}
          error={errors['task']}
        />
        <CheckField
          name="opens_opportunity"
          label="פתיחת הזדמנות, אם אין אחת פתוחה"
          defaultChecked={base.opens_opportunity}
        />
      </Fragment>
      <Button type="submit" look="primary" busy={saving.isPending}>
        {saving.isPending ? 'שומרים' : 'שמירה'}
      </Button>
    </form>
  )
}

const namesOf = (choices: readonly Choice[]) => Object.fromEntries(choices.map(({ id, name }) => [id, name]))

const Options = ({ of }: { of: readonly Choice[] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
