import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TextField } from '#ui/forms/field.tsx'
import { useSession } from '#client/session-context.tsx'
import { accountOf, renderApp } from '../../../test/browser/render.tsx'
import { SessionExpiredOverlay } from './session-expired-overlay.tsx'
import { openDialog as dialog } from '../../../test/browser/open-dialog.ts'

function Screen() {
  const { user } = useSession()
  return (
    <SessionExpiredOverlay signInPath="/auth">
      <main>
        <TextField label="הערה" name="note" />
        <UserName />
        <output>{user?.email ?? 'מבקרים'}</output>
      </main>
    </SessionExpiredOverlay>
  )
}
const UserName = () => <p>{useSession().user?.email ?? 'לא ידוע'}</p>

/** Signs in with a new session, because the role's shared session must stay valid for other tests. */
async function openSignedIn() {
  const screen = await renderApp(<Screen />)
  const { email, password } = accountOf('coach')
  await screen.connection.session.signIn({ email, password })
  await expect.element(page.getByRole('status')).toHaveTextContent(email)
  return screen
}

test('after the session expires, unsaved input is preserved behind a dialog, and is shown after signing in again', async () => {
  const { connection } = await openSignedIn()
  await page.getByLabelText('הערה').fill('לחזור אליה')
  // A session that ends without the app's own sign-out counts as expired.
  await connection.backend.auth.signOut({ scope: 'local' })
  await expect.element(dialog).toBeVisible()
  const { email, password } = accountOf('coach')
  // The screen behind the dialog still has its user.
  await expect.element(page.getByText(email, { exact: true }).first()).toBeInTheDocument()
  expect(dialog.element().contains(document.activeElement)).toBe(true)
  await dialog.getByLabelText('סיסמה').fill(password)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('הערה')).toHaveValue('לחזור אליה')
  await expect.element(page.getByRole('status')).toHaveTextContent(email)
})
