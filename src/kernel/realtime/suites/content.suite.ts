// The payload of changes: filters, selected columns and large values.
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { type Environment, seen, watch } from './environment.fixture.ts'

export function contentSuite({ db, tokens, url, clientFor, hasGenerated }: Environment) {
  test('a change equals that of the hosted original, without the columns the role may not read', async () => {
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
        { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'exact' },
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

  test('a filter and a selection of columns apply to inserts, updates and deletes', async () => {
    const sub = crypto.randomUUID()
    const client = await clientFor(await tokens.signIn({ sub }))
    const large = await watch(client, { filter: 'size=in.(large),count=gte.10' })
    const few = await watch(client, { event: 'INSERT', filter: `owner=eq.${sub}`, select: ['id', 'body'] })
    await db.sql(
      `insert into notes (owner, body, size, count) values ($1, 'a', 'large', 9), ($1, 'b', 'large', 10), ($1, 'c', 'small', 11)`,
      [sub],
    )
    await db.sql(`update notes set count = count + 1 where owner = $1 and size = 'large'`, [sub])
    await db.sql('delete from notes where owner = $1', [sub])
    await seen(large, 5)
    expect(large.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'UPDATE', 'DELETE', 'DELETE'])
    await seen(few, 3)
    expect(few.changes.map((change) => change.new)).toEqual(
      ['a', 'b', 'c'].map((body) => ({ id: expect.any(String), body })),
    )
  })

  test.each([
    ['nosuch=eq.1', 'invalid column for filter nosuch'],
    ['secret=eq.x', 'invalid column for filter secret'],
    ['count=eq.many', 'invalid input syntax for type bigint: "many"'],
    ['body=match.(', 'invalid regular expression: parentheses () not balanced'],
    ['body=match.(a)\\1', 'takes no back references'],
    ['count=match.1', 'operator match needs a text column, count is int8'],
    ['price=in.(1e131071,1e131070)', 'a number in the filter on price is too long'],
    ['zip=eq.x', 'value for domain zip violates check constraint'],
    ['shape=gt.(0,0)', 'operator does not exist: point > point'],
    ['data=gt.{', 'invalid input syntax for type json'],
    [`id=eq.1' or '1'='1`, 'invalid input syntax for type uuid'],
  ])('the invalid filter %s is answered with a system error', async (filter, message) => {
    const watching = await watch(await clientFor(await tokens.signIn()), { filter })
    expect(watching.system[0]).toMatchObject({ status: 'error', message: expect.stringContaining(message) })
  })

  test.each([
    ['body=match.^ab+$', ['abb']],
    ['body=not.imatch.^AB', ['x']],
    ['body=like.a_b', ['abb']],
    ['body=not.ilike.A_*', ['x']],
    ['body=imatch."^(AB|x),?"', ['abb', 'x']],
    ['lasts=gt.01:30:00', ['x']],
    ['lasts=in.(24:00:00,1 hour)', ['abb', 'x']],
    ['data=eq."{\\"b\\":1,\\"a\\":2}"', ['abb']],
    ['data=isdistinct.{}', ['abb', 'x']],
    ['body=gte.b,body=lt.y', ['x']],
    ['price=isdistinct.null', ['abb']],
    ['tags=not.eq.{a}', ['x']],
  ])('the filter %s is evaluated by the database', async (filter, bodies) => {
    const sub = crypto.randomUUID()
    const client = await clientFor(await tokens.signIn({ sub }))
    const watching = await watch(client, { filter })
    const last = await watch(client, { filter: 'body=match.^last$' })
    await db.sql(
      `insert into notes (owner, body, price, tags, data, lasts) values
         ($1, 'abb', 1, '{a}', '{"a": 2, "b": 1}', '1 hour'), ($1, 'x', null, '{b}', null, '1 day'), ($1, 'last', 1, '{a}', '{}', null)`,
      [sub],
    )
    await seen(last, 1)
    expect(
      watching.changes.map((change) => (change.new as { body: string }).body).filter((body) => body !== 'last'),
    ).toEqual(bodies)
  })

  test('a subscription to an unpublished table joins and reports why nothing will be received', async () => {
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
    await seen(watching, 2)
    expect(watching.changes[1]!.new).toMatchObject({ body, done: true })
    await db.sql(`update notes set body = repeat('א', 600000) where owner = $1`, [sub])
    await seen(watching, 3)
    expect(watching.changes[2]).toMatchObject({
      errors: ['Error 413: Payload Too Large'],
      new: { owner: sub, done: true },
    })
    expect(watching.changes[2]!.new).not.toHaveProperty('body')
  })
}
