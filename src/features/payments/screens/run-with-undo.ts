// Runs ledger mutations with an undo toast and refusal texts.
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/payments/payments.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

const explain = (error: unknown) => refusalText(error, refusals)

export const failed = (error: unknown) => void toast.error(explain(error))

/** Awaits a mutation, then offers undo or reports the refusal. It takes the promise, because mutation callbacks
    are dropped when the calling component unmounts. */
export async function runWithUndo<T>(
  change: Promise<T>,
  title: string,
  undo: (done: T) => Promise<unknown>,
  onRefused: (error: unknown) => void = failed,
): Promise<boolean> {
  try {
    const done = await change
    offerUndo({ title, undo: async () => void (await undo(done)), explain })
    return true
  } catch (error) {
    onRefused(error)
    return false
  }
}
