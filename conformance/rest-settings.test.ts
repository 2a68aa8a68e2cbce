import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { address, otherAddress } from './clients.ts'
import { executeSql } from './database.ts'

const set = (setting: string) =>
  executeSql(`do $$ begin execute format('alter role authenticator in database %I ${setting}', current_database()); end $$;
    notify pgrst, 'reload config'`)

beforeAll(() =>
  executeSql(`
    create schema conf_api;
    create table conf_api.conf_things (id int primary key);
    insert into conf_api.conf_things select generate_series(1, 5);
    alter table conf_api.conf_things enable row level security;
    create policy "things are public" on conf_api.conf_things for select using (true);
    grant usage on schema conf_api to anon;
    grant select on conf_api.conf_things to anon;
  `),
)
afterAll(async () => {
  await set('reset all')
  await executeSql('drop schema conf_api cascade')
})

const things = (at: string) => ask('/rest/v1/conf_things?select=id', { at, headers: { 'accept-profile': 'conf_api' } })

test('settings of the database role authenticator apply on every node, and resetting them restores the defaults', async () => {
  expect(await things(address)).toMatchObject({ status: 406, body: { code: 'PGRST106' } })
  await set("set pgrst.db_schemas = ''public, conf_api''")
  await set("set pgrst.db_max_rows = ''2''")
  for (const at of [address, otherAddress])
    await expect.poll(async () => (await things(at)).body).toEqual([{ id: 1 }, { id: 2 }])
  await set('reset pgrst.db_max_rows')
  await expect.poll(async () => (await things(address)).body).toHaveLength(5)
  await set('reset pgrst.db_schemas')
  for (const at of [address, otherAddress]) await expect.poll(async () => (await things(at)).status).toBe(406)
})
