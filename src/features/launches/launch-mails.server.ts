// Renders the mails of launches. Each link gets a separate token, created here; only its hash is stored.
import { randomInt } from 'node:crypto'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import { splitName } from '#lib/split-name.ts'
import { newKey } from './access.server.ts'
import { type CartMail, cartMailContent } from './cart-mail-content.ts'
import { landingPath, linkPath } from './launches.ts'
import { offerOf } from './launch-texts-edit.ts'

type Parts = {
  renderMail: RenderMail
  /**
   * Composes an advertisement with its label, footer and unsubscribe link. Injected, because all advertisements share
   * these texts.
   */
  advertise: (db: Db, message: DueMessage, content: MailContent) => Promise<ComposedMail | SkippedMessage>
  siteUrl: string
}
type Compose = (db: Db, message: DueMessage) => Promise<ComposedMail | SkippedMessage>
type Recipient = { id: string; launch: string; launchTitle: string; firstName: string }

const changed = { skip: 'entity_changed' } as const

/** Composers by template key. */
export function composeLaunchMails(parts: Parts): Record<string, Compose> {
  const { renderMail, siteUrl } = parts
  const linkFor = async (db: Db, { id, launch }: Recipient, query = '') =>
    `${siteUrl}${linkPath(launch, await addKey(db, id))}${query}`

  const contentMail =
    (kind: 'launch_release' | 'launch_nudge'): Compose =>
    async (db, { contextId, to }) => {
      // A single statement, because a release schedules thousands of these mails.
      const key = newKey()
      const [about] = await db.query<{
        launch: string
        name: string
        launchTitle: string
        content: string
        contentTitle: string
      }>(
        `with about as (
           select p.id, p.launch_id, p.name, l.title, c.id as content_id, c.title as content_title
           from launch_progress g join launch_contents c on c.id = g.content_id
           join launch_participants p on p.id = g.participant_id join launches l on l.id = p.launch_id where g.id = $1),
         added as (insert into launch_tokens (participant_id, token_hash) select id, link_hash($2) from about)
         select launch_id as launch, name, title as "launchTitle", content_id as content, content_title as "contentTitle" from about`,
        [contextId, key],
      )
      if (!about) return changed
      const { launch, name, launchTitle, content, contentTitle } = about
      const link = `${siteUrl}${linkPath(launch, key)}?c=${content}`
      return renderMail({
        kind,
        to,
        values: { firstName: splitName(name).first_name, launchTitle, contentTitle },
        link,
      })
    }

  const cartMail =
    (kind: CartMail): Compose =>
    async (db, message) =>
      advertiseCart(db, message, kind, parts, linkFor)

  return {
    launch_welcome: async (db, { contextId, to }) => {
      const [about] = await readRecipient(db, 'id = $1', contextId)
      const [first] = await db.query<{ title: string }>(
        `select c.title from private.launch_contents_at($1) s join launch_contents c on c.id = s.content_id order by c.position limit 1`,
        [contextId],
      )
      if (!about) return changed
      const { firstName, launchTitle } = about
      const values = { firstName, launchTitle, contentTitle: first?.title ?? launchTitle }
      return renderMail({ kind: 'launch_welcome', to, values, link: await linkFor(db, about) })
    },
    launch_release: contentMail('launch_release'),
    launch_nudge: contentMail('launch_nudge'),
    launch_link: async (db, { contextId, to }) => {
      const [about] = await readRecipient(
        db,
        'id = (select participant_id from launch_requests where id = $1)',
        contextId,
      )
      if (!about) return changed
      const { firstName, launchTitle } = about
      return renderMail({ kind: 'launch_link', to, values: { firstName, launchTitle }, link: await linkFor(db, about) })
    },
    launch_seat: async (db, { contextId, to }) => {
      const [about] = await readRecipient(
        db,
        '(launch_id, contact_id) = (select launch_id, contact_id from launch_waitlist where id = $1)',
        contextId,
      )
      if (!about) return changed
      const { firstName, launchTitle } = about
      return renderMail({
        kind: 'launch_seat',
        to,
        values: { firstName, launchTitle },
        link: await linkFor(db, about, '?to=offer'),
      })
    },
    launch_reopened: async (db, { contextId, to }) => {
      const [about] = await db.query<{ launch: string; launchTitle: string; name: string }>(
        `select l.id as launch, l.title as "launchTitle", c.full_name as name
         from launch_waitlist w join contacts c on c.id = w.contact_id
         cross join lateral private.launch_after_waiting(w.id) n join launches l on l.id = n.launch_id where w.id = $1`,
        [contextId],
      )
      if (!about) return changed
      const values = { firstName: splitName(about.name).first_name, launchTitle: about.launchTitle }
      return renderMail({ kind: 'launch_reopened', to, values, link: siteUrl + landingPath(about.launch) })
    },
    launch_code: async (db, { contextId, to }) => {
      const [about] = await readRecipient(
        db,
        'id = (select participant_id from launch_requests where id = $1)',
        contextId,
      )
      if (!about) return changed
      const accessCode = String(randomInt(1_000_000)).padStart(6, '0')
      // Salted with the request id: the hash of six digits alone could be brute-forced.
      await db.query('update launch_requests set code_hash = link_hash(id || $2) where id = $1', [
        contextId,
        accessCode,
      ])
      const { firstName, launchTitle } = about
      return renderMail({ kind: 'launch_code', to, values: { firstName, launchTitle, accessCode } })
    },
    launch_cart_open: cartMail('launch_cart_open'),
    launch_cart_middle: cartMail('launch_cart_middle'),
    launch_cart_day: cartMail('launch_cart_day'),
    launch_cart_hours: cartMail('launch_cart_hours'),
    launch_cart_closed: cartMail('launch_cart_closed'),
  }
}

async function advertiseCart(
  db: Db,
  message: DueMessage,
  kind: CartMail,
  { advertise }: Parts,
  linkFor: (db: Db, recipient: Recipient, query?: string) => Promise<string>,
): Promise<ComposedMail | SkippedMessage> {
  const { contactId, contextId, consentedAt } = message
  const [about] = await readRecipient(db, 'id = $1', contextId)
  if (!about || !contactId || !consentedAt) return changed
  const { offer, opensAt, closesAt } = await db.one<{ offer: unknown; opensAt: Date; closesAt: Date }>(
    `select l.offer, coalesce(p.cart_opens_at, l.cart_opens_at) as "opensAt", coalesce(p.cart_closes_at, l.cart_closes_at) as "closesAt"
     from launch_participants p join launches l on l.id = p.launch_id where p.id = $1`,
    [contextId],
  )
  const link = await linkFor(db, about, kind === 'launch_cart_closed' ? '?to=wait' : '?to=offer')
  const leave = `${link.replace(/\?.*$/, '')}?to=leave`
  return advertise(
    db,
    message,
    cartMailContent(kind, { ...about, offer: offerOf(offer), opensAt, closesAt, link, leave }),
  )
}

async function readRecipient(db: Db, where: string, id: string): Promise<Recipient[]> {
  const found = await db.query<Omit<Recipient, 'firstName'> & { name: string }>(
    `select p.id, p.launch_id as launch, p.name, l.title as "launchTitle"
     from (select * from launch_participants where ${where}) p join launches l on l.id = p.launch_id`,
    [id],
  )
  return found.map(({ name, ...rest }) => ({ ...rest, firstName: splitName(name).first_name }))
}

async function addKey(db: Db, participant: string) {
  const key = newKey()
  await db.query('insert into launch_tokens (participant_id, token_hash) values ($1, link_hash($2))', [
    participant,
    key,
  ])
  return key
}
