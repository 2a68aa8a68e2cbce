import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { countOpportunities, useDeleteStage } from '#platform/pipelines/editing.data.ts'
import { refusals, type Stage } from '#platform/pipelines/pipelines.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { SelectField } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { OptionalChoice } from '#lib/forms/form-fields.ts'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

type Props = { stages: readonly Stage[]; stage: Stage | undefined; onClose: () => void }

const Deletion = z.object({ destination: OptionalChoice.default(null) })

/** Deletes a stage: shows how many opportunities it has and asks for their new stage. */
export const DeleteStageDialog = ({ stages, stage, onClose }: Props) => (
  <RecordDialog
    open={stage !== undefined}
    onClose={onClose}
    title={stage ? `למחוק את השלב ${isolate(stage.name)}?` : ''}
    text="את השלב עצמו אי אפשר לשחזר. ההזדמנויות וההיסטוריה שלהן נשמרות."
  >
    {stage && <DeleteForm key={stage.id} stages={stages} stage={stage} />}
  </RecordDialog>
)

function DeleteForm({ stages, stage }: { stages: readonly Stage[]; stage: Stage }) {
  const backend = useBackend()
  const remove = useDeleteStage()
  const opportunityCount = useQuery({
    queryKey: ['opportunities', 'in stage', stage.id],
    queryFn: () => countOpportunities(backend, stage.id),
    staleTime: 0,
  })
  const destinations = stages.filter(({ id, kind }) => id !== stage.id && kind === stage.kind)

  function saved(moved: number, destination: string | null) {
    const to = destinations.find(({ id }) => id === destination)?.name ?? ''
    toast.success(
      moved > 0
        ? `השלב נמחק. ${count(moved, { one: 'הזדמנות אחת עברה', two: 'שתי הזדמנויות עברו', other: '# הזדמנויות עברו' })} לשלב ${isolate(to)}`
        : 'השלב נמחק',
    )
  }

  if (opportunityCount.isPending) return <Loading />
  return (
    <RecordForm
      schema={Deletion}
      refusals={refusals}
      save={({ destination }) => remove.mutateAsync({ stage, destination })}
      saved={(moved, { destination }) => saved(moved, destination)}
      action="מחיקת השלב"
      busyAction="מוחקים"
      actionLook="danger"
    >
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
    </RecordForm>
  )
}
