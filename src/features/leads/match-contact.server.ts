// Matches a visitor's phone or e-mail to a contact, or creates one.
import { splitName } from '#lib/split-name.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { findAndLock } from '#kernel/postgres/find-and-lock.ts'

export type MatchedContact = { id: string; full_name: string; owner_id: string | null }
type SubmittedIdentity = {
  name: string
  phone: string | undefined
  email?: string | undefined
  sourceUrl: string | null
  /** The lead source recorded for a new contact. */
  source?: string
  /** Matches by e-mail only. A new contact also gets the phone, and may duplicate other contacts with that phone. */
  matchBy?: 'email'
}

/**
 * Matches a contact by phone or e-mail, or creates one. Among several matches, a matching name takes precedence over
 * the phone. Never updates an existing contact.
 */
export async function matchContact(
  db: Db,
  { name, phone, email, sourceUrl, source = 'אתר', matchBy }: SubmittedIdentity,
): Promise<MatchedContact> {
  const points = [
    ...(phone ? [{ kind: 'phone', value: phone }] : []),
    ...(email ? [{ kind: 'email', value: email }] : []),
  ]
  const matching = matchBy ? points.filter(({ kind }) => kind === matchBy) : points
  // Advisory locks, in order: two concurrent requests of one new person must not create two contacts.
  await db.query(
    `select pg_advisory_xact_lock(hashtextextended('contact point ' || value, 0)) from unnest($1::text[]) as own (value)`,
    [points.map((point) => point.value).toSorted()],
  )

  const existing = await findAndLock({
    find: () =>
      db.query<MatchedContact>(
        `select c.id, c.full_name, c.owner_id
       from contacts c join contact_points p on p.contact_id = c.id
       where c.deleted_at is null and c.merged_into_id is null
         and (p.kind, p.value_norm) in (select * from unnest($1::text[], $2::text[]))
       order by c.search_name = he_norm($3) desc, exists (
         select from contact_points own where own.contact_id = c.id and own.kind = 'phone' and own.value_norm = $4
       ) desc, c.created_at, c.id limit 1`,
        [matching.map((point) => point.kind), matching.map((point) => point.value), name, phone ?? null],
      ),
    // Lock and recheck: a concurrent merge would otherwise attach the request to the losing record.
    hold: async ({ id }) => (await db.one<{ held: boolean }>('select lock_contact($1) as held', [id])).held,
  })
  if (existing) return existing

  const { first_name, last_name } = splitName(name)
  const contact = await db.one<MatchedContact>(
    `insert into contacts (first_name, last_name, source) values ($1, $2, $3) returning id, full_name, owner_id`,
    [first_name, last_name, source],
  )
  await db.query(
    `with touched as (update contact_staff_details set first_touch = $4 where contact_id = $1)
     insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
     select $1, kind, value, value, true from unnest($2::text[], $3::text[]) as own (kind, value)`,
    [
      contact.id,
      points.map((point) => point.kind),
      points.map((point) => point.value),
      { url: sourceUrl, at: new Date().toISOString() },
    ],
  )
  return contact
}
