import { page, userEvent } from 'vitest/browser'

/** Undoes the newest action by the button in its toast or, if that has disappeared on a slow machine, by the keyboard shortcut. */
export const undoLast = () =>
  page
    .getByRole('button', { name: 'ביטול הפעולה' })
    .click({ timeout: 10_000 })
    .catch(() => userEvent.keyboard('{Control>}z{/Control}'))
