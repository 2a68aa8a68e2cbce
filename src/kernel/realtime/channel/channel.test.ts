import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { createPresence } from '../presence.ts'
import { createTopics } from '../topics.ts'
import { Channel } from './channel.ts'
import { type Rights, noRights } from './rights.ts'

const topic = 'realtime:club'
const frame = (event: string, payload: unknown) => ({ joinRef: '1', ref: '1', topic, event, payload })
const mayListen: Rights = { ...noRights, broadcast: { listen: true, send: false } }

/** A token whose signature is not in the cache of verified ones, so that verifying it takes longer. */
const unknownToken = `e30.${Buffer.from('{"role":"first"}').toString('base64url')}.`

/** A private channel with a fake lookup of rights, which the test resolves per token. Tokens are names. */
function openChannel(joinToken = 'first') {
  const sent: string[] = []
  const lookups = new Map<string, PromiseWithResolvers<Rights>>()
  const topics = createTopics()
  let queries = 0
  let requestCount = 0
  const context = {
    tokens: {
      roleOfKey: (key: string) => (key === unknownToken ? undefined : key),
      async verify() {
        await turn()
        return { role: 'first', exp: Date.now() / 1000 + 60 }
      },
    },
    pool: { query: async () => ({ rows: [], queries: ++queries }) },
    feed: { remove() {} },
    topics,
    presence: createPresence(topics),
    bus: { ready: async () => {}, absent() {} },
    rightsOf(_topic: string, { role }: { role: string }) {
      const lookup = Promise.withResolvers<Rights>()
      lookups.set(role, lookup)
      requestCount++
      return lookup.promise
    },
    privateChannels: new Set(),
    mayTrack: () => true,
    limits: defaultLimits,
    log: { error() {}, warn() {} },
  }
  const socket = {
    version: '1.0.0',
    apikey: 'anon',
    send(bytes: Buffer) {
      const { event } = JSON.parse(bytes.toString('utf8', bytes[1]! < 126 ? 2 : 4)) as { event: string }
      sent.push(event)
    },
    forget() {},
    refuseJoin: (answer: () => void) => answer(),
  }
  const join = frame('phx_join', {
    access_token: joinToken,
    config: { private: true, broadcast: { replay: { since: 0 } } },
  })
  const channel = new Channel(context as never, socket as never, join)
  return {
    channel,
    sent,
    queries: () => queries,
    asked: () => requestCount,
    join: () => void channel.join(join),
    show: (access_token: string) => void channel.setToken({ access_token }),
    isAsked: (token: string) => expect.poll(() => lookups.has(token)).toBe(true),
    answer: async (token: string, rights: Rights) => {
      lookups.get(token)!.resolve(rights)
      await turn()
    },
    hears: async () => {
      const before = sent.length
      topics.broadcast({ topic, isPrivate: true }, { event: 'x', json: '{}' })
      await turn()
      return sent.slice(before).includes('broadcast')
    },
  }
}

test('a token without rights that arrives during the join of a private channel prevents the join', async () => {
  const { sent, join, show, isAsked, answer, hears } = openChannel(unknownToken)
  join()
  show('second')
  await isAsked('first')
  await isAsked('second')
  await answer('first', noRights)
  await answer('second', noRights)
  expect(await hears()).toBe(false)
  expect(sent).toEqual(['phx_reply'])
})

test('a private channel receives nothing while all checked tokens were refused and another check is pending', async () => {
  const { sent, queries, join, show, isAsked, answer, hears } = openChannel()
  join()
  await isAsked('first')
  show('second')
  await isAsked('second')
  show('third')
  await isAsked('third')
  await answer('second', noRights)
  await answer('first', noRights)
  expect(await hears()).toBe(false)
  expect(queries()).toBe(0)
  await answer('third', noRights)
  expect(sent.at(-1)).toBe('phx_close')
})

test('a refused token stops the events of an open private channel, even while another token is being checked', async () => {
  const { channel, join, show, isAsked, answer, hears } = openChannel()
  join()
  await isAsked('first')
  await answer('first', mayListen)
  expect(await hears()).toBe(true)
  show('second')
  await isAsked('second')
  show('third')
  await isAsked('third')
  await answer('second', noRights)
  expect(await hears()).toBe(false)
  await answer('third', mayListen)
  expect(await hears()).toBe(true)
  channel.end()
})

test('rights that change during a join are looked up again after the join', async () => {
  const { channel, sent, join, isAsked, answer, asked } = openChannel()
  join()
  await isAsked('first')
  await channel.refreshRights()
  await answer('first', mayListen)
  expect(asked()).toBe(2)
  await answer('first', noRights)
  expect(sent.at(-1)).toBe('phx_close')
})
