import { type Claims, inTransaction } from '#kernel/postgres/transaction.ts'
import type { TestDatabase } from './open-database.ts'

const roles = ['owner', 'admin', 'coach', 'sales', 'content', 'client'] as const
export type Actor = 'visitor' | 'stranger' | (typeof roles)[number]

type SignedIn = Exclude<Actor, 'visitor'>

/** One actor each: visitor, signed-in user without a role, and one user per role. `ids` are the user ids. */
export async function makeActors(db: TestDatabase) {
  const ids = {} as Record<SignedIn, string>
  for (const actor of ['stranger', ...roles] as const) {
    const [user] = await db.sql<{ id: string }>('insert into auth.users (email) values ($1) returning id', [
      `${actor}@example.com`,
    ])
    ids[actor] = user!.id
    if (actor !== 'stranger') await db.sql('insert into user_roles (user_id, role) values ($1, $2)', [user!.id, actor])
  }
  const as = Object.fromEntries(
    Object.entries(ids).map(([actor, sub]) => [actor, { role: 'authenticated', sub }]),
  ) as Record<SignedIn, Claims>
  return { ids, as: { visitor: { role: 'anon' }, ...as } as Record<Actor, Claims> }
}

/** Runs the statement as every actor, rolled back. Returns the actors that reached a row, in order, or 'no role'. */
export async function whoMay(
  db: TestDatabase,
  actors: Record<Actor, Claims>,
  text: string,
  values?: unknown[],
): Promise<string> {
  const met: string[] = []
  for (const [actor, claims] of Object.entries(actors)) {
    const rows = await attempt(db, claims, text, values)
    if (rows > 0) met.push(actor)
  }
  return met.join(' ') || 'no role'
}

class Enough extends Error {}

async function attempt(db: TestDatabase, claims: Claims, text: string, values?: unknown[]) {
  let rows = 0
  const tried = inTransaction(db.authenticator, claims, async (caller) => {
    rows = (await caller.query(text, values)).length
    throw new Enough()
  })
  await tried.catch((error: Error & { code?: string }) => {
    // 42501: missing privilege or row-level security. Other errors are bugs of the test.
    if (!(error instanceof Enough) && error.code !== '42501' && error.message !== 'not_allowed') throw error
  })
  return rows
}
