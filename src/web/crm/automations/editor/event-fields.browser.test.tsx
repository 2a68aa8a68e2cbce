import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { EventMatch } from '#features/automations/engine/definition.ts'
import type { Choices } from '../use-choices.ts'
import { EventFields } from './event-fields.tsx'

const choices: Choices = {
  tags: [
    { id: 'vip', text: 'ותיקים' },
    { id: 'fair', text: 'תערוכה' },
  ],
  stages: [{ id: 'won', text: 'זכייה', pipelineId: 'main', kind: 'won' }],
  fields: [],
  staff: [],
  templates: [],
  automations: [],
  webinars: [{ id: 'spring', text: 'תקציב של אביב' }],
  forms: [{ id: 'first', text: 'היכרות ראשונה' }],
}

function Fields({ first }: { first: EventMatch }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <EventFields label="אירוע" value={value} onChange={setValue} choices={choices} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
const stored = () => JSON.parse(page.getByRole('status').element().textContent) as EventMatch
const tagged = { event: 'contact.tagged', match: { tag_id: 'vip' } }

test('selecting a match value adds it to the event, and selecting the empty option removes it', async () => {
  await render(<Fields first={tagged} />)
  await page.getByLabelText('מה קרה').selectOptions('הוסרה')
  await expect.poll(stored).toEqual({ event: 'contact.tagged', match: { tag_id: 'vip', change: 'removed' } })
  await page.getByLabelText('תגית').selectOptions('כל תגית')
  await expect.poll(stored).toEqual({ event: 'contact.tagged', match: { change: 'removed' } })
})

test('selecting another event clears the match values', async () => {
  await render(<Fields first={tagged} />)
  const event = page.getByLabelText('אירוע')
  const other = [...(event.element() as HTMLSelectElement).options].find(({ value }) => value === 'contact.updated')!
  await event.selectOptions(other.value)
  await expect.poll(stored).toEqual({ event: 'contact.updated', match: {} })
  await expect.element(page.getByLabelText('סטטוס חדש')).toHaveValue('')
})

test('the event of watched webinars can be filtered by purchase', async () => {
  await render(<Fields first={{ event: 'webinar.stayed', match: { bought: false } }} />)
  const bought = page.getByRole('combobox', { name: 'רכישה' })
  await expect.element(bought).toHaveValue('false')
  await bought.selectOptions('true')
  await expect.poll(stored).toEqual({ event: 'webinar.stayed', match: { bought: true } })
  await bought.selectOptions('רכשו או לא רכשו')
  await expect.poll(stored).toEqual({ event: 'webinar.stayed', match: {} })
})

test('a webinar event matches all webinars, or a selected one', async () => {
  await render(<Fields first={{ event: 'webinar.registered', match: {} }} />)
  const webinar = page.getByRole('combobox', { name: 'הדרכה' })
  await webinar.selectOptions('תקציב של אביב')
  await expect.poll(stored).toEqual({ event: 'webinar.registered', match: { webinar_id: 'spring' } })
  await webinar.selectOptions('כל ההדרכות')
  await expect.poll(stored).toEqual({ event: 'webinar.registered', match: {} })
})

test('a completed quiz matches every stage, or a selected one, stored as a number', async () => {
  await render(<Fields first={{ event: 'quiz.completed', match: {} }} />)
  const stage = page.getByRole('combobox', { name: 'שלב בשאלון' })
  await stage.selectOptions('שלב 2')
  await expect.poll(stored).toEqual({ event: 'quiz.completed', match: { stage: 2 } })
  await expect.element(stage).toHaveValue('2')
  await stage.selectOptions('כל שלב')
  await expect.poll(stored).toEqual({ event: 'quiz.completed', match: {} })
})

test('a form submission matches any form, or a selected one', async () => {
  await render(<Fields first={{ event: 'form.submitted', match: {} }} />)
  const form = page.getByRole('combobox', { name: 'טופס', exact: true })
  await form.selectOptions('היכרות ראשונה')
  await expect.poll(stored).toEqual({ event: 'form.submitted', match: { form_id: 'first' } })
  await form.selectOptions('כל הטפסים')
  await expect.poll(stored).toEqual({ event: 'form.submitted', match: {} })
})
