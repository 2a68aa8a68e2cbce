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

async function openNode(way: SourceSetting) {
  const feed = createFeed(db.connect, log, way)
  feeds.push(feed)
  const heard: string[] = []
  feed.onMessage('rt', (content) => heard.push(content.toString()))
  expect(await feed.isStreaming(9000)).toBe(true)
  return { ...feed, heard }
}

test.each(['log', 'triggers'] as const)(
  'what one node tells, every node receives in its order, and nobody who listens to something else (%s)',
  async (way) => {
    const [first, second] = [await openNode(way), await openNode(way)]
    const elsewhere: string[] = []
    second.onMessage('other', (content) => elsewhere.push(content.toString()))
    const told = Array.from({ length: 500 }, (_, i) => `שלום ${i}`)
    await Promise.all(told.map((text) => first.emit('rt', Buffer.from(text))))
    await eventually(() => expect([first.heard.length, second.heard.length]).toEqual([500, 500]))
    expect(first.heard).toEqual(told)
    expect(second.heard).toEqual(told)
    expect(elsewhere).toEqual([])
    expect(first.nodeId).not.toBe(second.nodeId)
  },
)
