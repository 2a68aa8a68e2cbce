// Daily deletion of expired tokens, flows, sessions and anonymous users.
import type pg from 'pg'
import { type AuthSettings, authDefaults } from './settings.ts'

// A mailed link is valid for at most a week.
const tokens = `delete from auth.one_time_tokens where created_at < now() - interval '8 days'`

// A flow that a mailed link refers to lives as long as the link.
const flows = `delete from auth.flow_state f where created_at < now() - interval '1 day'
  and coalesce(auth_code_issued_at, created_at) < now() - interval '1 day'
  and not exists (select from auth.one_time_tokens t where t.flow_id = f.id)`

// Expired sessions stay for another day, so that a refresh is refused with session_expired.
const sessions = `delete from auth.sessions where not_after < now() - interval '1 day'
  or created_at + make_interval(secs => $1) < now() - interval '1 day'
  or coalesce(refreshed_at, created_at) + make_interval(secs => $2) < now() - interval '1 day'`

const networks = `delete from auth.known_networks where last_used_at < now() - interval '90 days'`

const inactiveAnonymousUsers = `select u.id from auth.users u where u.is_anonymous and u.created_at < now() - make_interval(days => $1)
  and not exists (
    select from auth.sessions s where s.user_id = u.id
      and coalesce(s.refreshed_at, s.created_at) >= now() - make_interval(days => $1)
  ) limit 1000`

/**
 * Deletes expired one-time tokens, flows and sessions, and anonymous users without activity for `anonymousDays`.
 * The pool uses the login supabase_auth_admin. Returns the number of deleted rows.
 */
export async function pruneAuth(
  pool: pg.Pool,
  { sessions: { timeboxSeconds, inactivitySeconds }, anonymousDays }: AuthSettings = authDefaults,
): Promise<number> {
  let deletedCount = 0
  const take = async (text: string, values: unknown[] = []) =>
    (deletedCount += (await pool.query(text, values)).rowCount ?? 0)
  await take(tokens)
  await take(flows)
  await take(networks)
  await take(sessions, [timeboxSeconds ?? null, inactivitySeconds ?? null])
  const { rows } = await pool.query<{ id: string }>(inactiveAnonymousUsers, [anonymousDays])
  for (const { id } of rows) {
    // A foreign key of another table may forbid the deletion: that user is skipped.
    await take('delete from auth.users where id = $1 and is_anonymous', [id]).catch((error: unknown) => {
      if ((error as { code?: string }).code !== '23503') throw error
    })
  }
  return deletedCount
}
