import { expect, test } from 'vitest'
import type { Step } from '#features/automations/engine/definition.ts'
import { choicesFor, needsEvent } from './template-choices.ts'
import type { Choices } from './use-choices.ts'

const template = (id: string, context: string | null) => ({ id, text: id, isPublished: true, context })
const choices: Choices = {
  tags: [],
  stages: [],
  fields: [],
  staff: [],
  templates: [template('plain', null), template('meeting', 'appointment'), template('order', 'order')],
  automations: [],
  webinars: [],
  forms: [],
}
const mail = (templateId: string): Step => ({ id: 'mail', kind: 'message', templateId, only: [] })
const offered = (event: string, steps: Step[] = []) =>
  choicesFor(choices, { trigger: { type: 'event', event, match: {} }, steps }).templates.map(({ id }) => id)

test('templates about an entity are offered after events about it', () => {
  expect(offered('appointment.confirmed')).toEqual(['plain', 'meeting'])
  expect(offered('order.paid')).toEqual(['plain', 'order'])
  expect(offered('contact.created')).toEqual(['plain'])
})

test('a template used by a step stays in the list, also inside a branch', () => {
  expect(offered('contact.created', [mail('order')])).toEqual(['plain', 'order'])
  const branch: Step = { id: 'split', kind: 'branch', conditions: [], then: [mail('meeting')], else: [] }
  expect(offered('contact.created', [branch])).toEqual(['plain', 'meeting'])
})

test('steps with a template about an entity require a trigger event about it', () => {
  expect(needsEvent(choices, [mail('plain')])).toBe(false)
  expect(needsEvent(choices, [mail('plain'), mail('order')])).toBe(true)
})
