import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { addContact } from '../../../test/browser/add-contact.ts'
import { ProcessCard } from './process-card.tsx'

const backend = backendAs('owner')

test("each client's card shows their own process, its current stage and the responsible party", async () => {
  const { data } = await backend
    .from('client_processes')
    .select('contact_id, template:process_templates(name)')
    .eq('status', 'active')
    .limit(1)
    .single()
    .throwOnError()
  const other = await addContact()
  await renderApp(
    <>
      <section aria-label="שלהם">
        <ProcessCard contactId={data.contact_id} whose="נועה" />
      </section>
      <section aria-label="אחר">
        <ProcessCard contactId={other.id} />
      </section>
    </>,
    { as: 'owner' },
  )
  const theirs = page.getByRole('region', { name: 'שלהם' })
  await expect.element(theirs.getByRole('heading', { name: data.template!.name })).toBeVisible()
  await expect.element(theirs.getByText('נועה', { exact: true })).toBeVisible()
  const current = theirs.element().querySelectorAll('[aria-current="step"]')
  expect(current).toHaveLength(1)
  expect(current[0]!.textContent).toMatch(/מחכה ללקוחות|מחכה לנו|פעיל/)
  const [done, all] = theirs.element().querySelector('.quiet')!.textContent.split('/').map(Number) as [number, number]
  expect(theirs.getByRole('listitem').elements()).toHaveLength(all)
  expect(done).toBeLessThan(all)
  await expect.element(page.getByRole('region', { name: 'אחר' }).getByRole('listitem')).not.toBeInTheDocument()
})
