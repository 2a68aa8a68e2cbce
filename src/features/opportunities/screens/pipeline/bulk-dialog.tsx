import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { skippedRowsText, undoBulk } from '#platform/bulk-actions/bulk-actions.data.ts'
import { refusals as bulkRefusals } from '#platform/bulk-actions/bulk-actions.ts'
import { type BulkChange, bulkChange } from '#features/opportunities/opportunities.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

/** A planned bulk change. `words`: its description; `done`: the success message. */
export type PlannedChange = {
  words: string
  done: string
  change: BulkChange
  items: readonly { id: string; name: string }[]
}

const NAMED = 5
const all = { ...bulkRefusals, ...refusals }

/** Confirms a bulk change with the count and the first names. */
export function BulkDialog({
  planned,
  onClose,
  onDone,
}: {
  planned: PlannedChange | null
  onClose: () => void
  onDone: () => void
}) {
  const change = useChangeMany()
  const names = planned?.items.slice(0, NAMED) ?? []
  const more = (planned?.items.length ?? 0) - names.length
  // A refusal is cleared when another change is planned.
  function close() {
    change.reset()
    onClose()
  }

  return (
    <Dialog open={planned !== null} onOpenChange={(open) => !open && close()} title="לפני שמשנים" text={planned?.words}>
      <DialogBody>
        <ul className="bulk-names">
          {names.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {more > 0 && <li>{count(more, { one: 'ועוד אחת', two: 'ועוד שתיים', other: 'ועוד #' })}</li>}
        </ul>
        {change.error && (
          <div role="alert">
            <ErrorText>{refusalText(change.error, all)}</ErrorText>
          </div>
        )}
      </DialogBody>
      <DialogActions>
        <Button
          look="primary"
          busy={change.isPending}
          onClick={() =>
            planned &&
            change.mutate(planned, {
              onSuccess: () => {
                onClose()
                onDone()
              },
            })
          }
        >
          {change.isPending ? 'שומרים' : 'אישור'}
        </Button>
        <Button look="ghost" onClick={close}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useChangeMany() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: ['opportunities'] })
  return useMutation({
    mutationFn: ({ items, change }: PlannedChange) =>
      bulkChange(
        backend,
        items.map(({ id }) => id),
        change,
      ),
    onSuccess: async ({ batch, changed }, { done }) => {
      await readAgain()
      const many = count(changed, {
        zero: 'אף הזדמנות לא',
        one: 'הזדמנות אחת',
        two: 'שתי הזדמנויות',
        other: '# הזדמנויות',
      })
      if (!batch) return void toast.info('הנבחרות כבר היו כך, ושום דבר לא השתנה')
      offerUndo({
        title: `${many} ${done}`,
        explain: (error) => refusalText(error, all),
        undo: async () => {
          const skippedText = skippedRowsText(await undoBulk(backend, batch))
          await readAgain()
          if (skippedText) toast.info(skippedText)
        },
      })
      return undefined
    },
  })
}
