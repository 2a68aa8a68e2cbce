import { expect, test } from 'vitest'
import type { Role } from '#features/accounts/roles.ts'
import { navigationFor } from './navigation.ts'

const labels = (...mine: Role[]) => navigationFor(mine).flatMap(({ label }) => label ?? [])

test.each<[Role, string[]]>([
  ['owner', ['מכירות', 'האתר']],
  ['admin', ['מכירות', 'האתר']],
  ['coach', ['מכירות']],
  ['sales', ['מכירות']],
  ['content', ['האתר']],
])('what is closed to %s is not shown to them', (role, rooms) => {
  expect(labels(role)).toEqual(rooms)
})

test('two roles open the rooms of both', () => {
  expect(labels('content', 'sales')).toEqual(['מכירות', 'האתר'])
})
