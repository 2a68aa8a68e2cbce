import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { uniqueEmail, uniquePhone } from '../../../../test/browser/unique.ts'
import { previewList, waitForStatus, readImport, uploadList } from './upload-list.fixture.ts'

const toPreview = page.getByRole('button', { name: 'לתצוגה המקדימה' })

async function openRules(lines: readonly string[]) {
  const id = await uploadList(lines)
  await openScreen(`/crm/contacts/import/${id}?step=rules`, 'owner')
  await expect.element(toPreview).toBeVisible()
  return id
}

test('only mapped fields can be used to match existing contacts', async () => {
  await openRules(['שם,דוא״ל', `דנה,${uniqueEmail()}`])
  const options = page.getByLabelText('לזהות לפי').getByRole('option').elements()
  expect(options.map((option) => option.textContent)).toEqual(['טלפון או דוא״ל', 'דוא״ל'])
})

test('a match by a field whose column is skipped falls back to phone or e-mail', async () => {
  const id = await openRules(['שם,טלפון,דוא״ל', `דנה,${uniquePhone()},${uniqueEmail()}`])
  await page.getByLabelText('לזהות לפי').selectOptions('email')
  await toPreview.click()
  await waitForStatus(id, 'previewed')
  await page.getByRole('link', { name: 'שינוי עמודות' }).click()
  await page.getByLabelText('השדה של דוא״ל', { exact: true }).selectOptions('')
  await page.getByRole('button', { name: 'המשך' }).click()
  await expect.element(page.getByLabelText('לזהות לפי')).toHaveValue('phone_or_email')
  await toPreview.click()
  await expect.poll(() => readImport(id)).toMatchObject({ status: 'previewed', match_by: 'phone_or_email' })
})

test('consent requires a proof and tags have a maximum length; the valid rules are sent to the server', async () => {
  const id = await openRules(['שם,טלפון', `דנה,${uniquePhone()}`])
  await page.getByRole('radio', { name: /כן, ויש לנו הוכחה/ }).click()
  await toPreview.click()
  const proof = page.getByRole('textbox', { name: 'מאיפה ההסכמה' })
  await expect.element(proof).toHaveAccessibleDescription(/כתבו בכמה מילים מאיפה ההסכמה/)
  await proof.fill('טופס הרשמה ביריד')
  const tags = page.getByRole('textbox', { name: /^תגיות לכל מי שברשימה/ })
  await tags.fill(`יריד, ${'א'.repeat(41)}`)
  await toPreview.click()
  await expect.element(tags).toHaveAccessibleDescription(/תגית באורך של עד 40 תווים/)
  await expect.element(proof).toHaveValue('טופס הרשמה ביריד')
  await tags.fill('יריד, , אביב')
  await page.getByRole('radio', { name: /הקובץ קובע/ }).click()
  await page.getByLabelText('סוג הקשר').selectOptions('client')
  await page.getByRole('checkbox', { name: /לרשום כמשק בית אחד/ }).click()
  await toPreview.click()
  await expect.element(page.getByText(/מי שכבר רשומים: הקובץ קובע. הסכמה לדיוור תירשם/)).toBeVisible()
  await waitForStatus(id, 'previewed')
  await expect
    .poll(() => readImport(id))
    .toMatchObject({
      on_match: 'overwrite',
      links_households: false,
      defaults: { lifecycle: 'client', tags: ['יריד', 'אביב'] },
      consent_proof: 'טופס הרשמה ביריד',
    })
})

test('an entered proof is not saved once consent is unticked', async () => {
  const id = await openRules(['שם,טלפון', `דנה,${uniquePhone()}`])
  await page.getByRole('radio', { name: /כן, ויש לנו הוכחה/ }).click()
  await page.getByRole('textbox', { name: 'מאיפה ההסכמה' }).fill('טופס הרשמה ביריד')
  await page.getByRole('radio', { name: /לא, או שלא בטוח/ }).click()
  await toPreview.click()
  await expect.element(page.getByText(/הסכמה לדיוור לא תירשם לאיש/)).toBeVisible()
  await expect.poll(async () => (await readImport(id)).consent_proof).toBeNull()
})

test('the rules of an import that a colleague has run are refused with a reason, and its result is shown', async () => {
  const id = await previewList(['שם,טלפון', `דנה,${uniquePhone()}`])
  await openScreen(`/crm/contacts/import/${id}?step=rules`, 'owner')
  await expect.element(toPreview).toBeVisible()
  await backendAs('admin').functions.invoke('run-import', { body: { importId: id } })
  await toPreview.click()
  await expect.element(page.getByText('הייבוא כבר בשלב אחר. העמוד רוענן')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'לרשימת אנשי הקשר' })).toBeVisible()
})
