// From the join over fresh tokens to the end.
import { expect, test, vi } from 'vitest'
import { testTokens } from '../../../../test/surface.ts'
import { type Change, type Ground, pause, seen, watch } from './ground.fixture.ts'

export function lifeStories({ db, tokens, quickUrl, clientFor }: Ground) {
  test('a change made the moment the join is answered is not lost, twenty times over', async () => {
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

  test('a fresh token on an open channel changes what is seen without an interruption', async () => {
    const [before, after] = [crypto.randomUUID(), crypto.randomUUID()]
    const client = await clientFor(await tokens.signIn({ sub: before }))
    const watching = await watch(client)
    await client.become(await tokens.signIn({ sub: after }))
    await pause(50)
    await db.sql(`insert into notes (owner, body) values ($1, 'before'), ($2, 'after')`, [before, after])
    await seen(watching, 1)
    expect(watching.changes[0]!.new).toMatchObject({ body: 'after' })
    expect(watching.statuses).toEqual(['SUBSCRIBED'])
  })

  test('a client that joins before it has its token sees its rows as soon as the token is there', async () => {
    const sub = crypto.randomUUID()
    const client = await clientFor(undefined)
    const watching = await watch(client)
    expect(watching.system).toMatchObject([{ status: 'error' }])
    await client.become(await tokens.signIn({ sub }))
    await vi.waitFor(() => expect(watching.system).toMatchObject([{ status: 'error' }, { status: 'ok' }]))
    await db.sql('insert into notes (owner) values ($1)', [sub])
    await seen(watching, 1)
  })

  test('a forged or expired token opens no channel, and closes an open one', async () => {
    const stranger = await testTokens()
    const forged = await watch(await clientFor(await stranger.signIn()))
    expect(forged.statuses[0]).toBe('CHANNEL_ERROR')
    const expired = await watch(await clientFor(await tokens.signIn({}, -3600)))
    expect(expired.statuses[0]).toBe('CHANNEL_ERROR')

    const client = await clientFor(await tokens.signIn())
    const watching = await watch(client)
    await client.become(await stranger.signIn())
    await vi.waitFor(() => expect(watching.statuses).toEqual(['SUBSCRIBED', 'CLOSED']))
    expect(watching.system[1]).toMatchObject({ extension: 'system', status: 'error' })
  })

  test('a token that ends is given a moment for its successor, then the channel is closed', async () => {
    const forgotten = await watch(await clientFor(await tokens.signIn({}, 1), '2.0.0', quickUrl))
    const client = await clientFor(await tokens.signIn({}, 1), '2.0.0', quickUrl)
    const refreshed = await watch(client)
    await client.become(await tokens.signIn())
    await vi.waitFor(() => expect(forgotten.statuses).toContain('CLOSED'), 4000)
    expect(forgotten.system.at(-1)).toMatchObject({ status: 'error', message: 'Token has expired' })
    await pause(500)
    expect(refreshed.statuses).toEqual(['SUBSCRIBED'])
  })

  test('when the stream is cut, channels hear of it, join again by themselves, and changes flow', async () => {
    const sub = crypto.randomUUID()
    const watching = await watch(await clientFor(await tokens.signIn({ sub })))
    await db.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'supabase_realtime_admin'`,
    )
    await vi.waitFor(() => expect(watching.statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']), 9000)
    await db.sql('insert into notes (owner) values ($1)', [sub])
    await seen(watching, 1)
  })
}
