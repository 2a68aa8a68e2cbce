import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'
import { addContact } from '../../../../../test/browser/add-contact.ts'
import { uniquePhone } from '../../../../../test/browser/unique.ts'
import { addMarkedOpportunities, addOpportunity, readStages } from '../../add-opportunity.fixture.ts'

const backend = backendAs('owner')
const readOpportunity = async (id: string) => {
  const { data } = await backend
    .from('opportunities')
    .select('stage_id, status, version')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}
const openBoard = (mark: string) => openScreen(`/crm/pipeline?q=${encodeURIComponent(mark)}`, 'owner')
const menuOf = (name: string) => page.getByRole('button', { name: `העברה לשלב: ${name}` })

test('a card can be moved from its menu, and the focus moves with the card', async () => {
  const { open } = await readStages()
  const { mark, made } = await addMarkedOpportunities({ אלון: {} })
  const name = `אלון ${mark}`
  await openBoard(mark)
  await menuOf(name).click()
  await expect
    .element(page.getByRole('menuitem', { name: new RegExp(`^${open[0]!.name}`) }))
    .toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: open[1]!.name }).click()
  await expect.poll(async () => (await readOpportunity(made['אלון']!.id)).stage_id).toBe(open[1]!.id)
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toContain(name)
})

test('a card shows its next step, contact, contact actions and amount', async () => {
  const phone = uniquePhone()
  const contact = await addContact({ first_name: 'רותם', phone })
  const { id } = await addOpportunity({
    contact_id: contact.id,
    name: `ליווי זוגי ${contact.last_name!}`,
    amount_agorot: 450_000,
    step_name: 'לשלוח הצעה',
    step_due_on: '2026-01-02',
  })
  await openBoard(contact.last_name!)
  const card = page.getByRole('link', { name: new RegExp(contact.last_name!) }).first()
  await expect.element(card).toHaveAttribute('href', `/crm/opportunities/${id}`)
  await expect.element(page.getByText(/באיחור: לשלוח הצעה/)).toBeVisible()
  await card.hover()
  await expect
    .element(page.getByRole('link', { name: `שיחה אל ${contact.full_name}` }))
    .toHaveAttribute('href', `tel:${phone}`)
  await expect.element(page.getByText(contact.full_name, { exact: true })).toBeVisible()
  await expect.element(page.getByText(/4,500/).first()).toBeVisible()
})

test('a card without a next step is labelled, and a next step added by a colleague appears live', async () => {
  const { mark, made } = await addMarkedOpportunities({ אלון: {} })
  await openBoard(mark)
  await expect.element(page.getByText('אין צעד הבא')).toBeVisible()
  const { id, contact_id } = made['אלון']!
  await backendAs('admin')
    .from('tasks')
    .insert({ name: 'להתקשר שוב', opportunity_id: id, contact_id, due_date: '2031-05-05' })
    .throwOnError()
  await expect.element(page.getByText(/להתקשר שוב/)).toBeVisible()
})

test('Ctrl-click selects a card instead of opening it, and the menu clears the selection', async () => {
  const { mark } = await addMarkedOpportunities({ אלון: {} })
  const name = `אלון ${mark}`
  const { router } = await openBoard(mark)
  const card = page.getByRole('article', { name }).getByRole('link').first()
  await expect.element(card).toBeVisible()
  await card.click({ modifiers: ['Control'] })
  const bar = page.getByRole('region', { name: 'פעולות על הנבחרות' })
  await expect.element(bar).toMatchTextContent('נבחרה הזדמנות אחת')
  await expect.element(page.getByText('נבחרה', { exact: true })).toBeInTheDocument()
  expect(router.state.location.search).not.toContain('deal=')
  await menuOf(name).click()
  await page.getByRole('menuitem', { name: /^ביטול הבחירה/ }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await card.click()
  await expect.poll(() => router.state.location.search).toContain('deal=')
})

test("a card shows the contact's full name, with the subject of the opportunity below", async () => {
  const contact = await addContact({ first_name: 'רותם' })
  await addOpportunity({ contact_id: contact.id, name: 'ליווי משפחתי – רותם' })
  await openBoard(contact.last_name!)
  const link = page.getByRole('link', { name: contact.full_name, exact: true })
  await expect.element(link).toBeVisible()
  const subject = page.getByText('ליווי משפחתי', { exact: true })
  await expect.element(subject).toBeVisible()
  expect(link.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    subject.element().getBoundingClientRect().top + 1,
  )
})
