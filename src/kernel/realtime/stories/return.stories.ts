// What is missed while a line is cut for a moment.
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { type Ground, type Watching, seen, watch } from './ground.fixture.ts'
import { openLine } from './line.fixture.ts'

const bodies = ({ changes }: Watching) => changes.map((change) => (change.new as { body?: string }).body)
const isBack = (watching: Watching) =>
  eventually(() => expect(watching.statuses.filter((status) => status === 'SUBSCRIBED')).toHaveLength(2))

export function returnStories({ db, tokens, url, quickUrl, clientFor }: Ground) {
  const write = (owner: string, body: string) =>
    db.sql('insert into notes (owner, body) values ($1, $2)', [owner, body])

  test('after a short loss a client hears what it missed, once and in its order, and nothing that is not for it', async () => {
    const [dana, yossi] = [crypto.randomUUID(), crypto.randomUUID()]
    const line = await openLine(url)
    const hers = await watch(await clientFor(await tokens.signIn({ sub: dana }), '2.0.0', line.url), {
      event: 'INSERT',
    })
    const constant = await watch(await clientFor(await tokens.signIn({ sub: dana })), { event: 'INSERT' })
    await write(dana, 'before')
    await seen(hers, 1)
    line.cut()
    await eventually(() => expect(hers.statuses).toContain('CHANNEL_ERROR'))
    await write(dana, 'one')
    await write(yossi, 'his')
    await write(dana, 'two')
    await seen(constant, 3)
    await isBack(hers)
    await write(dana, 'after')
    await seen(hers, 4)
    expect(bodies(hers)).toEqual(['before', 'one', 'two', 'after'])
    expect(bodies(constant)).toEqual(['before', 'one', 'two', 'after'])
    expect(hers.system.map(({ message }) => message)).not.toContain('resync')
  })

  test('whoever comes back to another node hears there what it missed', async () => {
    const sub = crypto.randomUUID()
    const token = await tokens.signIn({ sub })
    const line = await openLine(url)
    const there = await watch(await clientFor(token, '2.0.0', quickUrl), { event: 'INSERT' })
    const moving = await watch(await clientFor(token, '2.0.0', line.url), { event: 'INSERT' })
    await write(sub, 'before')
    await seen(moving, 1)
    line.moveTo(quickUrl)
    line.cut()
    await eventually(() => expect(moving.statuses).toContain('CHANNEL_ERROR'))
    await write(sub, 'between')
    await seen(there, 2)
    await isBack(moving)
    await write(sub, 'after')
    await seen(moving, 3)
    expect(bodies(moving)).toEqual(['before', 'between', 'after'])
  })

  test('what a client may not see any more when it is back is not told', async () => {
    const [dana, yossi] = [crypto.randomUUID(), crypto.randomUUID()]
    const line = await openLine(url)
    const his = await watch(await clientFor(await tokens.signIn({ sub: yossi }), '1.0.0', line.url), {
      event: 'INSERT',
    })
    const hers = await watch(await clientFor(await tokens.signIn({ sub: dana })), { event: 'INSERT' })
    line.cut()
    await eventually(() => expect(his.statuses).toContain('CHANNEL_ERROR'))
    const [open, closed] = [crypto.randomUUID(), crypto.randomUUID()]
    await db.sql('insert into shares values ($1, $3), ($2, $3)', [open, closed, yossi])
    await db.sql(`insert into notes (id, owner, body) values ($1, $3, 'open'), ($2, $3, 'closed')`, [
      open,
      closed,
      dana,
    ])
    await seen(hers, 2)
    await db.sql('delete from shares where note_id = $1', [closed])
    await isBack(his)
    await seen(his, 1)
    await write(yossi, 'his own')
    await seen(his, 2)
    expect(bodies(his)).toEqual(['open', 'his own'])
  })

  test('on a line that has died unnoticed, what was sent into it is told again on the next', async () => {
    const sub = crypto.randomUUID()
    const token = await tokens.signIn({ sub })
    const barrier = await watch(await clientFor(token), { event: 'INSERT' })
    const line = await openLine(url)
    const first = await join(line.url, token, 5)
    await write(sub, 'heard')
    await eventually(() => expect(first.heard).toEqual(['heard']))
    await first.ask(6)
    line.die()
    await write(sub, 'into the void')
    await seen(barrier, 2)
    const second = await join(line.url, token, 7)
    await eventually(() => expect(second.heard).toEqual(['into the void']))
    const stranger = await join(url, await tokens.signIn(), 8)
    const reloaded = await join(url, token, 2)
    await write(sub, 'for all')
    await eventually(() => expect([second.heard.at(-1), reloaded.heard.at(-1)]).toEqual(['for all', 'for all']))
    expect(reloaded.heard).toEqual(['for all'])
    expect(stranger.heard).toEqual([])
    for (const { socket } of [second, stranger, reloaded]) socket.close()
  })

  test('whoever left by themselves is told nothing of the time between', async () => {
    const sub = crypto.randomUUID()
    const client = await clientFor(await tokens.signIn({ sub }))
    const barrier = await watch(await clientFor(await tokens.signIn({ sub })))
    const before = await watch(client, {}, 'left')
    await before.channel.unsubscribe()
    await write(sub, 'between')
    await seen(barrier, 1)
    const after = await watch(client, {}, 'left')
    await write(sub, 'after')
    await seen(after, 1)
    expect(bodies(after)).toEqual(['after'])
  })

  test('when the server itself missed something, whoever comes back is asked to fetch', async () => {
    const watching = await watch(await clientFor(await tokens.signIn()))
    await db.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'supabase_realtime_admin'`,
    )
    await isBack(watching)
    await eventually(() => expect(watching.system.at(-1)).toMatchObject({ status: 'ok', message: 'resync' }))
  })

  /** Speaks protocol 1.0.0 with numbers of its own choice. */
  async function join(at: string, token: string, ref: number) {
    const heard: string[] = []
    const replies = new Set<string>()
    const socket = new WebSocket(`${at.replace('http', 'ws')}/realtime/v1/websocket?apikey=${token}`)
    socket.addEventListener('message', ({ data }) => {
      const { event, ref: to, payload } = JSON.parse(data)
      if (event === 'phx_reply') replies.add(to)
      if (event === 'postgres_changes') heard.push(payload.data.record.body)
    })
    await once(socket, 'open')
    async function ask(number: number, topic = 'phoenix', event = 'heartbeat', payload: object = {}) {
      socket.send(JSON.stringify({ topic, event, payload, ref: String(number), join_ref: String(ref) }))
      await eventually(() => expect(replies).toContain(String(number)))
    }
    const config = { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'notes' }] }
    await ask(ref, 'realtime:dying', 'phx_join', { config })
    return { heard, socket, ask }
  }
}
