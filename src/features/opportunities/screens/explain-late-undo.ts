import { refusalCode } from '#client/refusal.ts'
import { TooLateToUndo } from '#ui/undo/undo.ts'

const tooLate = ['stale_version', 'opportunity_not_found', 'unknown_stage']

/** Shows a message that the undo came too late when the server refuses it permanently. */
export async function explainLateUndo<T>(undo: Promise<T>): Promise<T> {
  try {
    return await undo
  } catch (error) {
    if (tooLate.includes(refusalCode(error) ?? ''))
      throw new TooLateToUndo('ההזדמנות השתנתה מאז, ולכן היא נשארה במקומה')
    throw error
  }
}
