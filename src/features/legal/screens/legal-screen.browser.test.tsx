import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'

const backend = backendAs('owner')
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const save = page.getByRole('button', { name: 'שמירת הפרטים' })
const readSettings = async () => {
  const { data } = await backend.from('legal_settings').select('*').single().throwOnError()
  return data
}

test('months out of range are refused at their field, and a concurrent save is merged', async () => {
  await openScreen('/crm/site/legal', 'owner')
  const leads = field('חודשי שמירה של פניות שלא הבשילו')
  await leads.fill('601')
  await save.click()
  await expect.element(leads).toHaveAccessibleDescription('בין חודש ל־600 חודשים')
  await leads.fill('2.5')
  await save.click()
  await expect.element(leads).toHaveAttribute('aria-invalid', 'true')
  await leads.fill('18')
  const theirs = unique('NVDA')
  await save.click()
  await expect.element(page.getByText(/^הפרטים נשמרו/)).toBeVisible()
  await expect.poll(async () => (await readSettings()).retention_lead_months).toBe(18)
  await leads.fill('19')
  await backendAs('admin').from('legal_settings').update({ tested_with: theirs }).eq('is_only', true).throwOnError()
  await save.click()
  const notice = page.getByRole('alert').filter({ hasText: /שינוי שנשמר בזמן שערכתם/ })
  await expect.element(notice).toMatchTextContent(theirs)
  await expect.poll(async () => (await readSettings()).retention_lead_months).toBe(18)
  await save.click()
  await expect.element(notice).not.toBeInTheDocument()
  await expect.poll(() => readSettings()).toMatchObject({ retention_lead_months: 19, tested_with: theirs })
  await expect.element(field('במה נבדקה הנגישות')).toHaveValue(theirs)
})

test('a confirmed claim shows the user and the date, and can be reverted', async () => {
  await backend.from('legal_claims').delete().eq('claim', 'backups').throwOnError()
  await openScreen('/crm/site/legal', 'owner')
  const claim = page.getByRole('switch', { name: /^יש גיבויים/ })
  await expect.element(claim).not.toBeChecked()
  await claim.click()
  await expect.element(claim).toBeChecked()
  await expect.element(page.getByText(/^אושר ב־.*מיכל לדוגמה$/).first()).toBeVisible()
  await claim.click()
  await expect.element(claim).not.toBeChecked()
  const { data } = await backend.from('legal_claims').select('claim').eq('claim', 'backups').throwOnError()
  expect(data).toEqual([])
})

test('marking the texts as reviewed hides the reminder and shows a message, and undo shows the reminder again', async () => {
  await backend.rpc('mark_legal_reviewed', { is_reviewed: false }).throwOnError()
  await openScreen('/crm/site/legal', 'owner')
  const banner = page.getByRole('complementary', { name: 'בדיקה משפטית' })
  await banner.getByRole('button', { name: 'הנוסחים נבדקו' }).click()
  // Checked first, because the toast disappears after some seconds.
  await expect.element(page.getByText('נרשם שהנוסחים נבדקו, בשמכם ובתאריך של היום')).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'ביטול הסימון' }).click()
  await expect.element(banner).toBeVisible()
})

test('the content role can see the business details and claims but not change them', async () => {
  await openScreen('/crm/site/legal', 'content')
  await expect.element(field('במה נבדקה הנגישות')).toBeDisabled()
  await expect.element(page.getByRole('switch', { name: /^יש גיבויים/ })).toBeDisabled()
  for (const name of ['שמירת הפרטים', 'הנוסחים נבדקו', 'ביטול הסימון'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})

test('a changed draft is marked as not published', async () => {
  await openScreen('/crm/site/legal', 'owner')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'הצהרת נגישות', exact: true }) })
  await expect.element(row.getByText('מפורסם', { exact: true })).toBeVisible()
  const { data } = await backend.from('legal_texts').select('body').eq('key', 'accessibility').single().throwOnError()
  await backend
    .from('legal_texts')
    .update({ body: `${data.body}\n\nתוספת` })
    .eq('key', 'accessibility')
    .throwOnError()
  await page.getByRole('link', { name: 'הצהרת נגישות', exact: true }).click()
  await page.getByRole('link', { name: 'כל המסמכים' }).click()
  await expect.element(row.getByText('יש שינויים שלא פורסמו')).toBeVisible()
  await backend.from('legal_texts').update({ body: data.body }).eq('key', 'accessibility').throwOnError()
})
