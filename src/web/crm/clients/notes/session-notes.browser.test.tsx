import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../../test/browser/make-contact.ts'
import { holdNextRequest, loseNextResponse } from '../../../../../test/browser/network.ts'
import { backendAs, backendAsService, makeAccount, openScreen } from '../../../../../test/browser/render.tsx'

const owner = backendAs('owner')
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const isSaved = () => expect.element(page.getByRole('status').filter({ hasText: /^נשמר$/ })).toBeVisible()

async function makeNote() {
  const contact = await makeContact({ first: unique('נועה') })
  const { data: note } = await owner.rpc('open_session_note', { contact: contact.id }).throwOnError()
  return { contactId: contact.id, note, path: `/crm/clients/${contact.id}/notes/${note}` }
}
const stored = async (note: string) =>
  (
    await owner
      .from('session_notes')
      .select('private_md, shared_md, steps, version')
      .eq('id', note)
      .single()
      .throwOnError()
  ).data

test('edits are autosaved, decisions become tasks, and the client can read the shared part only after it is shared', async () => {
  const client = await makeAccount('client')
  const { contactId, note, path } = await makeNote()
  await backendAsService().from('contacts').update({ client_user_id: client.id }).eq('id', contactId).throwOnError()
  await openScreen(path, 'owner')
  await field('לצוות בלבד').fill('עייפים מהבירוקרטיה')
  await field('לשיתוף עם המשפחה').fill('עברנו על ההוצאות')
  await page.getByRole('button', { name: 'החלטה או צעד הבא' }).click()
  await field('מה').fill('לאסוף תלושים')
  await expect
    .poll(() => stored(note))
    .toMatchObject({
      private_md: expect.stringContaining('עייפים מהבירוקרטיה'),
      shared_md: expect.stringContaining('עברנו על ההוצאות'),
      steps: [{ text: 'לאסוף תלושים' }],
    })
  await page.getByRole('button', { name: 'פתיחת משימות' }).click()
  await expect.element(page.getByText('נפתחה משימה אחת')).toBeVisible()
  await expect.element(field('מה')).toHaveAccessibleDescription('נפתחה משימה')
  await page.getByRole('button', { name: 'שיתוף עם המשפחה' }).click()
  await expect.element(page.getByRole('button', { name: 'עדכון הסיכום המשותף' })).toBeVisible()

  await openScreen('/client-portal/meetings', client)
  const summaries = page.getByRole('region', { name: 'סיכומי פגישות' })
  await expect.element(summaries).toMatchTextContent(/עברנו על ההוצאות.*לאסוף תלושים/)
  await expect.element(summaries).not.toMatchTextContent(/עייפים/)

  // A later version opens beside the displayed one.
  const { data: later } = await owner.rpc('open_session_note', { contact: contactId }).throwOnError()
  const { data: row } = await owner
    .from('session_notes')
    .update({ title: 'פגישה שנייה', shared_md: 'דיברנו על חיסכון' })
    .eq('id', later)
    .select('version')
    .single()
    .throwOnError()
  await owner.rpc('share_session_note', { note: later, seen: row.version }).throwOnError()
  await expect.element(summaries.getByText('דיברנו על חיסכון')).toBeVisible()
  await expect.element(summaries.getByText('עברנו על ההוצאות')).toBeVisible()
})

test('text typed while decisions are converted to tasks is preserved and saved', async () => {
  const { note, path } = await makeNote()
  await openScreen(path, 'owner')
  await page.getByRole('button', { name: 'החלטה או צעד הבא' }).click()
  await field('מה').fill('לאסוף תלושים')
  await isSaved()
  const making = holdNextRequest('POST /rest/v1/rpc/add_tasks_of_note')
  await page.getByRole('button', { name: 'פתיחת משימות' }).click()
  await making.sent
  const reading = holdNextRequest('GET /rest/v1/session_notes')
  making.release()
  await reading.sent
  await field('לצוות בלבד').fill('נכתב תוך כדי')
  reading.release()
  await expect.element(field('מה')).toHaveAccessibleDescription('נפתחה משימה')
  await expect.element(field('לצוות בלבד')).toMatchTextContent('נכתב תוך כדי')
  await expect
    .poll(() => stored(note))
    .toMatchObject({
      private_md: expect.stringContaining('נכתב תוך כדי'),
      steps: [{ text: 'לאסוף תלושים', task_id: expect.any(String) }],
    })
  await isSaved()
})

