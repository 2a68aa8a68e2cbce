// The lifecycle of a channel: join, fresh tokens, interruptions.
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { type Change, type Environment, expectChanges, watch } from './environment.fixture.ts'

export function lifecycleSuite({ db, tokens, clientFor }: Environment) {
  test('a change committed right after the join reply is received, twenty times over', async () => {
    const sub = crypto.randomUUID()
    const client = await clientFor(await tokens.signIn({ sub }))
    for (let round = 0; round < 20; round++) {
      const arrived = Promise.withResolvers<Change>()
      const channel = client
        .channel(`round ${round}`)
        .on(
          'postgres_changes',
          { event: 'INSERT', schema: 'public', table: 'notes', filter: `count=eq.${round}` },
          arrived.resolve,
        )
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') void db.sql('insert into notes (owner, count) values ($1, $2)', [sub, round])
        })
      expect((await arrived.promise).new).toMatchObject({ count: round })
      await channel.unsubscribe()
    }
  })

  test('a new token on an open channel changes the visible rows without an interruption', async () => {
    const [before, after] = [crypto.randomUUID(), crypto.randomUUID()]
    const client = await clientFor(await tokens.signIn({ sub: before }))
    const watching = await watch(client)
    await client.become(await tokens.signIn({ sub: after }))
    await eventually(async () => {
      await db.sql(`insert into notes (owner, body) values ($1, 'after')`, [after])
      expect(watching.changes).not.toEqual([])
    })
    await db.sql(`insert into notes (owner, body) values ($1, 'before'), ($2, 'last')`, [before, after])
    await eventually(() => expect(watching.changes.at(-1)!.new).toMatchObject({ body: 'last' }))
    expect(watching.changes).not.toContainEqual(
      expect.objectContaining({ new: expect.objectContaining({ owner: before }) }),
    )
    expect(watching.statuses).toEqual(['SUBSCRIBED'])
  })

  test('a client that joins before it has a token receives its rows once the token arrives', async () => {
    const sub = crypto.randomUUID()
    const client = await clientFor(undefined)
    const watching = await watch(client)
    expect(watching.system).toMatchObject([{ status: 'error' }])
    await client.become(await tokens.signIn({ sub }))
    await eventually(() => expect(watching.system).toMatchObject([{ status: 'error' }, { status: 'ok' }]))
    await db.sql('insert into notes (owner) values ($1)', [sub])
    await expectChanges(watching, 1)
  })

  test('when the change feed is interrupted, channels fail, join again by themselves, and receive changes', async () => {
    const sub = crypto.randomUUID()
    const watching = await watch(await clientFor(await tokens.signIn({ sub })))
    await db.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'supabase_realtime_admin'`,
    )
    await eventually(() => expect(watching.statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']))
    await db.sql('insert into notes (owner) values ($1)', [sub])
    await expectChanges(watching, 1)
  })
}
