import { expect, test } from 'vitest'
import { differingFields, defaultChoices, defaultWinner } from './merge-fields.ts'

type Facts = Parameters<typeof defaultChoices>[0]
const record: Facts = {
  first_name: 'נועה',
  last_name: 'לוי',
  lifecycle: 'lead',
  owner_id: null,
  source: null,
  household_id: null,
  client_user_id: null,
  birth_date: null,
  gender_form: 'neutral',
  external_id: null,
  call_basis: null,
  custom: {},
  created_at: '2026-01-02T00:00:00Z',
}

const but = (facts: Partial<Facts>): Facts => ({ ...record, ...facts })

test('equal fields are not offered as a choice; custom fields are compared like all others', () => {
  expect(differingFields(record, but({}))).toEqual([])
  expect(differingFields(record, but({ source: 'אתר', custom: { city: 'חיפה', kids: [1] } }))).toEqual([
    'source',
    'custom.city',
    'custom.kids',
  ])
})

test('the winner is the contact with a login, otherwise the one with the later lifecycle, otherwise the older one', () => {
  const login = but({ client_user_id: 'u', created_at: '2026-05-05T00:00:00Z' })
  expect(defaultWinner(record, login)).toBe(login)
  const client = but({ lifecycle: 'client', created_at: '2026-05-05T00:00:00Z' })
  const past = but({ lifecycle: 'past_client' })
  expect(defaultWinner(record, client)).toBe(client)
  expect(defaultWinner(past, client)).toBe(client)
  expect(defaultWinner(past, but({ lifecycle: 'qualified' }))).toBe(past)
  const older = but({ created_at: '2025-01-01T00:00:00Z' })
  expect(defaultWinner(record, older)).toBe(older)
})

test('a non-empty value is preferred over an empty one, and a client stays a client', () => {
  const winner = but({ last_name: null, custom: { city: 'חיפה' } })
  const loser = but({ lifecycle: 'client', owner_id: 'o', gender_form: 'f', custom: { city: 'עכו', kids: 2 } })
  expect(defaultChoices(winner, loser)).toEqual({
    last_name: 'loser',
    lifecycle: 'loser',
    owner_id: 'loser',
    gender_form: 'loser',
    'custom.city': 'winner',
    'custom.kids': 'loser',
  })
})
