import { expect, test } from 'vitest'
import { filterOf, isAscending } from './appointment-list.ts'

const host = '00000000-0000-4000-8000-000000000001'
const read = (search: string) => filterOf(new URLSearchParams(search))

test('a URL without parameters lists upcoming appointments, soonest first', () => {
  expect(read('')).toEqual({ shown: 'ahead' })
  expect(isAscending(read(''))).toBe(true)
})

test('each URL parameter sets its filter', () => {
  expect(read(`shown=past&q= דנה &host=${host}&type=${host}&from=2026-03-01&until=2026-03-31`)).toEqual({
    shown: 'past',
    query: 'דנה',
    hosts: [host],
    types: [host],
    from_day: '2026-03-01',
    until_day: '2026-03-31',
  })
  expect(isAscending(read('shown=past'))).toBe(false)
})

test('unknown values in the URL are ignored', () => {
  expect(read('shown=toString&host=x,,&from=2026-02-30&until=soon')).toEqual({ shown: 'ahead' })
})
