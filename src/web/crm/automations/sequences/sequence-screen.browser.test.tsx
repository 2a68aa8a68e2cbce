import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { unique } from '../../../../../test/browser/make-contact.ts'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'
import { violationsOf } from '../../../../../test/browser/violations.ts'
import { emptyDefinition } from '#features/automations/engine/definition.ts'

const owner = backendAs('owner')

beforeEach(async () => {
  await page.viewport(390, 844)
})

async function addTemplate() {
  const name = unique('תבנית')
  // Sending mail requires a mail server, which these tests do not have.
  const { data } = await owner
    .from('message_templates')
    .insert({ name, channel: 'whatsapp', purpose: 'service', draft: { text: 'שלום {{שם_פרטי|לכם}}' } })
    .select('id, version')
    .single()
    .throwOnError()
  await owner.rpc('publish_message_template', { template: data.id, seen_version: data.version }).throwOnError()
  return name
}

test('a sequence is built by keyboard on a phone, simulated and published, and links to its contacts', async () => {
  const template = await addTemplate()
  const { data: sequence } = await owner
    .from('automations')
    .insert({
      name: unique('רצף'),
      kind: 'sequence',
      definition: emptyDefinition({ type: 'event', event: 'form.submitted', match: {} }),
    })
    .select('id')
    .single()
    .throwOnError()
  const stored = async () =>
    (await owner.from('automations').select('status, definition').eq('id', sequence.id).single().throwOnError()).data
  await openScreen(`/crm/email/sequences/${sequence.id}`, 'owner')
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await expect.element(button).toBeEnabled()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
  }
  await press('הודעה')
  await press('הודעה')
  const second = page.getByRole('group', { name: 'הודעה 2' })
  for (const message of [page.getByRole('group', { name: 'הודעה 1' }), second])
    await message.getByLabelText('תבנית').selectOptions(template)
  const day = second.getByLabelText('יום אחרי הכניסה')
  day.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(day).toHaveValue(3)
  await press('שמירה')
  await expect
    .poll(async () => (await stored()).definition.steps.map(({ kind }) => kind))
    .toEqual(['wait', 'message', 'wait', 'message'])
  await press('30 הימים האחרונים')
  await expect.element(page.getByRole('status', { name: 'תוצאת הסימולציה' })).toBeVisible()
  expect(await violationsOf()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await press('פרסום')
  const publication = page.getByRole('dialog', { name: 'פרסום והפעלה' })
  await expect.element(publication).toBeVisible()
  const publish = publication.getByRole('button', { name: 'פרסום', exact: true })
  await expect.element(publish).toBeEnabled()
  publish.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(async () => (await stored()).status).toBe('enabled')
  await expect
    .element(page.getByRole('link', { name: 'מי בפנים' }))
    .toHaveAttribute('href', `/crm/automations/${sequence.id}/runs`)
})
