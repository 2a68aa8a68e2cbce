import { expect, test } from 'vitest'
import { mayKeep } from './may-keep.ts'

test.each([
  ['client', 'noa'],
  ['portal', 'tasks'],
  ['threads', 'contact', true],
  ['inbox'],
  ['business-profile', 'public'],
])('an answer of the portal is stored: %s %s', (...key) => expect(mayKeep(key)).toBe(true))

test.each([
  ['portal', 'preview', 'contact'],
  ['budget', '2026-11'],
  ['metrics', 'mine'],
  ['contacts', 'list'],
  ['business-profile', 'editable', 'owner'],
  ['my_sessions', 'noa'],
  ['a query of tomorrow'],
])('what is sealed, of the staff, or not named is not stored: %s %s', (...key) => expect(mayKeep(key)).toBe(false))
