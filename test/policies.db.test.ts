import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { policyReport } from './policy-report.ts'
import { text } from './source.ts'

const db = await testDatabase()

test('every table exposed to the browser has row-level security enabled and at least one policy', async () => {
  const bare = await db.sql<{ table: string }>(
    `
    select c.relname as table from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace) and c.relkind in ('r', 'p')
      and (not c.relrowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))
      and c.relname <> all ($1)`,
    [withoutPolicy],
  )
  expect(
    bare.map((row) => row.table),
    'enable row level security and write a policy that reads as a sentence',
  ).toEqual([])
})

// No browser role has any privilege on these tables, so a policy could allow nothing.
const withoutPolicy: string[] = ['buckets', 'owner_invitations', 'name_words', 'cancellation_receipts', 'event_cursors']

test('policies evaluate the caller once per statement, not once per row', async () => {
  const policies = await db.sql<{ policy: string; text: string }>(`
    select policyname || ' on ' || tablename as policy, coalesce(qual, '') || coalesce(with_check, '') as text
    from pg_policies where schemaname in ('public', 'storage', 'realtime')`)
  const called = /(?:auth\.(?:uid|jwt|role|email)|has_role|is_staff)\(/
  const wrapped = /\(\s*SELECT\s+(?:auth\.(?:uid|jwt|role|email)|has_role|is_staff)\([^()]*\)(?:\s+AS\s+\w+)?\s*\)/g
  const bare = policies.filter((row) =>
    called.test(row.text.replaceAll(/VARIADIC ARRAY\[[^\]]*\]|ARRAY\[[^\]]*\]/g, '').replaceAll(wrapped, '')),
  )
  expect(
    bare.map((row) => row.policy),
    'write (select auth.uid()), (select is_staff()), …',
  ).toEqual([])
})

test('a view runs with the privileges of its caller', async () => {
  const views = await db.sql<{ view: string }>(`
    select relname as view from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false)`)
  expect(views, 'create view … with (security_invoker = true)').toEqual([])
})

test('a security definer function fixes its search_path', async () => {
  const loose = await db.sql<{ function: string }>(`
    select p.oid::regprocedure::text as function from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace, 'realtime'::regnamespace)
      and p.prosecdef and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')`)
  expect(loose, 'add: set search_path = …').toEqual([])
})

test('a private security definer function that signed-in users may execute checks their rights', async () => {
  const open = await db.sql<{ function: string }>(`
    select p.oid::regprocedure::text as function from pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.prosecdef
      and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))
      and p.prosrc !~ '(private\\.require_\\w+|public\\.has_role|auth\\.(uid|role))\\('`)
  expect(open, 'add: perform private.require_…, or grant it to service_role only').toEqual([])
})

test('docs/policies.md matches the measured permissions', async () => {
  expect(text('docs/policies.md'), 'run: node scripts/policies.ts').toBe(await policyReport((query) => db.sql(query)))
})
