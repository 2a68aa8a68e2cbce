import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { type PresentMember, createPresence } from './presence.ts'
import { type Member, createTopics } from './topics.ts'

const topicRef = { topic: 'realtime:lobby', isPrivate: false }
const present = (id: string, key = id, node = 'here'): PresentMember => ({
  node,
  topicRef,
  id,
  key,
  meta: { phx_ref: crypto.randomUUID(), status: id },
})

function lobby() {
  const topics = createTopics()
  const diffs: { joins: object; leaves: object }[] = []
  const member: Member = {
    version: '2.0.0',
    receives: { broadcast: true, presence: true },
    take() {},
    send: (frame) =>
      diffs.push(JSON.parse(frame.subarray(frame[1]! < 126 ? 2 : frame[1] === 126 ? 4 : 10).toString())[4]),
  }
  topics.join(topicRef, member)
  return { ...createPresence(topics), diffs }
}
const keysOf = ({ joins, leaves }: { joins: object; leaves: object }) => [Object.keys(joins), Object.keys(leaves)]

test('simultaneous joins are sent in one diff, a single join immediately', async () => {
  const { set, diffs } = lobby()
  for (const id of ['a', 'b', 'c']) set(present(id))
  await eventually(() => expect(diffs.map(keysOf)).toEqual([[['a', 'b', 'c'], []]]))
  for (const id of ['d', 'e', 'f']) {
    set(present(id))
    await sleep(1)
  }
  await eventually(() =>
    expect(diffs.flatMap((diff) => Object.keys(diff.joins))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']),
  )
  expect(diffs.length).toBeLessThan(5)
})

test('a join and leave before the next diff are not sent', async () => {
  const { set, remove, state, diffs } = lobby()
  set(present('a'))
  remove('here', 'a')
  set(present('b'))
  await eventually(() => expect(diffs.map(keysOf)).toEqual([[['b'], []]]))
  expect(Object.keys(state(topicRef))).toEqual(['b'])
})

test('a client that received the state also receives every later leave', async () => {
  const { set, remove, state, diffs } = lobby()
  set(present('a'))
  expect(Object.keys(state(topicRef))).toEqual(['a'])
  remove('here', 'a')
  await eventually(() =>
    expect(diffs.map(keysOf)).toEqual([
      [['a'], []],
      [[], ['a']],
    ]),
  )
})

test('two channels of one user are two presences under one key, and closing the first removes only its presence', async () => {
  const { set, remove, state } = lobby()
  set(present('first', 'dana'))
  set(present('second', 'dana'))
  expect(state(topicRef)['dana']!.metas).toMatchObject([{ status: 'first' }, { status: 'second' }])
  remove('here', 'first')
  expect(state(topicRef)['dana']!.metas).toMatchObject([{ status: 'second' }])
})

test('a snapshot replaces the presence of another node, and presences that stay cause no diff', async () => {
  const { set, replace, state, diffs, ofNode } = lobby()
  const [a, b, c] = [present('a', 'a', 'there'), present('b', 'b', 'there'), present('c', 'c', 'there')]
  set(present('me'))
  for (const one of [a, b]) set(one)
  await eventually(() => expect(diffs).toHaveLength(1))
  replace('there', [b, c])
  await eventually(() => expect(diffs.slice(1).map(keysOf)).toEqual([[['c'], ['a']]]))
  replace('there', [])
  expect(Object.keys(state(topicRef))).toEqual(['me'])
  expect(ofNode('there')).toEqual([])
})
