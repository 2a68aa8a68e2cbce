// What every change of the ledger says when it is done, taken back or refused.
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/payments/payments.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

const explain = (error: unknown) => refusalText(error, refusals)

export const failed = (error: unknown) => void toast.error(explain(error))

/** Says that it is done and offers the way back, or says why it is not. Whoever asked for it may be gone by then: that is why it
    waits for the promise, which outlives its screen, and not for a callback, which does not. */
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
