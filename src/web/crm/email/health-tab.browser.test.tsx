import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../../../test/browser/render.tsx'

test('a reason on the health page links to its messages, and the filter can be removed', async () => {
  await openScreen('/crm/email/health', 'owner')
  await expect.element(page.getByRole('heading', { name: 'בתור עכשיו' })).toBeVisible()
  await page.getByRole('link', { name: 'חזרו', exact: true }).click()
  await expect.element(page.getByText(/מוצגות רק הודעות שלגביהן: חזרה אלינו, מאז/)).toBeVisible()
  await page.getByRole('button', { name: 'לכל ההודעות' }).click()
  await expect.element(page.getByText(/מוצגות רק/)).not.toBeInTheDocument()
})

test('without a mail server the health page shows that, and links to its setup', async () => {
  await openScreen('/crm/email/health', 'owner')
  await expect.element(page.getByText('הדואר היוצא עוד לא הוגדר')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'להגדרת הדואר היוצא' }))
    .toHaveAttribute('href', '/crm/settings?tab=messages')
})

test('roles without access to recipients cannot open the health page', async () => {
  await openScreen('/crm/email/health', 'content')
  await expect.element(page.getByText(/פתוחים לבעלות ולהנהלה/)).toBeVisible()
})
