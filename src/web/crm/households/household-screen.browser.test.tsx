import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { addContact, addTask, uniqueName, uniquePhone } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const message = page.getByRole('region', { name: 'הודעות' })
const heading = page.getByRole('heading', { level: 1 })
const writing = page.getByRole('region', { name: 'תיעוד', exact: true })
const members = page.getByRole('region', { name: 'בני הבית' })
const edit = page.getByRole('dialog', { name: 'עריכת פרטי הבית' })
const link = page.getByRole('dialog', { name: 'קישור לבית משותף' })
const save = () => edit.getByRole('button', { name: 'שמירה' }).click()

/** Two contacts of one household, with its page open. */
async function openHousehold(as: Role) {
  const last_name = uniqueName()
  const [one, other] = [
    await addContact({ first_name: 'אלון', last_name, phone: uniquePhone() }),
    await addContact({ first_name: 'תמר', last_name }),
  ]
  await backend.rpc('link_as_household', { one: one.id, other: other.id }).throwOnError()
  const { data } = await backend.from('contacts').select('household_id').eq('id', one.id).single().throwOnError()
  const id = data.household_id!
  const { router } = await openScreen(`/crm/households/${id}`, as)
  await expect.element(members.getByRole('link', { name: one.full_name })).toBeVisible()
  return { id, one, other, last_name, router }
}

const readHousehold = async (id: string) =>
  (await backend.from('households').select().eq('id', id).single().throwOnError()).data
const householdOf = async (contactId: string) =>
  (await backend.from('contacts').select('household_id, household_role').eq('id', contactId).single().throwOnError())
    .data

async function openEdit() {
  await page.getByRole('button', { name: 'עריכת פרטי הבית' }).click()
  await expect.element(edit.getByLabelText(/^שם/)).toBeVisible()
}

test('name, address and notes are saved, and undo restores them', async () => {
  const { id } = await openHousehold('sales')
  const { name } = await readHousehold(id)
  await openEdit()
  await edit.getByLabelText(/^שם/).fill('')
  await save()
  await expect.element(edit.getByText('יש להזין שם באורך של עד 120 תווים')).toBeVisible()
  await expect.element(edit.getByLabelText(/^שם/)).toHaveFocus()
  await edit.getByLabelText(/^שם/).fill('משפחת אלון ותמר')
  await edit.getByLabelText(/^כתובת/).fill('הגפן 3, רחובות')
  await edit.getByLabelText(/^הערות/).fill('שני ילדים')
  await save()
  await expect.element(heading).toHaveTextContent('משפחת אלון ותמר')
  await expect.element(page.getByText('הגפן 3, רחובות')).toBeVisible()
  await expect.element(page.getByText('שני ילדים')).toBeVisible()
  await undoLast()
  await expect.element(heading).toHaveTextContent(name)
  await expect.poll(() => readHousehold(id)).toMatchObject({ name, address: null, notes: null })
})

test('a conflict names the colleague, and the next save stores both changes', async () => {
  const { id } = await openHousehold('owner')
  await openEdit()
  await edit.getByLabelText(/^כתובת/).fill('התאנה 8')
  await backendAs('admin').from('households').update({ notes: 'מעדיפים ערב' }).eq('id', id).throwOnError()
  await save()
  await expect.element(edit.getByRole('alert')).toMatchTextContent('אורן לדוגמה: שינוי שנשמר בזמן שערכתם')
  await expect.element(edit.getByRole('alert')).toMatchTextContent('מעדיפים ערב')
  await save()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(() => readHousehold(id)).toMatchObject({ address: 'התאנה 8', notes: 'מעדיפים ערב' })
})

test("undo after a colleague's change of the household is refused", async () => {
  const { id } = await openHousehold('sales')
  await openEdit()
  await edit.getByLabelText(/^כתובת/).fill('התאנה 8')
  await save()
  // The toast of an earlier test may still be shown.
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(() => readHousehold(id)).toMatchObject({ address: 'התאנה 8' })
  const undo = page.getByRole('button', { name: 'ביטול הפעולה' })
  await expect.element(undo).toBeVisible()
  await backend.from('households').update({ address: 'התאנה 9' }).eq('id', id).throwOnError()
  await undoLast()
  await expect.element(message).toMatchTextContent('אי אפשר לבטל כבר')
  await expect.element(message).toMatchTextContent('פרטי הבית השתנו מאז')
  await expect.poll(() => readHousehold(id)).toMatchObject({ address: 'התאנה 9' })
})

