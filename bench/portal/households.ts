// Couples with a process and years of a budget, created through the functions that the portal calls.
import { createTokens } from '#kernel/jwt.ts'
import { addMonths } from '#features/budget/months.ts'
import type { makeInstallation } from '../installation.ts'

export type Installation = Awaited<ReturnType<typeof makeInstallation>>
export type Home = { contactId: string; userId: string; headers: Record<string, string> }
type Size = { households: number; months: number; entriesPerMonth: number }

export const thisMonth = new Date().toISOString().slice(0, 7)
const batch = 500

export async function makeHouseholds(installation: Installation, size: Size): Promise<Home[]> {
  const tokens = await createTokens(installation.keys(), installation.url)
  const rows = await installation.sql<{ user_id: string; contact_id: string }>(
    `with made as (
       insert into auth.users (email, email_confirmed_at) select 'bench' || n || '@example.com', now() from generate_series(1, $1::integer) n
       returning id, email),
     roles as (insert into user_roles (user_id, role) select id, 'client' from made),
     contacts as (insert into contacts (first_name, client_user_id) select 'בית', id from made returning id, client_user_id)
     select client_user_id as user_id, id as contact_id from contacts`,
    [size.households],
  )
  await installation.sql(
    `select private.start_process(c.id, (select id from process_templates where is_active limit 1)) from contacts c where c.id = any ($1)`,
    [rows.map((row) => row.contact_id)],
  )
  const homes: Home[] = []
  for (const { user_id: userId, contact_id: contactId } of rows) {
    const claims = { role: 'authenticated', sub: userId, aud: 'authenticated', aal: 'aal1' }
    const headers = {
      apikey: tokens.anonKey,
      authorization: `Bearer ${await tokens.sign(claims, 86_400)}`,
      'content-type': 'application/json',
    }
    homes.push({ userId, contactId, headers })
  }
  for (const home of homes) await fillBudget(installation, home, size)
  await installation.sql('vacuum analyze budget_items')
  return homes
}

async function fillBudget(installation: Installation, home: Home, { months, entriesPerMonth }: Size) {
  const all = Array.from({ length: months }, (_, i) => addMonths(thisMonth, -i)).flatMap((month) =>
    Array.from({ length: entriesPerMonth }, (_, i) => ({
      kind: i === 0 ? 'income' : 'variable',
      category: i === 0 ? 'משכורת' : `קטגוריה ${i % 8}`,
      on: `${month}-${String((i % 28) + 1).padStart(2, '0')}`,
      amount: i === 0 ? 1_500_000 : 10_000 + i,
      description: `בית עסק ${i}`,
      importKey: `${month} ${i}`,
    })),
  )
  for (let at = 0; at < all.length; at += batch)
    await call(installation, home, 'import-budget-entries', {
      isPrivate: false,
      entries: all.slice(at, at + batch),
      rules: [],
    })
}

export async function call(installation: Installation, { headers }: Home, name: string, body: object) {
  const response = await fetch(`${installation.url}/functions/v1/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`)
  return text
}
