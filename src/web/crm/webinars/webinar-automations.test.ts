import { expect, test } from 'vitest'
import type { ShownAutomation } from '#features/automations/automations.data.ts'
import { type Definition, emptyDefinition, type Step } from '#features/automations/engine/definition.ts'
import { automationsOfWebinar } from './webinar-automations.ts'

const on = (event: string, match: Record<string, string> = {}, steps: Step[] = []): Definition => ({
  ...emptyDefinition({ type: 'event', event, match }),
  steps,
})
const automation = (id: string, definition: Definition, more: Partial<ShownAutomation> = {}): ShownAutomation => ({
  id,
  name: id,
  kind: 'automation',
  status: 'draft',
  definition,
  current_version: null,
  paused_because: null,
  recipe: null,
  updated_at: '2026-01-01T00:00:00Z',
  version: 1,
  ...more,
})
const idsOf = (automations: readonly ShownAutomation[], published: Parameters<typeof automationsOfWebinar>[2] = []) =>
  automationsOfWebinar('spring', automations, published).map(({ id }) => id)

test('automations of this webinar come before those of all webinars; those of another one are excluded', () => {
  expect(
    idsOf([
      automation('all', on('webinar.missed')),
      automation('own', on('webinar.missed', { webinar_id: 'spring' })),
      automation('other', on('webinar.missed', { webinar_id: 'winter' })),
      automation('else', on('lead.captured')),
      automation('archived', on('webinar.missed'), { status: 'archived' }),
    ]),
  ).toEqual(['own', 'all'])
})

test('an automation with a step that waits for an event of the webinar is included, and each updated system is listed once', () => {
  const hook = (id: string): Step => ({ id, kind: 'webhook', url: 'https://hooks.example.com/secret' })
  const wait: Step = {
    id: 'wait1',
    kind: 'await',
    event: 'webinar.stayed',
    match: {},
    timeoutMinutes: 60,
    then: [hook('hook1')],
    else: [hook('hook2')],
  }
  const [found] = automationsOfWebinar('spring', [automation('waits', on('lead.captured', {}, [wait]))], [])
  expect(found).toMatchObject({ events: ['webinar.stayed'], isOwn: false, hosts: ['hooks.example.com'] })
})

test('for a published automation its draft is ignored', () => {
  const changed = automation('changed', on('webinar.missed'), { status: 'enabled', current_version: 2 })
  const version = (number: number, definition: Definition) => ({
    automation_id: 'changed',
    version: number,
    definition,
  })
  expect(idsOf([changed], [version(1, on('webinar.missed'))])).toEqual([])
  expect(idsOf([changed], [version(2, on('webinar.joined'))])).toEqual(['changed'])
})
