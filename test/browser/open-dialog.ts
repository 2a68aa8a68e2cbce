import { type Locator, locators, page } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getOpenDialog(): Locator
  }
}
locators.extend({ getOpenDialog: () => ':is(dialog[open], [role="dialog"]):not(.toast)' })

/** The open dialog. Not `getByRole('dialog')`: a message has that role, too. */
export const openDialog: Locator = page.getOpenDialog()
