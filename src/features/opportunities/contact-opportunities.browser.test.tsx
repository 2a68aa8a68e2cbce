import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../test/browser/add-contact.ts'
import { backendAs, openScreen, renderApp } from '../../../test/browser/render.tsx'
import { addOpportunity } from './add-opportunity.fixture.ts'
import { ContactOpportunities } from './contact-opportunities.tsx'
import { undoLast } from '../../../test/browser/undo-last.ts'

const backend = backendAs('owner')

test('new opportunities of a contact appear live, with their next step while they are open', async () => {
  const contact = await addContact()
  await renderApp(<ContactOpportunities contactId={contact.id} now={new Date()} action={null} />, { as: 'owner' })
  await expect.element(page.getByText('אין עדיין הזדמנויות')).toBeVisible()
  const { id, name } = await addOpportunity({ contact_id: contact.id, amount_agorot: 90_000 })
  const link = page.getByRole('link', { name })
  await expect.element(link).toHaveAttribute('href', `/crm/opportunities/${id}`)
  await expect.element(page.getByText('אין צעד הבא')).toBeVisible()
  await expect.element(page.getByText('אין עדיין הזדמנויות')).not.toBeInTheDocument()
})

test('only admins can move an opportunity to the bin from its page, with undo', async () => {
  const { id, name } = await addOpportunity()
  const screen = await openScreen(`/crm/opportunities/${id}`, 'sales')
  await expect.element(page.getByRole('heading', { name })).toBeVisible()
  const more = page.getByRole('button', { name: 'עוד פעולות' })
  await more.click()
  await expect.element(page.getByRole('menuitem', { name: 'לעמוד ההזדמנות' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'העברה לסל' })).not.toBeInTheDocument()
  await screen.unmount()
  await openScreen(`/crm/opportunities/${id}`, 'owner')
  await more.click()
  await page.getByRole('menuitem', { name: 'העברה לסל' }).click()
  const deletedAt = async () => {
    const { data } = await backend.from('opportunities').select('deleted_at').eq('id', id).single().throwOnError()
    return data.deleted_at
  }
  await expect.poll(deletedAt).not.toBeNull()
  await undoLast()
  await expect.poll(deletedAt).toBeNull()
})
