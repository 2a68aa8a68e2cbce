import { page } from 'vitest/browser'
import { undoAction } from '#ui/undo/undo.ts'

/** Undoes the newest action by the button in its toast or, if that has disappeared on a slow machine, without it. */
export const undoLast = () =>
  page
    .getByRole('button', { name: 'ביטול הפעולה' })
    .click({ timeout: 10_000 })
    .catch(() => undoAction())
