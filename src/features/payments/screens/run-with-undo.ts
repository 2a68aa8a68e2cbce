// Runs ledger mutations with an undo toast and refusal texts.
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/payments/payments.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

const explain = (error: unknown) => refusalText(error, refusals)

export const failed = (error: unknown) => void toast.error(explain(error))

export const offerLedgerUndo = (title: string, undo: () => Promise<unknown>) =>
  offerUndo({ title, undo: async () => void (await undo()), explain })

/** Awaits a mutation, then offers undo or reports the refusal. It takes the promise, because mutation callbacks
    are dropped when the calling component unmounts. */
export async function runWithUndo<T>(
  change: Promise<T>,
  title: string,
  undo: (done: T) => Promise<unknown>,
): Promise<void> {
  try {
    const done = await change
    offerLedgerUndo(title, () => undo(done))
  } catch (error) {
    failed(error)
  }
}
