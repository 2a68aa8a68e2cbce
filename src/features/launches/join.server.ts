// join-launch: adds a visitor to a launch, or to its waiting list after the cart has closed. The link is mailed.
import { utmOf } from '#lib/forms/utm.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { LaunchPhase } from './launch-clock.ts'
import { JoinLaunch, refusals } from './launches.ts'
import { requestLink } from './links.server.ts'

export type RequestMetadata = { url: string | null; ip: string | null; userAgent: string | null }
export type Sender = { ip?: string; userAgent?: string }

/** Functions of other modules, injected. */
export type LaunchDependencies = {
  matchContact: (
    db: Db,
    who: { name: string; phone: undefined; email: string; sourceUrl: string | null },
  ) => Promise<{ id: string; full_name: string }>
  requestMetadata: (request: Sender, sourceUrl: string | undefined) => RequestMetadata
  refuseUnknownConsentText: (
    db: Db,
    asked: { marketingConsent: boolean; consentTextId?: string | undefined },
  ) => Promise<void>
  recordConsent: (
    db: Db,
    agreement: {
      contactId: string
      email?: string | undefined
      consentTextId?: string | undefined
      source: { type: string; id: string }
      from: RequestMetadata
    },
  ) => Promise<void>
  recordConversion: (db: Db, sender: Sender, kind: 'signup') => Promise<void>
}

/** The response is the same for known and unknown addresses, so that it does not reveal which addresses are known. */
export const joinLaunch = (needs: LaunchDependencies) =>
  defineFunction({
    name: 'join-launch',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: JoinLaunch,
    output: z.object({ waits: z.boolean() }),
    async run({ input, db, request }) {
      const phase = await readPhase(db, input.launch)
      await needs.refuseUnknownConsentText(db, {
        marketingConsent: input.marketing,
        consentTextId: input.marketingTextId,
      })
      const from = needs.requestMetadata(request, input.sourceUrl)
      // Matched by address alone, because the mailed link verifies only the address.
      const contact = await needs.matchContact(db, {
        name: input.name,
        phone: undefined,
        email: input.email,
        sourceUrl: from.url,
      })
      const waits = phase === 'cart_closed' || phase === 'ended'
      const { id, isNew } = waits
        ? await wait(db, input, contact.id, from)
        : await participate(db, input, contact.id, from)
      if (isNew) await needs.recordConversion(db, request, 'signup')
      if (input.marketing)
        await needs.recordConsent(db, {
          contactId: contact.id,
          email: input.email,
          consentTextId: input.marketingTextId,
          source: { type: 'launch', id },
          from,
        })
      return { waits }
    },
  })

async function readPhase(db: Db, launch: string) {
  const [found] = await db.query<{ phase: LaunchPhase }>(
    `select private.launch_phase(l, null, now()) as phase from launches l where id = $1 and status not in ('draft', 'archived')`,
    [launch],
  )
  if (!found) throw new Refusal('launch_unknown', 404, refusals.launch_unknown)
  return found.phase
}

async function participate(db: Db, input: JoinLaunch, contactId: string, from: RequestMetadata) {
  const { launch, name, email, privacyTextId, sourceUrl } = input
  const [fresh] = await db.query<{ id: string }>(
    `insert into launch_participants (launch_id, contact_id, name, email, privacy_text_id, source_url, utm, ip_trunc, user_agent)
     values ($1, $2, $3, $4, (select id from consent_texts where id = $5 and kind = 'privacy_notice'), $6, $7, $8, $9)
     on conflict on constraint already_participating do nothing returning id`,
    [launch, contactId, name, email, privacyTextId, from.url, utmOf(sourceUrl), from.ip, from.userAgent],
  )
  if (fresh) return { ...fresh, isNew: true }
  const known = await db.one<{ id: string }>(
    'select id from launch_participants where launch_id = $1 and contact_id = $2',
    [launch, contactId],
  )
  await renewWindow(db, known.id)
  await requestLink(db, known.id)
  return { ...known, isNew: false }
}

/** A new window opens only after the cooldown: leaving and rejoining must not restart the cart's deadline. */
export const renewWindow = (db: Db, participant: string) =>
  db.query(
    `update launch_participants p set status = 'joined', opted_out_at = null, joined_at = now(), announced = 'joined',
       cart_opens_at = null, cart_closes_at = null
     from launches l where l.id = p.launch_id and p.id = $1 and l.mode = 'evergreen' and p.status <> 'buyer'
       and p.cart_closes_at + l.cooldown_days * interval '1 day' < now()`,
    [participant],
  )

async function wait(db: Db, { launch, privacyTextId }: JoinLaunch, contactId: string, from: RequestMetadata) {
  const [fresh] = await db.query<{ id: string }>(
    `insert into launch_waitlist (launch_id, contact_id, privacy_text_id, source_url)
     values ($1, $2, (select id from consent_texts where id = $3 and kind = 'privacy_notice'), $4)
     on conflict on constraint already_on_launch_waitlist do nothing returning id`,
    [launch, contactId, privacyTextId, from.url],
  )
  if (fresh) return { ...fresh, isNew: true }
  const known = await db.one<{ id: string }>(
    'select id from launch_waitlist where launch_id = $1 and contact_id = $2',
    [launch, contactId],
  )
  return { ...known, isNew: false }
}
