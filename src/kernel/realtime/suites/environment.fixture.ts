// A server with test tables and clients of the official library, for each source of changes and PostgreSQL version.
import {
  createClient,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from '@supabase/supabase-js'
import fastify from 'fastify'
import { afterAll, expect } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testApi, testTokens } from '../../../../test/api-server.ts'
import { realtimeRoutes } from '../realtime.ts'
import type { SourceSetting } from '../source/source.ts'

const tables = `
  create domain zip as text check (value ~ '^\\d+$');
  create type size as enum ('small', 'large');
  create table notes (
    id uuid primary key default gen_random_uuid(), owner uuid, body text, secret text, size size, count int8, price numeric(10,2),
    tags text[], data jsonb, zip zip, done boolean default false, at timestamptz default now(), lasts interval, shape point, initial text generated always as (left(body, 1)) stored
  );
  alter table notes replica identity full;
  alter table notes enable row level security;
  grant select (id, owner, body, size, count, price, tags, data, zip, done, at, lasts, shape, initial), insert, update, delete on notes to authenticated;
  grant select on notes to service_role;
  create policy "owners see their own notes" on notes for select to authenticated using (owner = (select auth.uid()));
  create table shares (note_id uuid, reader uuid);
  grant select on shares to authenticated;
  create policy "a reader sees what is shared with them" on notes for select to authenticated
    using (exists (select from shares where note_id = notes.id and reader = (select auth.uid())));
  create table keyed (id int8 primary key, owner uuid, body text);
  alter table keyed enable row level security;
  grant select on keyed to authenticated;
  create policy "own" on keyed for select to authenticated using (owner = (select auth.uid()));
  create table shelved (shelf text, id int8, owner uuid, primary key (shelf, id));
  alter table shelved enable row level security;
  grant select on shelved to authenticated;
  create policy "own" on shelved for select to authenticated using (owner = (select auth.uid()));
  create table open (id int8 primary key, body text);
  grant select on open to anon, authenticated;
  create table unpublished (id int8);
  grant select on unpublished to authenticated;
  alter publication supabase_realtime add table notes, keyed, shelved, open;
`

export type Change = RealtimePostgresChangesPayload<Record<string, unknown>>
export type WatchedTable = {
  channel: RealtimeChannel
  changes: Change[]
  statuses: string[]
  system: { status: string; message: string }[]
}
export type WatchOptions = {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  table?: string
  filter?: string
  select?: string[]
}

export type Environment = Awaited<ReturnType<typeof openEnvironment>>

export async function openEnvironment(changes: SourceSetting, at?: { host: string; password: string }) {
  const db = await testDatabase(at)
  const tokens = await testTokens()
  const { log } = fastify()
  const options = { connect: db.connect, tokens, log, changes }
  const { url } = await testApi(tokens, '/realtime/v1', realtimeRoutes(options))
  const quick = await testApi(tokens, '/realtime/v1', realtimeRoutes({ ...options, limits: { graceMs: 500 } }))
  await db.sql(tables)
  const clients: SupabaseClient[] = []
  afterAll(() => Promise.all(clients.map((client) => client.realtime.disconnect())))

  /** `become` acts as a refreshed session: the same client continues with another token. */
  async function clientFor(token: string | undefined, version = '2.0.0', to = url) {
    let current = token
    const client = createClient(to, tokens.anonKey, {
      realtime: { vsn: version },
      accessToken: async () => current ?? null,
    })
    clients.push(client)
    return Object.assign(client, {
      async become(fresh: string) {
        current = fresh
        await client.realtime.setAuth()
      },
    })
  }

  const [server] = await db.sql<{ isOld: boolean; decodes: boolean }>(`
    select current_setting('server_version_num')::int < 180000 as "isOld", current_setting('wal_level') = 'logical' as decodes`)
  // Decoders before 18 omit generated columns.
  const hasGenerated = changes === 'triggers' || !server!.isOld || !server!.decodes
  return { db, tokens, log, url, quickUrl: quick.url, clientFor, hasGenerated }
}

/** Subscribes and waits until the server reports that changes stream, or reports an error. */
export async function watch(
  client: SupabaseClient,
  options: WatchOptions = {},
  name: string = crypto.randomUUID(),
): Promise<WatchedTable> {
  const watching: WatchedTable = { channel: client.channel(name), changes: [], statuses: [], system: [] }
  const { event = '*', table = 'notes', filter, select } = options
  watching.channel
    .on(
      'postgres_changes',
      { event: event as '*', schema: 'public', table, ...(filter && { filter }), ...(select && { select }) },
      (change) => watching.changes.push(change),
    )
    .on('system', {}, (message) => watching.system.push(message))
    .subscribe((status) => watching.statuses.push(status))
  await eventually(() =>
    expect(watching.system.length + Number(watching.statuses[0] === 'CHANNEL_ERROR')).toBeGreaterThan(0),
  )
  return watching
}

export const expectChanges = (watching: WatchedTable, count: number) =>
  eventually(() => expect(watching.changes).toHaveLength(count))
