// The payload of changes, also of large values and unpublished tables.
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { type Environment, expectChanges, watch } from './environment.fixture.ts'

export function contentSuite({ db, tokens, url, clientFor, hasGenerated }: Environment) {
  test('a change has the same payload as on hosted Supabase, without the columns the role may not read', async () => {
    const sub = crypto.randomUUID()
    const raw: unknown[] = []
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${await tokens.signIn({ sub })}`,
    )
    socket.addEventListener('message', ({ data }) => raw.push(JSON.parse(data)))
    await once(socket, 'open')
    const config = { postgres_changes: [{ event: '*', table: 'notes' }] }
    socket.send(JSON.stringify(['7', '8', 'realtime:exact', 'phx_join', { config }]))
    await eventually(() => expect(raw).toHaveLength(2))
    const id = expect.any(Number)
    expect(raw.splice(0)).toEqual([
      [
        '7',
        '8',
        'realtime:exact',
        'phx_reply',
        { status: 'ok', response: { postgres_changes: [{ id, event: '*', table: 'notes' }] } },
      ],
      [
        null,
        null,
        'realtime:exact',
        'system',
        {
          extension: 'postgres_changes',
          status: 'ok',
          message: 'Subscribed to PostgreSQL',
          channel: 'exact',
          quiet_ms: expect.any(Number),
        },
      ],
    ])
    await db.sql(
      `insert into notes (id, owner, body, secret, size, count, price, tags, data, done, at)
     values ('6b1f5a3e-0000-4000-8000-000000000001', $1, 'a "quoted" \\ (body)', 'hidden', 'large', 9007199254740993, 12.5, '{א,"b,c"}', '{"a":[1]}', null, '2026-01-02 03:04:05.678+00')`,
      [sub],
    )
    await eventually(() => expect(raw).toHaveLength(1))
    socket.close()
    const change = raw[0] as unknown[]
    const { ids, data } = change[4] as { ids: number[]; data: Record<string, unknown> }
    expect(change.slice(0, 4)).toEqual([null, null, 'realtime:exact', 'postgres_changes'])
    expect(ids).toHaveLength(1)
    expect(Object.keys(data)).toEqual(['schema', 'table', 'type', 'commit_timestamp', 'columns', 'record', 'errors'])
    expect(data['commit_timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(data['columns']).toEqual([
      { name: 'id', type: 'uuid' },
      { name: 'owner', type: 'uuid' },
      { name: 'body', type: 'text' },
      { name: 'size', type: 'size' },
      { name: 'count', type: 'int8' },
      { name: 'price', type: 'numeric' },
      { name: 'tags', type: '_text' },
      { name: 'data', type: 'jsonb' },
      { name: 'zip', type: 'zip' },
      { name: 'done', type: 'bool' },
      { name: 'at', type: 'timestamptz' },
      { name: 'lasts', type: 'interval' },
      { name: 'shape', type: 'point' },
      ...(hasGenerated ? [{ name: 'initial', type: 'text' }] : []),
    ])
    expect(data).toMatchObject({ schema: 'public', table: 'notes', type: 'INSERT', errors: null })
    expect(data['record']).toMatchObject({
    body: 'a "quoted" \\ (body)', size: 'large', price: 12.5, tags: ['א', 'b,c'], data: { a: [1] }, done: null, at: '2026-01-02T03:04:05.678+00:00',
  }) // prettier-ignore
    expect(data['record']).not.toHaveProperty('secret')
    if (hasGenerated) expect(data['record']).toMatchObject({ initial: 'a' })
  })

  test('a subscription to an unpublished table joins, and reports the reason why it receives no changes', async () => {
    const watching = await watch(await clientFor(await tokens.signIn()), { table: 'unpublished' })
    expect(watching.statuses).toEqual(['SUBSCRIBED'])
    expect(watching.system[0]).toMatchObject({
      status: 'error',
      message: expect.stringContaining('table: unpublished'),
    })
  })

  test('unchanged large values are still sent, and beyond 1 MiB only small values are', async () => {
    const sub = crypto.randomUUID()
    const watching = await watch(await clientFor(await tokens.signIn({ sub })))
    const body = Array.from({ length: 4000 }, () => crypto.randomUUID()).join()
    await db.sql('insert into notes (owner, body) values ($1, $2)', [sub, body])
    await db.sql('update notes set done = true where owner = $1', [sub])
    await expectChanges(watching, 2)
    expect(watching.changes[1]!.new).toMatchObject({ body, done: true })
    await db.sql(`update notes set body = repeat('א', 600000) where owner = $1`, [sub])
    await expectChanges(watching, 3)
    expect(watching.changes[2]).toMatchObject({
      errors: ['Error 413: Payload Too Large'],
      new: { owner: sub, done: true },
    })
    expect(watching.changes[2]!.new).not.toHaveProperty('body')
  })
}
