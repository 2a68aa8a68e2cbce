import { expect, test } from 'vitest'
import { filterOf, isFiltered } from './opportunity-filter.ts'

const me = '11111111-1111-4111-8111-111111111111'
const read = (address: string) => filterOf(new URLSearchParams(address), me, '2026-12-20')

test.each([
  ['', {}],
  ['q=%20דנה%20', { query: 'דנה' }],
  ['owner=me,none', { owners: [me, '00000000-0000-0000-0000-000000000000'] }],
  ['source=אתר,none', { sources: ['אתר', ''] }],
  ['step=none,overdue', { steps: ['none', 'overdue'] }],
  ['status=won&rotting=1', { statuses: ['won'], rotting: true }],
  ['closes=month', { closes_from: '2026-12-01', closes_until: '2026-12-31' }],
  ['closes=next', { closes_from: '2027-01-01', closes_until: '2027-01-31' }],
  ['closes=2028-02', { closes_from: '2028-02-01', closes_until: '2028-02-29' }],
  ['closes=overdue', { closes_until: '2026-12-19' }],
  ['closes=none', { without_close: true }],
])('the query string "%s" is parsed', (address, filter) => {
  expect(read(address)).toEqual(filter)
})

test('unknown URL parameters are ignored', () => {
  const filter = read('owner=dana&step=someday&status=toString&closes=2026-13&rotting=yes&view=1')
  expect(isFiltered(filter)).toBe(false)
})
