// The visibility of changes under row-level security.
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { type Environment, expectChanges, watch } from './environment.fixture.ts'

export function visibilitySuite({ db, tokens, clientFor }: Environment) {
  test.each(['1.0.0', '2.0.0'])(
    'each user receives only the changes allowed by the policies, on insert, update and delete (protocol %s)',
    async (version) => {
      const [dana, yossi] = [crypto.randomUUID(), crypto.randomUUID()]
      const hers = await watch(await clientFor(await tokens.signIn({ sub: dana }), version))
      const his = await watch(await clientFor(await tokens.signIn({ sub: yossi }), version))
      const visitor = await watch(await clientFor(undefined, version))
      expect(hers.statuses).toEqual(['SUBSCRIBED'])
      expect(hers.system).toEqual([
        expect.objectContaining({ extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' }),
      ])
      expect(visitor.system[0]).toMatchObject({
        status: 'error',
        message: expect.stringContaining('Unable to subscribe to changes'),
      })

      const [{ id }] = (await db.sql<{ id: string }>(
        `insert into notes (owner, body) values ($1, 'שלום') returning id`,
        [dana],
      )) as [{ id: string }]
      await db.sql(`insert into notes (owner, body) values ($1, 'שלו')`, [yossi])
      await db.sql(`update notes set body = 'להתראות' where id = $1`, [id])
      await Promise.all([expectChanges(hers, 2), expectChanges(his, 1)])
      await db.sql(`insert into shares values ($1, $2)`, [id, yossi])
      await db.sql(`update notes set done = true where id = $1`, [id])
      await db.sql(`delete from notes where id = $1`, [id])
      await expectChanges(hers, 4)
      await expectChanges(his, 3)
      expect(hers.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'UPDATE', 'DELETE'])
      expect(hers.changes[0]!.new).toMatchObject({ id, owner: dana, body: 'שלום', done: false })
      expect(hers.changes[1]).toMatchObject({ new: { body: 'להתראות' }, old: { body: 'שלום' } })
      expect(hers.changes[3]).toMatchObject({ new: {}, old: { id, body: 'להתראות', done: true } })
      expect(his.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
      expect(his.changes.slice(1).map((change) => change.old)).toEqual([{ id }, { id }])
      expect(visitor.changes).toEqual([])
    },
  )

  test('a delete of which only the key is known is hidden from callers that policies might refuse', async () => {
    const sub = crypto.randomUUID()
    const client = await clientFor(await tokens.signIn({ sub }))
    const watching = await watch(client, { table: 'keyed' })
    await db.sql('insert into keyed values (1, $1, $2)', [sub, 'x'.repeat(20_000)])
    await db.sql(`update keyed set owner = owner`)
    await db.sql('delete from keyed')
    await db.sql('insert into keyed values (2, $1)', [sub])
    await expectChanges(watching, 3)
    expect(watching.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'INSERT'])
    expect(watching.changes[1]!.old).toEqual({ id: 1 })

    const open = await watch(client, { table: 'open' })
    await db.sql(`insert into open values (1, 'a')`)
    await db.sql('delete from open')
    await expectChanges(open, 2)
    expect(open.changes[1]!.old).toEqual({ id: 1 })
  })

  test('the old row of an update is hidden from a caller that could not see it', async () => {
    const sub = crypto.randomUUID()
    const watching = await watch(await clientFor(await tokens.signIn({ sub })), { table: 'shelved' })
    await db.sql(`insert into shelved values ('theirs', 1, gen_random_uuid())`)
    await db.sql(`update shelved set shelf = 'mine', owner = $1`, [sub])
    await db.sql('update shelved set owner = owner')
    await expectChanges(watching, 2)
    expect(watching.changes.map((change) => change.old)).toEqual([{ id: 1 }, { shelf: 'mine', id: 1 }])
  })

  test('old values are hidden when an update makes a row visible through another table or a function of the row', async () => {
    const sub = crypto.randomUUID()
    await db.sql(`
    create function shared_notes() returns setof uuid language sql stable security definer set search_path = public as $$
      select note_id from shares where reader = auth.uid() $$;
    create function is_shared(note uuid) returns boolean language sql stable security definer set search_path = public as $$
      select exists (select from shares where note_id = note and reader = auth.uid()) $$;
    grant execute on function shared_notes, is_shared to authenticated;
    alter policy "a reader sees what is shared with them" on notes using (false);
    create policy "by set" on notes for select to authenticated using (id in (select shared_notes()) and size = 'small');
    create policy "by row" on notes for select to authenticated using (is_shared(id) and size = 'large')`)
    const watching = await watch(await clientFor(await tokens.signIn({ sub })))
    for (const size of ['small', 'large']) {
      const [{ id }] = (await db.sql<{ id: string }>(
        `insert into notes (owner, body, size) values (gen_random_uuid(), 'hidden', $1) returning id`,
        [size],
      )) as [{ id: string }]
      await db.sql(
        `with handed as (update notes set body = 'shown' where id = '${id}') insert into shares values ('${id}', '${sub}')`,
      )
      await db.sql(`delete from notes where id = '${id}'`)
    }
    const ofOldRows = () =>
      watching.changes.flatMap(({ eventType, old }) => (eventType === 'INSERT' ? [] : [[eventType, Object.keys(old)]]))
    const each = [
      ['UPDATE', ['id']],
      ['DELETE', ['id']],
    ]
    await eventually(() => expect(ofOldRows()).toEqual([...each, ...each]))
    await db.sql(`
    drop policy "by set" on notes; drop policy "by row" on notes;
    alter policy "a reader sees what is shared with them" on notes
      using (exists (select from shares where note_id = notes.id and reader = (select auth.uid())))`)
  })

  test('policies run only with the rights of the caller, and the role is reset afterwards', async () => {
    const sub = crypto.randomUUID()
    await db.sql(`
    create function break_out() returns boolean language plpgsql as $$ begin perform set_config('role', 'none', true); return true; end $$;
    grant execute on function break_out() to authenticated;
    create policy "tries to break out" on notes for select to authenticated using (break_out() and (select count(*) from pg_authid) > 0);
    create policy "fails" on keyed for select to authenticated using (1 / 0 = 1)`)
    const client = await clientFor(await tokens.signIn({ sub }))
    const watching = await watch(client)
    const failing = await watch(client, { table: 'keyed' })
    const barrier = await watch(client, { table: 'open' })
    await db.sql('insert into notes (owner) values ($1)', [crypto.randomUUID()])
    await db.sql('insert into keyed (id, owner) values (77, $1)', [crypto.randomUUID()])
    await db.sql('insert into open values (77)')
    await expectChanges(barrier, 1)
    await db.sql(
      `drop policy "tries to break out" on notes; drop policy "fails" on keyed; insert into notes (owner, body) values ('${sub}', 'later')`,
    )
    await expectChanges(watching, 1)
    expect(watching.changes[0]!.new).toMatchObject({ body: 'later' })
    expect(failing.changes).toEqual([])
    const roles = await db.sql(`select rolsuper, rolbypassrls from pg_roles where rolname = 'supabase_realtime_admin'`)
    expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false }])
  })
}
