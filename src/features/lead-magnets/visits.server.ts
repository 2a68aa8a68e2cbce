// The key of a thank-you page, which shows the request to the browser that submitted it.
import { randomBytes } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { refusals } from './lead-magnets.ts'

/** 128 random bits. */
export const newToken = () => randomBytes(16).toString('base64url')

export async function openVisit(
  db: Db,
  requestId: string,
  { mayCorrect, askedNewsletter }: { mayCorrect: boolean; askedNewsletter: boolean },
): Promise<string> {
  const token = newToken()
  await db.query(
    `insert into lead_magnet_visits (token_hash, request_id, may_correct, asked_newsletter) values (link_hash($1), $2, $3, $4)`,
    [token, requestId, mayCorrect, askedNewsletter],
  )
  return token
}

export type Visit = {
  requestId: string
  magnetId: string
  slug: string
  title: string
  contactId: string
  name: string
  email: string
  phone: string | null
  madeContact: boolean
  privacyTextId: string | null
  askedNewsletter: boolean
  isOpened: boolean
  mayCorrect: boolean
}

/** The visit with its locked request, or a refusal. */
export async function readVisit(db: Db, token: string): Promise<Visit> {
  const [visit] = await db.query<Visit>(
    `select r.id as "requestId", m.id as "magnetId", m.slug, m.title, r.contact_id as "contactId", r.name, r.email, r.phone,
       r.made_contact as "madeContact", r.privacy_text_id as "privacyTextId", v.asked_newsletter as "askedNewsletter",
       r.opened_at is not null as "isOpened",
       v.may_correct and r.opened_at is null and v.created_at > now() - interval '1 day' as "mayCorrect"
     from lead_magnet_visits v
     join lead_magnet_requests r on r.id = v.request_id join lead_magnets m on m.id = r.magnet_id
     where v.token_hash = link_hash($1) for update of r`,
    [token],
  )
  if (!visit) throw new Refusal('visit_unknown', 404, refusals.visit_unknown)
  return visit
}
