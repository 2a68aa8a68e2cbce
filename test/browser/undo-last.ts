import { page, userEvent } from 'vitest/browser'

/** Undoes the newest action by its message or, once that is gone on a slow machine, by the key. */
export const undoLast = () =>
  page
    .getByRole('button', { name: 'ביטול הפעולה' })
    .click({ timeout: 10_000 })
    .catch(() => userEvent.keyboard('{Control>}z{/Control}'))
