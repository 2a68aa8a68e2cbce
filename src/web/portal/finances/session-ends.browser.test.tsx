import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

test('when the session expires during input a sign-in dialog opens, and after signing in the input can be saved', async () => {
  const account = await makeAccount('client')
  const service = backendAsService()
  const { data: home } = await service
    .from('households')
    .insert({ name: unique('לוי') })
    .select('id')
    .single()
    .throwOnError()
  const { id } = await makeContact({ last: unique('לוי') })
  await service
    .from('contacts')
    .update({ client_user_id: account.id, household_id: home.id, household_role: 'partner' })
    .eq('id', id)
    .throwOnError()
  const description = unique('ירקות')
  const { connection } = await openScreen('/client-portal/finances', account)
  const quick = page.getByRole('region', { name: 'רישום מהיר' })
  const amount = quick.getByLabelText('סכום בשקלים')
  await amount.fill('187.50')
  await quick.getByLabelText(/^על מה/).fill(description)

  // A local sign-out that bypasses the app counts as an expired session.
  await connection.backend.auth.signOut({ scope: 'local' })
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/הכניסה פגה.*מה שכתבתם נשאר כאן/)
  await dialog.getByLabelText('סיסמה').fill(account.password)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()

  await expect.element(amount).toHaveValue('187.50')
  await expect.element(quick.getByLabelText(/^על מה/)).toHaveValue(description)
  await quick.getByRole('button', { name: 'מזון וסופר' }).click()
  await expect.element(page.getByText(/^נרשמו .*187\.50/)).toBeVisible()
  await expect.element(amount).toHaveValue('')
})
