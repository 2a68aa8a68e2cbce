import { expect, test } from 'vitest'
import type { ShownContact } from './contacts.data.ts'
import { differences } from './differences.ts'

const noa: ShownContact = {
  id: '1',
  first_name: 'נועה',
  last_name: 'לדוגמה',
  full_name: 'נועה לדוגמה',
  gender_form: 'neutral',
  birth_date: null,
  lifecycle: 'lead',
  do_not_contact: false,
  owner_id: null,
  client_user_id: null,
  source: 'אתר',
  household_role: null,
  external_id: null,
  merged_into_id: null,
  created_at: '2026-11-20T10:00:00Z',
  deleted_at: null,
  version: 1,
  household: null,
  points: [],
  staff_details: null,
}

test('only differing columns are listed, with their current value', () => {
  const now = { ...noa, last_name: 'דוגמה-לוי', lifecycle: 'client' as const, owner_id: 'u1', version: 2 }
  expect(differences(noa, now, (id) => (id === 'u1' ? 'הילה' : undefined))).toEqual([
    { label: 'שם משפחה', value: 'דוגמה-לוי' },
    { label: 'סוג', value: 'לקוח/ה' },
    { label: 'באחריות', value: 'הילה' },
  ])
  expect(differences(noa, { ...noa, version: 9 }, () => undefined)).toEqual([])
})
