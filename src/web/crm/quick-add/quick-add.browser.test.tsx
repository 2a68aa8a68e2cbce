import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { dayOf } from '#lib/time/dates.ts'
import { formatDayInput } from '#lib/time/parse-day-input.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { addContact, uniqueName, uniquePhone, userIdOf } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const newButton = page.getByRole('button', { name: 'חדש, הוספה מהירה' })
const dialog = page.getByRole('dialog', { name: 'הזדמנות חדשה' })
const field = (label: string) => dialog.getByLabelText(label, { exact: false })

test.each<[Role, string[]]>([
  ['owner', ['איש קשר חדש', 'הזדמנות חדשה', 'משימה חדשה']],
  ['admin', ['איש קשר חדש', 'הזדמנות חדשה', 'משימה חדשה']],
  ['sales', ['איש קשר חדש', 'הזדמנות חדשה', 'משימה חדשה']],
  ['coach', ['איש קשר חדש', 'הזדמנות חדשה', 'משימה חדשה']],
  ['content', ['משימה חדשה']],
])('quick add and the command palette offer the role %s only the entities that it may add', async (role, offered) => {
  await openScreen('/crm/tasks', role)
  await expect.element(newButton).toBeVisible()
  // By keyboard: a toast about a colleague's change may cover the button.
  ;(newButton.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'משימה חדשה' })).toBeVisible()
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(offered)
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox').fill('חדש')
  await expect.element(page.getByRole('option', { name: 'משימה חדשה' })).toBeVisible()
  await expect
    .poll(() => ['איש קשר חדש', 'הזדמנות חדשה'].filter((name) => page.getByRole('option', { name }).query()))
    .toEqual(offered.slice(0, -1))
})

test('an opportunity for a new person takes one hotkey and two presses of Enter', async () => {
  const name = `נילי חדשה ${Date.now() % 100_000}`
  await openScreen('/crm/tasks', 'sales')
  await expect.element(newButton).toBeVisible()
  await userEvent.keyboard('{Alt>}n{/Alt}')
  await expect.element(dialog.getByRole('combobox', { name: 'עם מי?' })).toHaveFocus()
  await dialog.getByRole('combobox', { name: 'עם מי?' }).fill(name)
  await expect.element(page.getByText('איש קשר חדש', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('טלפון')).toHaveFocus()
  await userEvent.keyboard('0500000999')
  await field('סכום בשקלים').fill('7,740')
  await field('סגירה צפויה').fill('2031-02-03')
  await field('הצעד הבא').fill('לשלוח הצעה')
  await field('מתי').fill('2031-01-02')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('איש הקשר וההזדמנות נוספו')).toBeVisible()
  const { data } = await backendAs('sales')
    .from('contacts')
    .select(
      'points:contact_points(value_norm), opportunities(name, amount_agorot, expected_close_on, owner_id, next_step:tasks!opportunities_next_step_task_id_fkey(name, due_date)), owner_id',
    )
    .eq('full_name', name)
    .throwOnError()
  expect(data).toMatchObject([
    {
      points: [{ value_norm: '+972500000999' }],
      opportunities: [
        {
          name,
          amount_agorot: 774_000,
          expected_close_on: '2031-02-03',
          owner_id: data[0]!.owner_id,
          next_step: { name: 'לשלוח הצעה', due_date: '2031-01-02' },
        },
      ],
    },
  ])
})

test('an existing contact can be selected from the duplicate warning', async () => {
  const backend = backendAs('owner')
  const stamp = Date.now() % 100_000
  const phone = `+97250${String(1_000_000 + stamp)}`
  const { data: known } = await backend
    .rpc('add_contact', { first_name: 'ותיקה', last_name: `מוכרת${stamp}`, phone })
    .throwOnError()
  await openScreen('/crm/tasks', 'owner')
  await expect.element(newButton).toBeVisible()
  await userEvent.keyboard('{Alt>}n{/Alt}')
  await expect.element(dialog.getByRole('combobox', { name: 'עם מי?' })).toHaveFocus()
  await dialog.getByRole('combobox', { name: 'עם מי?' }).fill('שם אחר לגמרי')
  await expect.element(page.getByText('איש קשר חדש', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await field('טלפון').fill(phone.replace('+972', '0'))
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: `בחירה: ${known.full_name}` }).click()
  await dialog.getByRole('button', { name: 'הוספה', exact: true }).click()
  await expect.element(page.getByText('ההזדמנות נוספה ללוח')).toBeVisible()
  const { data } = await backend.from('opportunities').select('name').eq('contact_id', known.id).throwOnError()
  expect(data).toEqual([{ name: known.full_name }])
})

