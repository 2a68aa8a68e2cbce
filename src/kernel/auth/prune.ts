// Once a day: what nobody can use any more goes.
import type pg from 'pg'
import { type AuthSettings, authDefaults } from './settings.ts'

// A week is the longest that a mailed link may live.
const tokens = `delete from auth.one_time_tokens where created_at < now() - interval '8 days'`

// The flow of a mail lives as long as its link.
const flows = `delete from auth.flow_state f where created_at < now() - interval '1 day'
  and coalesce(auth_code_issued_at, created_at) < now() - interval '1 day'
  and not exists (select from auth.one_time_tokens t where t.flow_id = f.id)`

// A day longer than it takes to end: whoever comes back meanwhile is told why.
const sessions = `delete from auth.sessions where not_after < now() - interval '1 day'
  or created_at + make_interval(secs => $1) < now() - interval '1 day'
  or coalesce(refreshed_at, created_at) + make_interval(secs => $2) < now() - interval '1 day'`

const strangers = `select u.id from auth.users u where u.is_anonymous and u.created_at < now() - make_interval(days => $1)
  and not exists (
    select from auth.sessions s where s.user_id = u.id
      and coalesce(s.refreshed_at, s.created_at) >= now() - make_interval(days => $1)
  ) limit 1000`

/**
 * Takes out one-time tokens, flows, sessions that are over, and anonymous users of whom nothing was heard for `anonymousDays`.
 * The pool is of the login supabase_auth_admin. Answers how many rows went.
 */
export async function pruneAuth(
  pool: pg.Pool,
  { sessions: { timeboxSeconds, inactivitySeconds }, anonymousDays }: AuthSettings = authDefaults,
): Promise<number> {
  let gone = 0
  const take = async (text: string, values: unknown[] = []) => (gone += (await pool.query(text, values)).rowCount ?? 0)
  await take(tokens)
  await take(flows)
  await take(sessions, [timeboxSeconds ?? null, inactivitySeconds ?? null])
  const { rows } = await pool.query<{ id: string }>(strangers, [anonymousDays])
  for (const { id } of rows) {
    // Something of theirs may be kept by a table that does not let them go: then they stay, and the others still go.
    await take('delete from auth.users where id = $1 and is_anonymous', [id]).catch((error: unknown) => {
      if ((error as { code?: string }).code !== '23503') throw error
    })
  }
  return gone
}
