import { expect, test } from 'vitest'
import { isTold } from './position.ts'

const inLog = (lsn: string, n: number) => ({ lsn, n })
const inOutbox = (transaction: string, id: string, before = '10:10:', after = '20:20:') => ({ before, after, transaction, id }) // prettier-ignore

test.each([
  ['an earlier transaction', inLog('9', 5), inLog('10', 0), true],
  ['the same change', inLog('10', 2), inLog('10', 2), true],
  ['a later change of the same transaction', inLog('10', 3), inLog('10', 2), false],
  ['a later transaction', inLog('18446744073709551615', 0), inLog('10', 2), false],
  ['a row read earlier', inOutbox('9', '999'), inOutbox('15', '7'), true],
  ['a row read at once, written before', inOutbox('16', '6'), inOutbox('15', '7'), true],
  ['a row read at once, written after', inOutbox('14', '8'), inOutbox('15', '7'), false],
  [
    'a row of a transaction that ran all the time',
    inOutbox('12', '3'),
    inOutbox('15', '7', '10:10:', '12:20:12,17'),
    false,
  ],
  ['a row of a transaction that came later', inOutbox('20', '3'), inOutbox('15', '7'), false],
  ['a row, when the log was read before', inOutbox('20', '3'), inLog('10', 2), undefined],
])('%s', (_, change, last, expected) => {
  expect(isTold(change, last)).toBe(expected)
})
