import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { applyOptimistically } from './optimistic-tasks.ts'

const task = (id: string, more: object = {}) => ({ id, name: id, status: 'To Do', version: 1, ...more })
const listKey = ['tasks', 'open', 'me']
const aboutKey = ['tasks', 'about', { contactId: 'c' }]

function twoLists() {
  const queries = new QueryClient()
  queries.setQueryData(listKey, { pages: [[task('a')], [task('b')]], pageParams: [undefined, task('a')] })
  queries.setQueryData(aboutKey, [task('a'), task('c')])
  const statuses = () => [
    queries
      .getQueryData<{ pages: { status: string }[][] }>(listKey)!
      .pages.flat()
      .map(({ status }) => status),
    queries.getQueryData<{ status: string }[]>(aboutKey)!.map(({ status }) => status),
  ]
  return { queries, statuses }
}
const done = (...ids: string[]) => ids.map((id) => ({ id, status: 'Done' as const }))

test('a change is applied to every cached list at once, and rolled back on failure', () => {
  const { queries, statuses } = twoLists()
  const rollback = applyOptimistically(queries, done('a', 'b'))
  expect(statuses()).toEqual([
    ['Done', 'Done'],
    ['Done', 'To Do'],
  ])
  rollback(['a', 'b'])
  expect(statuses()).toEqual([
    ['To Do', 'To Do'],
    ['To Do', 'To Do'],
  ])
})

test('of several changes only the failed ones are rolled back', () => {
  const { queries, statuses } = twoLists()
  applyOptimistically(queries, done('a', 'b'))(['b'])
  expect(statuses()[0]).toEqual(['Done', 'To Do'])
})

test('a rollback keeps newer fetched data and other pending changes', () => {
  const { queries, statuses } = twoLists()
  const rollback = applyOptimistically(queries, done('a', 'c'))
  applyOptimistically(queries, done('b'))
  queries.setQueryData(aboutKey, [task('a', { status: 'In Progress' }), task('c', { status: 'Done' })])
  rollback(['a', 'c'])
  expect(statuses()).toEqual([
    ['To Do', 'Done'],
    ['In Progress', 'To Do'],
  ])
})
