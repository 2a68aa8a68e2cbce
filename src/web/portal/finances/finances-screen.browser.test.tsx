import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

test('a year without expenses shows a text, and the first expense adds the chart', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/finances', account)
  const year = page.getByRole('region', { name: 'שנה אחורה' })
  await expect.element(year).toMatchTextContent(/כשיירשמו הוצאות/)
  await expect.element(year).not.toMatchTextContent(/₪/)
  const quick = page.getByRole('region', { name: 'רישום מהיר' })
  await quick.getByLabelText('סכום בשקלים').fill('42')
  await quick.getByRole('button', { name: 'מזון וסופר' }).click()
  await expect.element(year).toMatchTextContent(/הוצאות בפועל לפי חודש.*42/)
})

test('a message states that items that cannot be decrypted are missing from the sums', async () => {
  const { account } = await makeClient()
  loseOneItem()
  await openScreen('/client-portal/finances', account)
  const notice = page.getByRole('region', { name: 'חלק מהשורות לא נפתחו' })
  await expect.element(notice).toMatchTextContent(/שורה אחת לא נפתחה, ולכן הסכומים כאן חלקיים/)
  await expect
    .element(notice.getByRole('link', { name: 'כתיבת הודעה' }))
    .toHaveAttribute('href', '/client-portal/messages')
})

/** Intercepts reads of the budget: one item cannot be decrypted. */
function loseOneItem() {
  const real = window.fetch.bind(window)
  onTestFinished(() => {
    window.fetch = real
  })
  window.fetch = async (input, init) => {
    const answer = await real(input, init)
    const address = input instanceof Request ? input.url : String(input)
    if (!address.includes('/functions/v1/read-budget')) return answer
    const budget: unknown = await answer.json()
    return Response.json({ ...Object(budget), unreadable: 1 }, { status: answer.status })
  }
}
