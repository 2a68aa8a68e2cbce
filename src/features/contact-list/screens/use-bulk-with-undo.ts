import { useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { skippedRowsText, undoBulk } from '#platform/bulk-actions/bulk-actions.data.ts'
import { listRefusal, useBulkChange } from '#features/contact-list/contact-bulk.data.ts'
import type { BulkContactChange, Selection } from '#features/contact-list/contact-list.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

type BulkChange = {
  selection: Selection
  change: BulkContactChange
  /** Success message for a count. */
  message: (changed: number) => string
  onDone?: () => void
}

const nothingChanged = 'לא היה מה לשנות: אצל כולם זה כבר כך, או שאין לכם הרשאה לשנות אותם'

/** Returns a function that runs a bulk change, reports the count and offers undo. */
export function useBulkWithUndo() {
  const backend = useBackend()
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useBulkChange()
  const readAgain = async () => {
    await Promise.all(
      ['contacts', 'tags', 'tasks', 'contact-counts'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  }

  async function run({ selection, change, message, onDone }: BulkChange) {
    try {
      const { batch, changed } = await mutateAsync({ selection, change })
      onDone?.()
      // Not awaited: a slow refetch must not delay the success message and its undo.
      void readAgain()
      if (batch === null) return void toast.info(nothingChanged)
      offerUndo({
        title: message(changed),
        undo: async () => {
          const undone = await undoBulk(backend, batch)
          await readAgain()
          const skippedText = skippedRowsText(undone)
          if (skippedText) toast.info(skippedText)
        },
        explain: listRefusal,
      })
    } catch (error) {
      toast.error(listRefusal(error))
    }
  }
  return { run, isPending }
}
