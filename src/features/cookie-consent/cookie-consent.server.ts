// Takes down what visitors allow. Nothing of them but the choice: no address, no browser.
import { defineFunction } from '#kernel/functions/functions.ts'
import { RecordCookieChoice, RecordedCookieChoice } from './cookie-consent.ts'

export const recordCookieChoice = defineFunction({
  name: 'record-cookie-choice',
  caller: 'anyone',
  as: 'service', // a visitor has no rights on this table: this is their only door
  // The banner is answered before anything else of the page is loaded, so it has no key.
  verify: false,
  perClient: { burst: 30, refillMs: 3_600_000 },
  input: RecordCookieChoice,
  output: RecordedCookieChoice,
  async run({ input, db, caller }) {
    const { id, functional, performance, marketing, version, page, consentDate } = input
    // The same choice once more, when its person has signed in. What was chosen stays as it was first told, and whose it is, too.
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
