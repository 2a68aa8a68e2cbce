// Actions of a mailed link: open the lead magnet, get a new link, join the newsletter, request another lead magnet.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { deliver } from './deliver.server.ts'
import {
  bucket,
  JoinNewsletter,
  LinkToken,
  LeadMagnetOpened,
  refusals,
  RequestAnother,
  LeadMagnetRequested,
} from './lead-magnets.ts'
import type { LeadMagnetDependencies } from './dependencies.server.ts'
import { plantGuide } from './guides/seed-guides.server.ts'
import { openRequest, readMagnet } from './open-request.server.ts'
import { openVisit } from './visits.server.ts'

type Link = {
  deliveryId: string
  requestId: string
  contactId: string
  name: string
  email: string
  magnetId: string
  slug: string
  title: string
  guide: string | null
  assetKey: string | null
  assetName: string | null
  automationId: string | null
  state: 'open' | 'stopped' | 'expired' | 'used_up'
  isOpened: boolean
}

/** Private file storage. */
type Files = {
  put(place: { bucket: string; key: string; type: string }, bytes: Buffer): Promise<void>
  /** A download path valid for a minute; undefined if the file was removed. */
  sign(file: { bucket: string; key: string; name: string }): Promise<string | undefined>
}

/** Subscribes an address verified by a mailed link, and sends the welcome mail. */
export type Subscribe = (
  db: Db,
  who: {
    id: string
    email: string
    consentTextId: string
    source: string
    request: { ip?: string; userAgent?: string }
  },
) => Promise<void>

const byLink = { caller: 'anyone', as: 'service', refusals, perClient: { burst: 60, refillMs: 3_600_000 } } as const

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])

/** Counts the use and returns the download URL. The first use verifies the address and starts the sequence. */
export const openLeadMagnet = (files: Files) =>
  defineFunction({
    ...byLink,
    name: 'open-lead-magnet',
    input: LinkToken,
    output: LeadMagnetOpened,
    async run({ input: { token }, db }) {
      const link = await readLink(db, token)
      refuseEmpty(link)
      if (link.state !== 'open') throw refusal(`link_${link.state}`, 410)
      const { guide, assetName } = link
      const key = link.assetKey ?? (guide ? await plantGuide(db, files, { ...link, guide }) : null)
      const url = key ? await files.sign({ bucket, key, name: assetName ?? `${link.title}.pdf` }) : null
      if (url === undefined) throw refusal('lead_magnet_gone', 410)
      // Not counted as opened, so that the same link starts the series once its automation is enabled again.
      if (!key && !link.isOpened && !(await isEnabled(db, link.automationId))) throw refusal('series_paused', 409)
      await db.query('update lead_magnet_deliveries set uses = uses + 1 where id = $1', [link.deliveryId])
      await db.query(
        'update lead_magnet_requests set opened_at = coalesce(opened_at, now()), opens = opens + 1 where id = $1',
        [link.requestId],
      )
      if (!link.isOpened) await proveAddress(db, link)
      return { slug: link.slug, url }
    },
  })

const isEnabled = async (db: Db, automationId: string | null) =>
  (await db.query(`select from automations where id = $1 and status = 'enabled'`, [automationId])).length > 0

async function proveAddress(db: Db, { contactId, email, automationId }: Link) {
  const proven = await db.query(
    `update contact_points set verified_at = coalesce(verified_at, now()), bounced_at = null
     where contact_id = $1 and kind = 'email' and value_norm = $2 returning id`,
    [contactId, email],
  )
  // Messages of a sequence are sent to the contact's address, so it must be the verified one.
  if (automationId && proven.length > 0)
    await db.query(
      `select emit_enrolment(a.id, $2, 'automation.enrolled') from automations a where a.id = $1 and a.status = 'enabled'`,
      [automationId, contactId],
    )
}

/** Mails a new link to the same address, as a replacement for an expired or used-up one. */
export const renewLeadMagnetLink = defineFunction({
  ...byLink,
  name: 'renew-lead-magnet-link',
  perClient: { burst: 20, refillMs: 3_600_000 },
  input: LinkToken,
  output: z.object({}),
  async run({ input: { token }, db }) {
    const link = await readLink(db, token)
    if (link.state === 'stopped') throw refusal('link_stopped', 410)
    refuseEmpty(link)
    const sent = await deliver(db, link)
    if (sent !== 'queued') throw refusal(sent, 429)
    return {}
  },
})

/** Newsletter signup for an address verified by the link, with a separate click. */
export const joinNewsletterByLink = ({ subscribe }: { subscribe: Subscribe }) =>
  defineFunction({
    ...byLink,
    name: 'join-newsletter-by-link',
    input: JoinNewsletter,
    output: z.object({}),
    async run({ input: { token, newsletterTextId: consentTextId }, db, request }) {
      const { requestId: id, email, state } = await readLink(db, token)
      if (state === 'stopped') throw refusal('link_stopped', 410)
      await subscribe(db, { id, email, consentTextId, source: 'lead_magnet', request })
      return {}
    },
  })

/** Requests another lead magnet with one click. The link has verified the address, so no form is needed. */
export const requestAnotherLeadMagnet = (needs: LeadMagnetDependencies) =>
  defineFunction({
    ...byLink,
    name: 'request-another-lead-magnet',
    input: RequestAnother,
    output: LeadMagnetRequested,
    async run({ input: { token, slug, sourceUrl }, db, request }) {
      const { name, email, state } = await readLink(db, token)
      if (state === 'stopped') throw refusal('link_stopped', 410)
      const magnet = await readMagnet(db, slug)
      const from = needs.requestMetadata(request, sourceUrl)
      const { id } = await openRequest(db, needs.matchContact, magnet, { name, email, from })
      await deliver(db, { requestId: id, email })
      return { slug: magnet.slug, token: await openVisit(db, id, { mayCorrect: false, askedNewsletter: false }) }
    },
  })

function refuseEmpty({ assetKey, guide, automationId }: Link) {
  if (!assetKey && !guide && !automationId) throw refusal('lead_magnet_gone', 410)
}

async function readLink(db: Db, token: string): Promise<Link> {
  const [link] = await db.query<Link>(
    `select d.id as "deliveryId", r.id as "requestId", r.contact_id as "contactId", r.name, d.email, m.id as "magnetId", m.slug,
       m.title, m.guide, m.asset_key as "assetKey", m.asset_name as "assetName", m.automation_id as "automationId", r.opened_at is not null as "isOpened",
       case when d.stopped_at is not null then 'stopped' when d.expires_at < now() then 'expired' when d.uses >= 10 then 'used_up'
         else 'open' end as state
     from lead_magnet_deliveries d
     join lead_magnet_requests r on r.id = d.request_id join lead_magnets m on m.id = r.magnet_id
     where link_hash($1) in (d.token_hash, d.reminder_hash) for update of d, r, m`,
    [token],
  )
  if (!link) throw refusal('link_unknown', 404)
  return link
}
