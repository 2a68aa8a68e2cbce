import { expect, test } from 'vitest'
import { listenedEvents } from '#features/automations/engine/listened-events.ts'
import { recipes } from '#features/automations/recipes.ts'
import type { EventDeclarations } from '#platform/events/events.ts'
import { filesBelow, root } from '../../../../test/source.ts'
import { eventTypes } from './event-catalog.ts'

test('the catalog has the events of every module', async () => {
  const declared: string[] = []
  for (const file of filesBelow('src', (path) => path.endsWith('.events.ts'))) {
    const { events }: { events: EventDeclarations } = await import(`${root}/${file}`)
    declared.push(...Object.keys(events))
  }
  expect(eventTypes.toSorted()).toEqual(declared.toSorted())
})

test.each(recipes)('a module declares the events of the recipe $key', ({ definition }) => {
  const { trigger } = definition
  const events = [...listenedEvents(definition), ...(trigger.type === 'event' ? [trigger.event] : [])]
  expect(events.filter((type) => !eventTypes.includes(type))).toEqual([])
})