test("a colleague's save of the note is a conflict, and both resolutions preserve the chosen text", async () => {
  const { note, path } = await makeNote()
  const colleague = async (shared_md: string) =>
    void (await owner.from('session_notes').update({ shared_md }).eq('id', note).throwOnError())
  await openScreen(path, 'owner')
  await expect.element(field('לשיתוף עם המשפחה')).toBeVisible()
  await colleague('נוסח אחר')
  await field('לצוות בלבד').fill('מה שכתבתי')
  await page.getByRole('button', { name: 'שמירה של מה שכאן במקומה' }).click()
  await expect.poll(() => stored(note)).toMatchObject({ private_md: expect.stringContaining('מה שכתבתי') })
  await isSaved()

  await colleague('נוסח שלישי')
  await field('לצוות בלבד').fill('עוד משהו')
  await page.getByRole('button', { name: 'לגרסה האחרונה' }).click()
  await expect.element(field('לשיתוף עם המשפחה')).toMatchTextContent('נוסח שלישי')
  await expect.element(field('לצוות בלבד')).toMatchTextContent('מה שכתבתי')
  await isSaved()
})

test('while saves are refused, sharing fails with the reason, and the note can still be deleted', async () => {
  const { note, path } = await makeNote()
  await openScreen(path, 'owner')
  await expect.element(field('לשיתוף עם המשפחה')).toBeVisible()
  await owner.from('session_notes').update({ shared_md: 'נוסח אחר' }).eq('id', note).throwOnError()
  await field('לצוות בלבד').fill('מה שכתבתי')
  await expect.element(page.getByRole('button', { name: 'לגרסה האחרונה' })).toBeVisible()
  await page.getByRole('button', { name: 'שיתוף עם המשפחה' }).click()
  await expect.element(page.getByRole('region', { name: 'הודעות' })).toMatchTextContent('הסיכום לא שותף')
  await page.getByRole('button', { name: 'מחיקת הסיכום' }).click()
  await page.getByRole('dialog', { name: 'למחוק את הסיכום?' }).getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(page.getByRole('button', { name: 'סיכום חדש' })).toBeVisible()
  expect((await owner.from('session_notes').select('id').eq('id', note).throwOnError()).data).toEqual([])
})

test('the owner edits the template of new notes, with formatting as displayed', async () => {
  const contact = await makeContact({ first: unique('נועה') })
  await openScreen(`/crm/clients/${contact.id}`, 'owner')
  await page.getByRole('button', { name: 'תבנית הסיכום' }).click()
  const dialog = page.getByRole('dialog', { name: 'תבנית הסיכום' })
  const line = unique('מה בתקציב')
  const agenda = async () =>
    (await owner.from('session_agenda').select('private_md, shared_md').single().throwOnError()).data
  const former = await agenda()
  onTestFinished(async () => void (await owner.from('session_agenda').update(former).eq('id', true).throwOnError()))
  const shared = dialog.getByRole('textbox', { name: 'לשיתוף עם המשפחה' })
  await expect.element(shared.getByRole('strong').first()).toHaveTextContent('מה עשינו היום')
  await expect.element(shared).not.toMatchTextContent(/\*/)
  await dialog.getByRole('textbox', { name: 'לצוות בלבד' }).fill(line)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByText('התבנית נשמרה. הסיכום הבא ייפתח איתה')).toBeVisible()
  await page.getByRole('button', { name: 'סיכום חדש' }).click()
  await expect.element(field('לצוות בלבד')).toMatchTextContent(line)
  expect(await agenda()).toEqual({ private_md: expect.stringContaining(line), shared_md: former.shared_md })
})

test("a colleague's concurrent change of the template is shown as text", async () => {
  const contact = await makeContact({ first: unique('נועה') })
  const { data: former } = await owner.from('session_agenda').select('private_md, shared_md').single().throwOnError()
  onTestFinished(async () => void (await owner.from('session_agenda').update(former).eq('id', true).throwOnError()))
  await openScreen(`/crm/clients/${contact.id}`, 'owner')
  await page.getByRole('button', { name: 'תבנית הסיכום' }).click()
  const dialog = page.getByRole('dialog', { name: 'תבנית הסיכום' })
  await expect.element(dialog.getByRole('textbox', { name: 'לצוות בלבד' })).toBeVisible()
  const theirs = unique('מה שסוכם')
  await owner
    .from('session_agenda')
    .update({ shared_md: `**${theirs}**` })
    .eq('id', true)
    .throwOnError()
  await dialog.getByRole('textbox', { name: 'לצוות בלבד' }).fill(unique('שלי'))
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByRole('definition')).toHaveTextContent(theirs)
})

test('a save whose response was lost is not a conflict with the next edit', async () => {
  const { note, path } = await makeNote()
  await openScreen(path, 'owner')
  await expect.element(field('לצוות בלבד')).toBeVisible()
  loseNextResponse('PATCH /rest/v1/session_notes')
  const has = (text: string) =>
    expect.poll(() => stored(note)).toMatchObject({ private_md: expect.stringContaining(text) })
  await field('לצוות בלבד').fill('נשמר בלי תשובה')
  await has('נשמר בלי תשובה')
  await field('לצוות בלבד').fill('נשמר אחריו')
  await has('נשמר אחריו')
})
