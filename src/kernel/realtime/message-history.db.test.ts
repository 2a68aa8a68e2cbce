import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { openServer } from './socket/server.fixture.ts'
import { pruneMessages } from './message-history.ts'

const { db, tokens, url, open } = await openServer()

await db.sql(`
  create policy "all callers receive and send" on realtime.messages to authenticated
    using (extension in ('broadcast', 'presence')) with check (extension in ('broadcast', 'presence'));
  create policy "scribes save" on realtime.messages for insert to authenticated
    with check (extension = 'persistence' and (select auth.jwt() ->> 'scribe') = 'yes');
  create table moves (id int8 primary key, place text);
  create function broadcast_move() returns trigger language plpgsql security definer as $$ begin
    perform realtime.broadcast_changes('moves', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
    return null;
  end $$;
  create trigger broadcast_move after insert or update or delete on moves for each row execute function broadcast_move();
`)

type Message = { event: string; payload: Record<string, unknown>; meta?: { id: string; replayed?: boolean } }

const clients: SupabaseClient[] = []
afterAll(() => Promise.all(clients.map((client) => client.removeAllChannels())))

async function enter(topic: string, { scribe = 'no', broadcast = {} }: { scribe?: string; broadcast?: object } = {}) {
  const token = await tokens.signIn({ scribe })
  const client = createClient(url, tokens.anonKey, { accessToken: async () => token })
  clients.push(client)
  await client.realtime.setAuth()
  const received: Message[] = []
  const channel = client.channel(topic, { config: { private: true, broadcast: { ack: true, ...broadcast } } })
  channel.on('broadcast', { event: '*' }, (message) => received.push(message as unknown as Message))
  const status = await new Promise((resolve) => channel.subscribe((word, error) => resolve(error?.message ?? word)))
  return { channel, received, status }
}
const texts = (received: Message[]) => received.map(({ payload }) => payload['text'])

test('a saved message is received at once, and replayed to a later client that requests the history', async () => {
  const startedAt = Date.now()
  const [dana, yossi] = [await enter('log', { scribe: 'yes' }), await enter('log')]
  const send = (text: string, persist: boolean | { ttl: number }) =>
    dana.channel.send({ type: 'broadcast', event: 'line', payload: { text }, persist })
  expect(await send('ראשון', true)).toBe('ok')
  expect(await send('שני', { ttl: 60 })).toBe('ok')
  expect(await dana.channel.send({ type: 'broadcast', event: 'line', payload: { text: 'שלישי' } })).toBe('ok')
  await eventually(() => expect(texts(yossi.received)).toEqual(['ראשון', 'שני', 'שלישי']))
  const gal = await enter('log', { broadcast: { replay: { since: startedAt - 1000 } } })
  expect(gal.status).toBe('SUBSCRIBED')
  await eventually(() => expect(texts(gal.received)).toEqual(['ראשון', 'שני']))
  expect(gal.received[0]).toMatchObject({ event: 'line', meta: { id: expect.any(String), replayed: true } })
  const [last, none] = [
    await enter('log', { broadcast: { replay: { since: startedAt - 1000, limit: 1 } } }),
    await enter('log', { broadcast: { replay: { since: Date.now() + 60_000 } } }),
  ]
  await eventually(() => expect(texts(last.received)).toEqual(['שני']))
  expect(none.received).toEqual([])
})

test('a client without the right to save messages is refused, and nothing is sent', async () => {
  const [dana, yossi] = [await enter('quiet'), await enter('quiet')]
  const send = (persist: unknown) =>
    dana.channel.send({ type: 'broadcast', event: 'line', payload: { text: 'x' }, persist: persist as boolean })
  expect(await send(true)).toBe('persistence_unauthorized')
  const scribe = await enter('quiet', { scribe: 'yes' })
  const save = (payload: object, persist: unknown) =>
    scribe.channel.send({ type: 'broadcast', event: 'line', payload, persist: persist as boolean })
  expect(await save({ text: 'x' }, { ttl: 0 })).toBe('invalid_persist')
  expect(await save({ text: 'x' }, 'for ever')).toBe('invalid_persist')
  expect(yossi.received).toEqual([])
  expect(await save({ text: 'a zero \0 character' }, true)).toBe('payload_not_storable')
})

