import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Feed, createFeed } from '../changes/feed.ts'
import type { SourceSetting } from './source.ts'

const db = await testDatabase()
const { log } = fastify()
const feeds: Feed[] = []
afterAll(() => Promise.all(feeds.map((feed) => feed.stop())))

async function openNode(setting: SourceSetting) {
  const feed = createFeed(db.connect, log, setting)
  feeds.push(feed)
  const received: string[] = []
  feed.onMessage('rt', (content) => received.push(content.toString()))
  expect(await feed.isStreaming(9000)).toBe(true)
  return { ...feed, received }
}

test.each(['log', 'triggers'] as const)(
  'messages of one node reach all nodes in order, and only the handlers of their prefix (%s)',
  async (kind) => {
    const [first, second] = [await openNode(kind), await openNode(kind)]
    const elsewhere: string[] = []
    second.onMessage('other', (content) => elsewhere.push(content.toString()))
    const sent = Array.from({ length: 500 }, (_, i) => `שלום ${i}`)
    await Promise.all(sent.map((text) => first.emit('rt', Buffer.from(text))))
    await eventually(() => expect([first.received.length, second.received.length]).toEqual([500, 500]))
    expect(first.received).toEqual(sent)
    expect(second.received).toEqual(sent)
    expect(elsewhere).toEqual([])
    expect(first.nodeId).not.toBe(second.nodeId)
  },
)
