import { expect, test } from 'vitest'
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
