import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emptyDefinition } from '#features/automations/engine/definition.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const owner = backendAs('owner')
async function addWebinar(more: { stream?: { provider: 'youtube'; ref: string } } = {}) {
  const slug = `connected-${crypto.randomUUID().slice(0, 8)}`
  const { data } = await owner
    .from('webinars')
    .insert({ title: `הדרכה ${slug}`, slug })
    .select('id, title')
    .single()
    .throwOnError()
  await owner
    .from('webinars')
    .update({ replay_hours: 48, ...more })
    .eq('id', data.id)
    .throwOnError()
  return data
}
const openPart = () => page.getByRole('tab', { name: 'חיבורים' }).click()
const connections = () => page.getByRole('region', { name: 'חיבורים' })

test('a webinar lists its broadcast source and the automations it starts, each with a link', async () => {
  const webinar = await addWebinar({ stream: { provider: 'youtube', ref: 'dQw4w9WgXcQ' } })
  const { data: automation } = await owner
    .from('automations')
    .insert({
      name: `גיליון ${webinar.title}`,
      kind: 'automation',
      definition: {
        ...emptyDefinition({ type: 'event', event: 'webinar.missed', match: { webinar_id: webinar.id } }),
        steps: [{ id: 'hook1', kind: 'webhook', url: 'https://hooks.example.com/secret' }],
      },
    })
    .select('id, name')
    .single()
    .throwOnError()
  await openScreen(`/admin/webinars/${webinar.id}`, 'owner')
  await openPart()
  const row = connections().getByRole('listitem').filter({ hasText: automation.name })
  await expect.element(row.getByText('רק ההדרכה הזאת')).toBeVisible()
  await expect.element(row.getByText(/מעדכנת את/)).toHaveTextContent('מעדכנת את hooks.example.com')
  await expect.element(row.getByRole('link')).toHaveAttribute('href', `/crm/automations/${automation.id}`)
  await expect.element(connections().getByText('YouTube')).toBeVisible()
  expect(connections().element().textContent).not.toContain('secret')
  await connections().getByRole('button', { name: 'עריכה: השידור' }).click()
  await expect.element(page.getByRole('textbox', { name: 'כתובת השידור' })).toHaveFocus()
})

test('one click creates a draft automation triggered by a registration for this webinar', async () => {
  const webinar = await addWebinar()
  await openScreen(`/admin/webinars/${webinar.id}`, 'owner')
  await openPart()
  await connections().getByRole('button', { name: 'אוטומציה להדרכה' }).click()
  await expect.element(page.getByRole('combobox', { name: 'הדרכה' })).toHaveValue(webinar.id)
  const { data } = await owner
    .from('automations')
    .select('status, definition')
    .eq('name', `הרשמה: ${webinar.title}`)
    .throwOnError()
  expect(data).toEqual([
    {
      status: 'draft',
      definition: expect.objectContaining({
        trigger: { type: 'event', event: 'webinar.registered', match: { webinar_id: webinar.id } },
      }) as unknown,
    },
  ])
})

test('a content editor sees the integrations, but cannot create an automation', async () => {
  const webinar = await addWebinar()
  await openScreen(`/admin/webinars/${webinar.id}`, 'content')
  await openPart()
  await expect.element(connections().getByText('Meta Pixel')).toBeVisible()
  expect(connections().getByRole('button', { name: 'אוטומציה להדרכה' }).query()).toBeNull()
})
