import { expect, test } from 'vitest'
import { callPermission, registryDays } from './call-permission.ts'

const now = new Date('2026-11-22T10:00:00Z')
const nothing = {
  do_not_contact: false,
  call_basis: null,
  call_basis_at: null,
  call_basis_note: null,
  dnc_checked_at: null,
} as const
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
const kindOf = (known: Partial<Parameters<typeof callPermission>[0]>) =>
  callPermission({ ...nothing, ...known }, now).kind

test('without a basis or a registry check, marketing calls are not permitted', () => {
  expect(kindOf({})).toBe('check')
})

test('a registry check is valid for fifteen days, and has expired on the sixteenth', () => {
  expect(registryDays).toBe(15)
  expect(kindOf({ dnc_checked_at: daysAgo(15) })).toBe('free')
  expect(kindOf({ dnc_checked_at: daysAgo(16) })).toBe('check')
})

test('a contact who requested a call can be called, and the basis is shown with its date', () => {
  const permission = callPermission(
    { ...nothing, call_basis: 'callback', call_basis_at: daysAgo(3), call_basis_note: 'פנייה מהאתר' },
    now,
  )
  expect(permission.kind).toBe('free')
  expect(permission.text).toContain('ביקשו שנתקשר')
  expect(permission.text).toContain('פנייה מהאתר')
})

test('a do-not-contact contact may be called for service only, regardless of the basis', () => {
  expect(kindOf({ do_not_contact: true, call_basis: 'consent', call_basis_at: daysAgo(1) })).toBe('service_only')
  expect(callPermission({ ...nothing, do_not_contact: true }, now).text).toBe(
    'המספר סומן ״אין ליצור קשר שיווקי״. אפשר להתקשר רק בעניין שירות',
  )
})
