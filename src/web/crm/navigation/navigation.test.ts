import { expect, test } from 'vitest'
import type { Role } from '#platform/accounts/roles.ts'
import { navigationFor } from './navigation.ts'

const labels = (...mine: Role[]) => navigationFor(mine).flatMap(({ label }) => label ?? [])

test.each<[Role, string[]]>([
  ['owner', ['מכירות', 'ליווי', 'פגישות', 'תפעול', 'האתר']],
  ['admin', ['מכירות', 'ליווי', 'פגישות', 'תפעול', 'האתר']],
  ['coach', ['מכירות', 'ליווי', 'פגישות']],
  ['sales', ['מכירות', 'ליווי', 'פגישות']],
  ['content', ['האתר']],
])('%s sees only the sections of that role', (role, rooms) => {
  expect(labels(role)).toEqual(rooms)
})

test('a user with two roles sees the sections of both', () => {
  expect(labels('content', 'sales')).toEqual(['מכירות', 'ליווי', 'פגישות', 'האתר'])
})

test.each<Role>(['owner', 'coach', 'sales', 'content'])('webinars are listed once for the role %s', (role) => {
  const items = navigationFor([role]).flatMap((group) => group.items)
  expect(items.filter(({ to }) => to === '/admin/webinars')).toHaveLength(1)
})
