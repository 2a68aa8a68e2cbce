// What every change of the ledger says when it is done, taken back or refused.
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/payments/payments.ts'
import { toast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

const explain = (error: unknown) => refusalText(error, refusals)

export const undoable = (title: string, undo: () => Promise<unknown>) =>
  offerUndo({ title, undo: async () => void (await undo()), explain })

export const failed = (error: unknown) => void toast.error(explain(error))
