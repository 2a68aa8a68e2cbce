import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { giveFiles } from '../../../../test/browser/give-files.ts'
import { unique } from '../../../../test/browser/make-contact.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { startFamily } from '../../../../test/browser/start-family.ts'
import { violationsOf } from '../../../../test/browser/violations.ts'

const service = backendAsService()
const textFile = (name: string) => new File(['שלום'], name, { type: 'text/plain' })

test('a client uploads a document to a stage, staff return it with a reason, and the new upload is approved', async () => {
  const { account, contactId, stage, payslips, bank } = await startFamily()
  const [first, again] = [`${unique('תלוש')}.txt`, `${unique('תלוש מלא')}.txt`]
  let shown: Awaited<ReturnType<typeof openScreen>> | undefined
  const portal = async () => {
    await shown?.unmount()
    shown = await openScreen(`/client-portal/process/${stage}`, account)
    return page.getByRole('listitem', { name: payslips })
  }
  const staff = async () => {
    await shown?.unmount()
    shown = await openScreen(`/crm/clients/${contactId}`, 'owner')
    return page.getByRole('listitem', { name: payslips })
  }

  let item = await portal()
  await expect.element(item.getByText('חסר', { exact: true })).toBeVisible()
  await expect.element(page.getByText('0 מתוך 2 הגיעו')).toBeVisible()
  expect(await violationsOf()).toEqual([])
  expect(giveFiles('drop', item.element(), [textFile('תוכנה.exe'), textFile(first)])).toBe(true)
  await expect.element(item.getByRole('button', { name: first })).toBeVisible()
  await expect.element(item.getByRole('alert')).toMatchTextContent(/תוכנה\.exe/)
  await expect.element(item.getByText('התקבל', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1 מתוך 2 הגיעו')).toBeVisible()
  const boxOf = (part: typeof item) => part.element().getBoundingClientRect()
  expect(boxOf(item.getByText(/^שלחתם/)).top).toBeGreaterThanOrEqual(
    boxOf(item.getByRole('button', { name: first })).bottom,
  )
  await expect.element(page.getByRole('listitem', { name: bank }).getByText('חסר', { exact: true })).toBeVisible()

  item = await staff()
  await item.getByRole('button', { name: `החזרה: ${first}` }).click()
  const reason = item.getByRole('textbox', { name: /^מה צריך לתקן/ })
  await expect.element(reason).toHaveFocus()
  await reason.fill('חסר העמוד השני')
  expect(await violationsOf()).toEqual([])
  await item.getByRole('button', { name: 'החזרה', exact: true }).click()
  await expect.element(item.getByText('הוחזר', { exact: true })).toBeVisible()
  await expect.element(item.getByRole('button', { name: `ביטול ההחלטה: ${first}` })).toHaveFocus()

  // Of a closed stage only returned documents are listed as missing.
  const missing = page.getByRole('region', { name: 'מה עוד צריך להביא' })
  const setStage = async (status: 'done' | 'active') =>
    void (await service.from('process_stage_instances').update({ status }).eq('id', stage).throwOnError())
  await setStage('done')
  await shown?.unmount()
  shown = await openScreen('/client-portal/documents', account)
  await expect.element(missing.getByRole('link', { name: payslips })).toBeVisible()
  expect(missing.getByRole('link', { name: bank }).elements()).toEqual([])
  await setStage('active')

  item = await portal()
  await expect.element(item.getByText('הוחזר: חסר העמוד השני')).toBeVisible()
  await expect.element(item.getByRole('button', { name: `שליחה מחדש: ${payslips}` })).toBeVisible()
  expect(giveFiles('paste', item.element(), [textFile(again)])).toBe(true)
  await expect.element(item.getByRole('button', { name: again })).toBeVisible()

  await shown?.unmount()
  shown = await openScreen('/client-portal/documents', account)
  await expect.element(missing.getByRole('link', { name: bank })).toBeVisible()
  expect(missing.getByRole('link', { name: payslips }).elements()).toEqual([])

  item = await staff()
  await item.getByRole('button', { name: `אישור: ${again}` }).click()
  await expect.element(item.getByText('אושר', { exact: true })).toBeVisible()
  await expect.element(item.getByRole('button', { name: `ביטול ההחלטה: ${again}` })).toHaveFocus()
})

test('the cards of a stage appear together, so that none pushes the focused element out of the viewport', async () => {
  const { account, stage } = await startFamily()
  const documents = holdNextRequest('/rest/v1/rpc/my_stage_documents')
  await openScreen(`/client-portal/process/${stage}`, account)
  await documents.sent
  await expect.element(page.getByRole('main').getByRole('status')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).not.toBeInTheDocument()
  documents.release()
  await expect.element(page.getByRole('heading', { level: 1, name: 'מיפוי' })).toBeVisible()
  await expect.element(page.getByText('0 מתוך 2 הגיעו')).toBeVisible()
})

test('the form of a stage shows whether it was started or submitted', async () => {
  const { account, contactId, stage, formId } = await startFamily()
  const card = page.getByRole('region', { name: 'שאלון של השלב' })
  const before = await openScreen(`/client-portal/process/${stage}`, account)
  await expect.element(card.getByText('שאלון היכרות')).toBeVisible()
  await expect.element(card.getByText('עוד לא התחלתם')).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'למילוי השאלון' })).toBeVisible()
  await before.unmount()
  await service
    .from('form_links')
    .insert({
      form_id: formId,
      contact_id: contactId,
      token_hash: (crypto.randomUUID() + crypto.randomUUID()).replaceAll('-', ''),
      is_single_use: true,
      stage_instance_id: stage,
      used_at: new Date().toISOString(),
    })
    .throwOnError()
  await openScreen(`/client-portal/process/${stage}`, account)
  await expect.element(card.getByText('התשובות הגיעו אלינו. תודה!')).toBeVisible()
  expect(card.getByRole('button').elements()).toEqual([])
})

test('a due date of a stage that has passed is shown as a plan, with its year', async () => {
  const { account, stage } = await startFamily()
  await service.from('process_stage_instances').update({ due_on: '2020-05-01' }).eq('id', stage).throwOnError()
  await openScreen(`/client-portal/process/${stage}`, account)
  await expect.element(page.getByText(/תוכנן עד 1 במאי 2020/)).toBeVisible()
})
