import { expect, test } from 'vitest'
import { isPersistable } from './is-persistable.ts'

test.each([
  ['client', 'noa'],
  ['portal', 'tasks'],
  ['threads', 'contact', true],
  ['inbox'],
  ['business-profile', 'public'],
])('a query result of the portal is stored: %s %s', (...key) => expect(isPersistable(key)).toBe(true))

test.each([
  ['portal', 'preview', 'contact'],
  ['budget', '2026-11'],
  ['metrics', 'mine'],
  ['contacts', 'list'],
  ['business-profile', 'editable', 'owner'],
  ['my_sessions', 'noa'],
  ['a query of tomorrow'],
])('sealed, staff and unlisted query results are not stored: %s %s', (...key) => expect(isPersistable(key)).toBe(false))
