import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../../test/browser/render.tsx'
import { openDialog as dialog } from '../../../test/browser/open-dialog.ts'

test('without a mail server the settings show that mail is queued, and name no environment variable', async () => {
  await openScreen('/crm/settings?tab=messages', 'owner')
  await expect.element(page.getByText('לא מוגדר', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText(/^(אין הודעות שמחכות|הודעה אחת מחכה|שתי הודעות מחכות|\d+ הודעות מחכות) בתור/))
    .toBeVisible()
  expect(document.body.textContent).not.toContain('SMTP')
})

test('before sending, an invitation shows that mail is queued, with a link to the settings', async () => {
  await openScreen('/crm/settings?tab=team', 'owner')
  await page.getByRole('button', { name: 'הזמנה לצוות' }).click()
  await expect.element(dialog.getByText(/הדואר היוצא עוד לא הוגדר/)).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'למצב הדואר היוצא' })).toBeVisible()
})
