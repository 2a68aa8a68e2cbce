import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { dispatchBatch, startDispatcher, type Subscriber } from './dispatcher.server.ts'

const db = await testDatabase()
const log = { error: () => {} }

/** Emits one event in a separate transaction and returns its id. */
async function emit(type = 'contact.created', extra = '') {
  const [row] = await db.sql<{ id: string }>(
    `insert into domain_events (type, entity_type, entity_id) values ($1, 'contact', gen_random_uuid()) ${extra} returning id`,
    [type],
  )
  return row!.id
}

/** A subscriber with a new cursor at the newest event, which records the ids of the events it handles. */
async function subscribe(handle: Subscriber['handle'] = async () => {}) {
  const seen: string[] = []
  const subscriber: Subscriber = {
    name: `test-${randomUUID()}`,
    types: ['contact.created'],
    async handle(work, event) {
      seen.push(event.id)
      await handle(work, event)
    },
  }
  await db.sql('select ensure_event_cursor($1)', [subscriber.name])
  const read = () => dispatchBatch(subscriber, { pool: db.authenticator, log })
  return { subscriber, seen, read, cursor: () => cursorOf(subscriber.name) }
}

async function cursorOf(name: string) {
  const [row] = await db.sql<{ failing_event_id: string | null; attempts: number; last_error: string | null }>(
    'select failing_event_id, attempts, last_error from event_cursors where subscriber = $1',
    [name],
  )
  return row!
}

const retryNow = (name: string) => db.sql('update event_cursors set retry_at = null where subscriber = $1', [name])

test('a new subscriber starts at the newest event and reads each event once, in order', async () => {
  const earlier = await emit()
  // An open transaction anywhere in the cluster lowers the start of a new cursor.
  await eventually(async () =>
    expect(
      await db.sql(
        'select from domain_events where id = $1 and transaction_id < pg_snapshot_xmin(pg_current_snapshot())',
        [earlier],
      ),
    ).toHaveLength(1),
  )
  const { seen, read } = await subscribe()
  const ids = [await emit(), await emit('contact.updated'), await emit()]
  await eventually(async () => {
    await read()
    expect(seen).toEqual([ids[0], ids[2]])
  })
  await read()
  expect(seen).toEqual([ids[0], ids[2]])
})

test('events of types without subscribed work are skipped, and are not read again after work is added for their type', async () => {
  const { subscriber, seen } = await subscribe()
  const concerning = new Set<string>()
  const requestedTypes: string[][] = []
  subscriber.types = ['contact.created', 'contact.updated']
  subscriber.concerns = async (_, types) => {
    requestedTypes.push(types.toSorted())
    return concerning
  }
  const read = () => dispatchBatch(subscriber, { pool: db.authenticator, log })
  const passed = [await emit('contact.updated'), await emit('contact.created'), await emit('contact.updated')]
  await eventually(async () => {
    await read()
    const [cursor] = await db.sql<{ event_id: string }>('select event_id from event_cursors where subscriber = $1', [
      subscriber.name,
    ])
    expect(cursor!.event_id).toBe(passed[2])
  })
  expect([seen, requestedTypes.flat().includes('contact.created')]).toEqual([[], true])
  concerning.add('contact.updated')
  const [heard] = [await emit('contact.updated'), await emit('contact.created')]
  await eventually(async () => {
    await read()
    expect(seen).toEqual([heard])
  })
})

test('an event whose transaction commits after a later one is not skipped', async () => {
  const { seen, read } = await subscribe()
  const slow = await db.owner.connect()
  try {
    await slow.query('begin')
    const { rows } = await slow.query<{ id: string }>(
      `insert into domain_events (type, entity_type, entity_id) values ('contact.created', 'contact', gen_random_uuid()) returning id`,
    )
    const later = await emit()
    await read()
    // The later event is not delivered before the earlier transaction ends: advancing the cursor would skip the earlier
    // event.
    expect(seen).toEqual([])
    await slow.query('commit')
    await eventually(async () => {
      await read()
      expect(seen).toEqual([rows[0]!.id, later])
    })
  } finally {
    slow.release()
  }
})

test('the cursor advances past events of other types, but not past an event of an open transaction', async () => {
  const { subscriber, seen, read } = await subscribe()
  const position = async () =>
    (
      await db.sql<{ event_id: string }>('select event_id from event_cursors where subscriber = $1', [subscriber.name])
    )[0]!.event_id
  const slow = await db.owner.connect()
  try {
    await slow.query('begin')
    const { rows } = await slow.query<{ id: string }>(
      `insert into domain_events (type, entity_type, entity_id) values ('contact.created', 'contact', gen_random_uuid()) returning id`,
    )
    const other = await emit('contact.updated')
    await read()
    expect(BigInt(await position())).toBeLessThan(BigInt(rows[0]!.id))
    await slow.query('commit')
    await eventually(async () => {
      await read()
      expect(seen).toEqual([rows[0]!.id])
      // Otherwise each poll would scan this event again.
      expect(await position()).toBe(other)
    })
  } finally {
    slow.release()
  }
})