test('a message over HTTP is saved too, as JSON and as bytes, but not on a public topic', async () => {
  const startedAt = Date.now()
  const { channel } = await enter('post', { scribe: 'yes' })
  expect(await channel.httpSend('line', { text: 'over HTTP' }, { persist: true })).toEqual({ success: true })
  expect(await channel.httpSend('bytes', new Uint8Array([7]).buffer, { persist: { ttl: 60 } })).toEqual({
    success: true,
  })
  const { channel: other } = await enter('post')
  await expect(other.httpSend('line', { text: 'x' }, { persist: true })).rejects.toThrow(
    'You may not have messages kept in post',
  )
  const late = await enter('post', { broadcast: { replay: { since: startedAt - 1000 } } })
  await eventually(() => expect(late.received).toHaveLength(2))
  expect(late.received[0]!.payload).toEqual({ text: 'over HTTP' })
  expect(new Uint8Array(late.received[1]!.payload as unknown as ArrayBuffer)).toEqual(new Uint8Array([7]))
})

test('a trigger broadcasts row changes, and a later client receives them from the history', async () => {
  const startedAt = Date.now()
  const dana = await enter('moves')
  await db.sql(`insert into moves values (1, 'home'); update moves set place = 'sea'; delete from moves`)
  await eventually(() => expect(dana.received.map(({ event }) => event)).toEqual(['INSERT', 'UPDATE', 'DELETE']))
  expect(dana.received[1]!.payload).toMatchObject({
    operation: 'UPDATE',
    schema: 'public',
    table: 'moves',
    record: { id: 1, place: 'sea' },
    old_record: { id: 1, place: 'home' },
  })
  const late = await enter('moves', { broadcast: { replay: { since: startedAt - 1000 } } })
  await eventually(() => expect(late.received.map(({ event }) => event)).toEqual(['INSERT', 'UPDATE', 'DELETE']))
  expect(late.received[0]!.meta!.id).toBe(dana.received[0]!.meta!.id)
})

test('messages sent during a replay arrive once, and after it', async () => {
  const startedAt = Date.now()
  for (let round = 0; round < 5; round++) {
    const topic = `busy ${round}`
    await db.sql(`select realtime.send(jsonb_build_object('text', n), 'line', $1) from generate_series(1, 5) as n`, [
      topic,
    ])
    const [{ received }] = await Promise.all([
      enter(topic, { broadcast: { replay: { since: startedAt - 1000 } } }),
      db.sql(`select realtime.send(jsonb_build_object('text', n), 'line', $1) from generate_series(6, 10) as n`, [
        topic,
      ]),
    ])
    await eventually(() => expect(texts(received)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
  }
})

test.each([
  [
    { private: false, broadcast: { replay: { since: 1 } } },
    'UnableToReplayMessages: Replay is not allowed for public channels',
  ],
  [{ private: true, broadcast: { replay: { since: 'x' } } }, 'UnableToReplayMessages: Replay params are not valid'],
  [{ private: true, broadcast: { replay: { since: 1e300 } } }, 'UnableToReplayMessages: Replay params are not valid'],
  [{ private: true, broadcast: { replay: 7 } }, 'UnableToReplayMessages: Replay params are not valid'],
])('a join with %j is refused with the reason', async (config, reason) => {
  const { ask, socket } = await open(`apikey=${await tokens.signIn()}`)
  expect(await ask('realtime:log', 'phx_join', { config })).toEqual({ status: 'error', response: { reason } })
  socket.close()
})

test('expired messages are not replayed, and are pruned', async () => {
  await db.sql(`
    insert into realtime.messages (topic, event, extension, private, payload, inserted_at, expires_at, broadcasted_at) values
      ('old', 'line', 'broadcast', true, '{"text":"three days ago"}', (now() - interval '73 hours') at time zone 'utc', null, now()),
      ('old', 'line', 'broadcast', true, '{"text":"no longer"}', now() at time zone 'utc', (now() - interval '1 second') at time zone 'utc', now()),
      ('old', 'line', 'broadcast', true, '{"text":"still"}', now() at time zone 'utc', (now() + interval '1 hour') at time zone 'utc', now())`)
  const { received } = await enter('old', { broadcast: { replay: { since: 0 } } })
  await eventually(() => expect(texts(received)).toEqual(['still']))
  expect(await pruneMessages(db.owner)).toBe(2)
  expect(await pruneMessages(db.owner)).toBe(0)
})

test('a client that requests it is notified when replication is connected', async () => {
  const { ask, receivedOf, socket } = await open(`apikey=${await tokens.signIn()}`)
  await ask('realtime:line', 'phx_join', { config: { private: true, broadcast: { replication_ready: true } } })
  const payload = { extension: 'system', status: 'ok', message: 'Replication connection established', channel: 'line' }
  await eventually(() => expect(receivedOf('system').map((frame) => frame.payload)).toEqual([payload]))
  socket.close()
})
