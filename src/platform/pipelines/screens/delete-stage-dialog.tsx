import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { countOpportunities, useDeleteStage } from '#platform/pipelines/editing.data.ts'
import { refusals, type Stage } from '#platform/pipelines/pipelines.ts'
import { formText } from '#lib/forms/form-text.ts'
import { count, isolate } from '#lib/hebrew/hebrew-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { stages: readonly Stage[]; stage: Stage | undefined; onClose: () => void }

/** Deletes a stage: shows how many opportunities it has and asks for their new stage. */
export function DeleteStageDialog({ stages, stage, onClose }: Props) {
  return (
    <Dialog
      open={stage !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={stage ? `למחוק את השלב ${isolate(stage.name)}?` : ''}
      text="את השלב עצמו אי אפשר לשחזר. ההזדמנויות וההיסטוריה שלהן נשמרות."
    >
      {stage && <DeleteForm key={stage.id} stages={stages} stage={stage} onDone={onClose} />}
    </Dialog>
  )
}

function DeleteForm({ stages, stage, onDone }: { stages: readonly Stage[]; stage: Stage; onDone: () => void }) {
  const backend = useBackend()
  const [error, setError] = useState<string | undefined>()
  const remove = useDeleteStage()
  const opportunityCount = useQuery({
    queryKey: ['opportunities', 'in stage', stage.id],
    queryFn: () => countOpportunities(backend, stage.id),
    staleTime: 0,
  })
  const destinations = stages.filter(({ id, kind }) => id !== stage.id && kind === stage.kind)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const destination = formText(new FormData(event.currentTarget), 'destination') || null
    remove.mutate(
      { stage, destination },
      {
        onSuccess: (moved) => {
          const to = destinations.find(({ id }) => id === destination)?.name ?? ''
          toast.success(
            moved > 0
              ? `השלב נמחק. ${count(moved, { one: 'הזדמנות אחת עברה', two: 'שתי הזדמנויות עברו', other: '# הזדמנויות עברו' })} לשלב ${isolate(to)}`
              : 'השלב נמחק',
          )
          onDone()
        },
        onError: (failure) => setError(refusalText(failure, refusals)),
      },
    )
  }

  if (opportunityCount.isPending) return <Loading />
  return (
    <form onSubmit={submit}>
      <DialogBody>
        <FormError>{error}</FormError>
        {opportunityCount.data === 0 ? (
          <p>אין הזדמנויות בשלב הזה.</p>
        ) : (
          <SelectField
            label={`לאן יעברו ${count(opportunityCount.data ?? 2, { one: 'ההזדמנות שבשלב הזה', two: 'שתי ההזדמנויות שבשלב הזה', other: '# ההזדמנויות שבשלב הזה' })}?`}
            hint="כולל הזדמנויות שנמצאות בסל."
            name="destination"
            required
          >
            {destinations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
      </DialogBody>
      <DialogActions>
        <Button type="submit" look="danger" busy={remove.isPending}>
          {remove.isPending ? 'מוחקים' : 'מחיקת השלב'}
        </Button>
        <Button look="ghost" onClick={onDone}>
          חזרה
        </Button>
      </DialogActions>
    </form>
  )
}
