import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
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
])('quick add and the command palette offer the role %s only what it may add', async (role, offered) => {
  await openScreen('/crm/tasks', role)
  await newButton.click()
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

test('a person who is already known is chosen from the warning', async () => {
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