test('the work of an event and the cursor commit together', async () => {
  const { seen, read, cursor } = await subscribe(async (work, event) => {
    await work.query(`insert into tags (name) values ($1)`, [`אירוע ${event.id}`])
    if (event.id === broken) throw new Error('not yet')
  })
  const first = await emit()
  const broken = await emit()
  await eventually(async () => {
    await read()
    expect(seen).toContain(broken)
  })
  const tags = await db.sql<{ name: string }>(`select name from tags where name like 'אירוע %'`)
  expect(tags.map(({ name }) => name)).toEqual([`אירוע ${first}`])
  expect(await cursor()).toMatchObject({ failing_event_id: broken, attempts: 1, last_error: 'not yet' })
})

test('an event that fails five times is recorded, and the next one is processed', async () => {
  const { subscriber, seen, read } = await subscribe(async (_, event) => {
    if (event.id === broken) throw new Error('always')
  })
  const broken = await emit()
  const next = await emit()
  await eventually(async () => {
    await retryNow(subscriber.name)
    await read()
    expect(seen.at(-1)).toBe(next)
  })
  expect(seen.filter((id) => id === broken)).toHaveLength(5)
  expect(await db.sql('select event_id, error from event_failures where subscriber = $1', [subscriber.name])).toEqual([
    { event_id: broken, error: 'always' },
  ])
})

test('a failed batch is rolled back, and its events are handled one by one', async () => {
  const { subscriber, seen, read, cursor } = await subscribe(async (work, event) => {
    await work.query(`insert into tags (name) values ($1)`, [`של ${event.id}`])
    if (event.id === broken) throw new Error('not yet')
  })
  const batches: string[][] = []
  subscriber.handleAll = async (work, events) => {
    batches.push(events.map(({ id }) => id))
    for (const event of events) {
      await work.query(`insert into tags (name) values ($1)`, [`של ${event.id}`])
      if (event.id === broken) throw new Error('not yet')
    }
  }
  const broken = await db.owner.connect().then(async (held) => {
    // One transaction: the three are read as one batch.
    await held.query('begin')
    await held.query(
      `insert into domain_events (type, entity_type, entity_id) select 'contact.created', 'contact', gen_random_uuid() from generate_series(1, 3)`,
    )
    await held.query('commit')
    const { rows } = await held.query<{ id: string }>('select id from domain_events order by id desc limit 2')
    held.release()
    return rows[1]!.id
  })
  const [first, last] = [String(BigInt(broken) - 1n), String(BigInt(broken) + 1n)]
  await eventually(async () => {
    await read()
    expect(seen).toEqual([first, broken])
  })
  expect(batches).toEqual([[first, broken, last]])
  expect(await db.sql(`select name from tags where name like 'של %'`)).toEqual([{ name: `של ${first}` }])
  expect(await cursor()).toMatchObject({ failing_event_id: broken, attempts: 1, last_error: 'not yet' })
  // The failing event is retried alone until it is skipped.
  await retryNow(subscriber.name)
  await read()
  expect(batches).toHaveLength(1)
})

test('each event is handled by only one of two nodes', async () => {
  const { subscriber, seen } = await subscribe()
  const nodes = await Promise.all(
    [1, 2].map(() => startDispatcher({ pool: db.authenticator, subscribers: [subscriber], log, pollMs: 10 })),
  )
  const ids = []
  for (let i = 0; i < 30; i++) ids.push(await emit())
  await eventually(async () => expect(seen).toHaveLength(30))
  await Promise.all(nodes.map((node) => node.stop()))
  expect(seen).toEqual(ids)
})

test('an event caused by an automation contains the run and its depth', async () => {
  const run = randomUUID()
  const claims = { role: 'service_role', automation_run: run, event_depth: 2 }
  const contact = await inTransaction(db.authenticator, claims, (work) =>
    work.one<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`),
  )
  expect(
    await db.sql('select type, actor_kind, caused_by, depth from domain_events where contact_id = $1', [contact.id]),
  ).toEqual([{ type: 'contact.created', actor_kind: 'automation', caused_by: run, depth: 3 }])
})

test('after a restore into a cluster with lower transaction numbers, unread events are still read', async () => {
  const { subscriber, seen, read } = await subscribe()
  const unread = await emit()
  await db.sql(`update domain_events set transaction_id = '900000000000000' where id = $1`, [unread])
  await db.sql(`update event_cursors set transaction_id = '900000000000000', event_id = $2 where subscriber = $1`, [
    subscriber.name,
    String(BigInt(unread) - 1n),
  ])
  await read()
  expect(seen).toEqual([])
  await db.sql('select renumber_restored_events()')
  await read()
  expect(seen).toEqual([unread])
})

test('due events are emitted even if the system clock is set back', async () => {
  let calls = 0
  const emitDue = async () => {
    // The first call sets the clock back by a day.
    if (++calls === 1) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
  }
  const node = await startDispatcher({
    pool: db.authenticator,
    subscribers: [],
    emitDue,
    dueEveryMs: 20,
    log,
    pollMs: 10,
  })
  try {
    await eventually(() => expect(calls).toBeGreaterThan(2))
  } finally {
    vi.useRealTimers()
    await node.stop()
  }
})
