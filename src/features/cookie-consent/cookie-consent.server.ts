// Records cookie choices. Only the choice is stored: no IP address, no user agent.
import { defineFunction } from '#kernel/functions/functions.ts'
import { RecordCookieChoice, RecordedCookieChoice } from './cookie-consent.ts'

export const recordCookieChoice = defineFunction({
  name: 'record-cookie-choice',
  caller: 'anyone',
  as: 'service', // visitors have no rights on this table; this handler is their only way to write
  // No API key: the banner is used before other scripts of the page have loaded.
  verify: false,
  perClient: { burst: 30, refillMs: 3_600_000 },
  input: RecordCookieChoice,
  output: RecordedCookieChoice,
  async run({ input, db, caller }) {
    const { id, functional, performance, marketing, version, page, consentDate } = input
    // Sent again after sign-in with the same id: the first recorded choice and owner do not change.
    await db.query(
      `insert into cookie_choices (id, user_id, functional, performance, marketing, version, page, chosen_at)
       values ($1, $2, $3, $4, $5, $6, $7, least($8::timestamptz, now()))
       on conflict (id) do update set user_id = excluded.user_id
       where cookie_choices.user_id is null and excluded.user_id is not null`,
      [id, caller.userId ?? null, functional, performance, marketing, version, page, consentDate],
    )
    const { taken } = await db.one<{ taken: boolean }>(
      'select user_id is distinct from $2 as taken from cookie_choices where id = $1',
      [id, caller.userId ?? null],
    )
    return { taken }
  },
})