const contactDialog = page.getByRole('dialog', { name: 'איש קשר חדש' })
const taskDialog = page.getByRole('dialog', { name: 'משימה חדשה' })

async function openQuickAdd(kind: string, role: Role = 'sales') {
  const screen = await openScreen('/crm/settings', role)
  await newButton.click()
  await page.getByRole('menuitem', { name: kind }).click()
  return screen
}

test('a contact requires a name and a complete phone number, and its page opens after it is added', async () => {
  const { router } = await openQuickAdd('איש קשר חדש')
  const phone = uniquePhone()
  const name = `נילי ${uniqueName()}`
  await expect.element(contactDialog.getByLabelText(/^שם/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(contactDialog.getByLabelText(/^שם/)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(contactDialog.getByLabelText(/^שם/)).toHaveFocus()
  await contactDialog.getByLabelText(/^שם/).fill(name)
  await contactDialog.getByLabelText(/^טלפון/).fill('050')
  await userEvent.keyboard('{Enter}')
  await expect.element(contactDialog.getByLabelText(/^טלפון/)).toHaveAttribute('aria-invalid', 'true')
  await contactDialog.getByLabelText(/^טלפון/).fill(phone.replace('+972', '0'))
  await contactDialog.getByLabelText(/^מקור/).selectOptions('המלצה')
  await contactDialog.getByRole('button', { name: 'הוספה', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(name)
  const id = router.state.location.pathname.split('/').at(-1)!
  const { data } = await backendAs('owner')
    .from('contacts')
    .select('source, points:contact_points(value_norm)')
    .eq('id', id)
    .single()
    .throwOnError()
  expect(data).toEqual({ source: 'המלצה', points: [{ value_norm: phone }] })
})

test('the error of a field disappears as soon as the field is valid, before the next submit', async () => {
  await openQuickAdd('איש קשר חדש')
  const [name, phone] = [contactDialog.getByLabelText(/^שם/), contactDialog.getByLabelText(/^טלפון/)]
  await phone.fill('050')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('נילי')
  await expect.element(name).toBeValid()
  await phone.fill('050-1')
  await expect.element(phone).toHaveAttribute('aria-invalid', 'true')
  await phone.fill('050-1234567')
  await expect.element(phone).toBeValid()
})

test('a known phone number blocks the first submit, and the second one adds the contact anyway', async () => {
  const phone = uniquePhone()
  const existing = await addContact({ phone })
  await openQuickAdd('איש קשר חדש')
  await contactDialog.getByLabelText(/^שם/).fill(`אחרת ${uniqueName()}`)
  await contactDialog.getByLabelText(/^טלפון/).fill(phone.replace('+972', '0'))
  await userEvent.keyboard('{Enter}')
  const warning = contactDialog.getByRole('alert')
  await expect.element(warning.getByRole('link', { name: existing.full_name })).toBeVisible()
  await expect.element(warning).toMatchTextContent('אותו טלפון')
  await contactDialog.getByRole('button', { name: 'הוספה בכל זאת' }).click()
  await expect.element(page.getByText('איש הקשר נוסף')).toBeVisible()
  const { data } = await backendAs('owner')
    .from('contact_points')
    .select('contact_id')
    .eq('value_norm', phone)
    .throwOnError()
  expect(data).toHaveLength(2)
})

test('a late response of a duplicate check does not remove the warning of a newer check', async () => {
  const phone = uniquePhone()
  const existing = await addContact({ phone })
  await openQuickAdd('איש קשר חדש')
  const held = holdNextRequest('/rpc/known_people')
  await contactDialog.getByLabelText(/^שם/).fill(`אחרת ${uniqueName()}`)
  await contactDialog.getByLabelText(/^טלפון/).fill(phone.replace('+972', '0'))
  await held.sent
  await userEvent.keyboard('{Enter}')
  const warning = contactDialog.getByRole('alert').getByRole('link', { name: existing.full_name })
  await expect.element(warning).toBeVisible()
  held.release()
  await held.answered
  // Time for the late response to be processed and rendered.
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.element(warning).toBeVisible()
})

test('pressing Enter twice during the duplicate check adds one contact', async () => {
  const last = uniqueName()
  await openQuickAdd('איש קשר חדש')
  await contactDialog.getByLabelText(/^שם/).fill(`נילי ${last}`)
  const held = holdNextRequest('/rpc/known_people')
  await userEvent.keyboard('{Enter}{Enter}')
  await held.sent
  await userEvent.keyboard('{Enter}')
  held.release()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`נילי ${last}`)
  const { data } = await backendAs('owner').from('contacts').select('id').eq('last_name', last).throwOnError()
  expect(data).toHaveLength(1)
})

test('a contact that failed to reach the server stays in the form', async () => {
  await openQuickAdd('איש קשר חדש')
  const name = `נילי ${uniqueName()}`
  await contactDialog.getByLabelText(/^שם/).fill(name)
  loseNextRequest('/rpc/add_contact')
  await userEvent.keyboard('{Enter}')
  await expect.element(contactDialog.getByRole('alert')).toMatchTextContent('אין חיבור לשרת')
  await expect.element(contactDialog.getByLabelText(/^שם/)).toHaveValue(name)
})

test('an opportunity requires a contact and a numeric amount, with an error at each field', async () => {
  await openQuickAdd('הזדמנות חדשה')
  const contactField = dialog.getByRole('combobox', { name: 'עם מי?' })
  await expect.element(contactField).toHaveFocus()
  await field('סכום בשקלים').fill('הרבה')
  await dialog.getByRole('button', { name: 'הוספה', exact: true }).click()
  await expect.element(dialog.getByText('יש לבחור איש קשר, או להקליד שם חדש')).toBeVisible()
  await expect.element(dialog.getByText('יש להזין סכום במספרים, למשל 7,740')).toBeVisible()
  await expect.element(contactField).toHaveFocus()
  await field('סכום בשקלים').fill('7,740')
  await expect.element(field('סכום בשקלים')).toBeValid()
  await expect.element(dialog.getByText('יש לבחור איש קשר, או להקליד שם חדש')).toBeVisible()
})

test('typed text that is a phone number or email fills that field, and the name takes the focus', async () => {
  await openQuickAdd('הזדמנות חדשה')
  const contactField = dialog.getByRole('combobox', { name: 'עם מי?' })
  const create = page.getByText('איש קשר חדש', { exact: true })
  await contactField.fill('050-777 12 34')
  await expect.element(create).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('טלפון')).toHaveValue('050-777 12 34')
  await expect.element(field('שם').first()).toHaveFocus()
  await dialog.getByRole('button', { name: 'בחירה מאנשי הקשר' }).click()
  await contactField.fill('nili@mail.example')
  await expect.element(create).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('דוא״ל')).toHaveValue('nili@mail.example')
  await expect.element(field('טלפון')).toHaveValue('')
})

test('a task is due today and assigned to the user by default, and a contact is optional', async () => {
  const { full_name, id } = await addContact()
  await openQuickAdd('משימה חדשה')
  await expect.element(taskDialog.getByLabelText(/מה צריך לעשות/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(taskDialog.getByText('שדה חובה')).toBeVisible()
  const name = `להתקשר ${uniqueName()}`
  await taskDialog.getByLabelText(/מה צריך לעשות/).fill(name)
  await expect.element(taskDialog.getByLabelText(/מה צריך לעשות/)).toBeValid()
  await expect.element(taskDialog.getByLabelText('עד', { exact: true })).toHaveValue(formatDayInput(dayOf(new Date())))
  await taskDialog.getByRole('combobox', { name: /איש קשר/ }).fill(full_name)
  await page.getByRole('option', { name: new RegExp(full_name) }).click()
  await taskDialog.getByRole('button', { name: 'הוספה' }).click()
  await expect.element(page.getByText('המשימה נוספה')).toBeVisible()
  const { data } = await backendAs('owner').from('tasks').select('contact_id, user_id').eq('name', name).throwOnError()
  expect(data).toEqual([{ contact_id: id, user_id: userIdOf('sales') }])
})