test('a member gets a role, and is removed after a confirmation that lists the effects', async () => {
  const { other } = await openHousehold('sales')
  const menu = page.getByRole('button', { name: `פעולות: ${other.full_name}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'בן/בת זוג' }).click()
  await expect.element(members).toMatchTextContent('בן/בת זוג · ')
  await menu.click()
  await page.getByRole('menuitem', { name: 'הסרת הקישור לבית' }).click()
  const question = page.getByRole('dialog', { name: 'להסיר את הקישור לבית?' })
  await expect.element(question).toMatchTextContent('מה ששותף בין בני הבית לא יהיה משותף יותר')
  await expect.poll(() => householdOf(other.id)).toMatchObject({ household_role: 'partner' })
  await question.getByRole('button', { name: 'הסרת הקישור' }).click()
  await expect.element(members.getByRole('link', { name: other.full_name })).not.toBeInTheDocument()
  await expect.poll(() => householdOf(other.id)).toEqual({ household_id: null, household_role: null })
})

test('a third contact is searched and linked, a selection is required, and undo unlinks it', async () => {
  const { id } = await openHousehold('sales')
  const third = await addContact({ first_name: 'ירדן' })
  await members.getByRole('button', { name: 'הוספה' }).click()
  await link.getByRole('button', { name: 'קישור', exact: true }).click()
  await expect.element(link.getByText('יש לבחור איש קשר')).toBeVisible()
  await link.getByRole('combobox').fill(third.last_name!)
  await page.getByRole('option', { name: new RegExp(third.full_name) }).click()
  await link.getByRole('button', { name: 'קישור', exact: true }).click()
  await expect.element(members.getByRole('link', { name: third.full_name })).toBeVisible()
  await expect.poll(async () => (await householdOf(third.id)).household_id).toBe(id)
  await undoLast()
  await expect.element(members.getByRole('link', { name: third.full_name })).not.toBeInTheDocument()
  await expect.poll(async () => (await householdOf(third.id)).household_id).toBeNull()
})

test('a contact of another household is refused in the dialog, which stays open', async () => {
  await openHousehold('sales')
  const last_name = uniqueName()
  const [one, other] = [await addContact({ last_name }), await addContact({ first_name: 'דור', last_name })]
  await backend.rpc('link_as_household', { one: one.id, other: other.id }).throwOnError()
  await members.getByRole('button', { name: 'הוספה' }).click()
  await link.getByRole('combobox').fill(`דור ${last_name}`)
  await page.getByRole('option', { name: new RegExp(other.full_name) }).click()
  await link.getByRole('button', { name: 'קישור', exact: true }).click()
  await expect.element(link.getByRole('alert')).toMatchTextContent('כל אחד מהם כבר רשום במשק בית אחר')
})

test('a note belongs to the selected member, whose name is shown in the shared timeline', async () => {
  const { one, other } = await openHousehold('sales')
  const story = page.getByRole('region', { name: 'ציר זמן משותף' })
  await writing.getByLabelText('על מי כותבים').selectOptions(other.full_name)
  await writing.getByRole('textbox').first().fill('תמר תשלח תלושים')
  await writing.getByRole('button', { name: 'שמירה' }).click()
  const line = story.getByRole('listitem').filter({ hasText: 'תמר תשלח תלושים' })
  await expect.element(line.getByText(other.full_name)).toBeVisible()
  const { data } = await backend
    .from('activities')
    .select('contact_id')
    .in('contact_id', [one.id, other.id])
    .eq('type', 'note')
    .throwOnError()
  expect(data).toEqual([{ contact_id: other.id }])
})

test('the composer switches from message to note if the selected member has no phone', async () => {
  const { one, other } = await openHousehold('sales')
  await writing.getByLabelText('על מי כותבים').selectOptions(one.full_name)
  const mode = (name: string) => writing.getByRole('group', { name: 'מה כותבים' }).getByRole('button', { name })
  await mode('וואטסאפ').click()
  await writing.getByLabelText('על מי כותבים').selectOptions(other.full_name)
  await expect.element(mode('וואטסאפ')).not.toBeInTheDocument()
  await expect.element(mode('סיכום')).toHaveAttribute('aria-pressed', 'true')
})

test('the tasks of all members are listed together, and a new one belongs to the first', async () => {
  const { one, other } = await openHousehold('sales')
  await addTask({ name: 'משימה של תמר', contact_id: other.id })
  await addTask({ name: 'משימה של אלון', contact_id: one.id })
  const tasks = page.getByRole('region', { name: 'משימות' })
  await expect.element(tasks.getByText('משימה של תמר', { exact: true })).toBeVisible()
  await expect.element(tasks.getByText('משימה של אלון', { exact: true })).toBeVisible()
  await tasks.getByRole('button', { name: 'משימה', exact: true }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'משימה חדשה' }).getByRole('combobox', { name: /איש קשר/ }))
    .toHaveValue(one.full_name)
  await userEvent.keyboard('{Escape}')
})

test('an unknown household shows a message', async () => {
  await openScreen(`/crm/households/${crypto.randomUUID()}`, 'sales')
  await expect.element(page.getByText('משק הבית לא נמצא')).toBeVisible()
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'לכל אנשי הקשר' }))
    .toHaveAttribute('href', '/crm/contacts')
})
