// cancel-transaction: stores the notice as a numbered ticket, creates a task, and mails a receipt.
import { createHash, randomBytes } from 'node:crypto'
import { truncateIp } from '#platform/consents/consents.ts'
import { splitName } from '#lib/split-name.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import { answerDeadline } from '#features/leads/leads.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { withinSavepoint } from '#kernel/postgres/savepoint.ts'
import { dayOf, formatLongDate, formatTime } from '#lib/time/dates.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { expectedRefund } from './expected-refund.server.ts'
import { CancelTransaction, refusals, TransactionCancelled } from './cancellations.ts'

type Contact = { id: string; full_name: string; owner_id: string | null }
type Ticket = { id: string; number: string; receivedAt: string }

export type CancellationParts = {
  mails: Mails<Db>
  /** Matches a contact by phone or e-mail, or creates one. Injected, because contacts belong to another module. */
  matchContact: (
    db: Db,
    who: { name: string; phone: string | undefined; email: string; sourceUrl: string | null },
  ) => Promise<Contact>
}

export const cancelTransaction = ({ mails, matchContact }: CancellationParts) =>
  defineFunction({
    name: 'cancel-transaction',
    caller: 'anyone',
    as: 'service', // visitors have no rights on these tables; this handler is their only way to write
    refusals,
    perClient: { burst: 10, refillMs: 3_600_000 },
    input: CancelTransaction,
    output: TransactionCancelled,
    async run({ input, db, request }) {
      const { name, phone, email, sourceUrl } = input
      const contact = await matchContact(db, { name, phone, email, sourceUrl: sourceUrl ?? null })
      const receipt = randomBytes(16).toString('base64url')
      const ticketInput = {
        ...input,
        ip: request.ip && truncateIp(request.ip),
        userAgent: request.userAgent?.slice(0, 300),
      }
      const { ticket, isNew } = await openTicket(db, ticketInput, contact, hash(receipt))
      if (isNew) {
        const refund = await expectedRefund(db, input, dayOf(ticket.receivedAt))
        await makeTask(db, input, contact, ticket)
        await addActivity(db, ticketInput, contact, { ...ticket, refund })
        await notifyStaff(db, contact, ticket)
        await mailReceipt(db, mails, input, { ...ticket, refund })
      }
      return { ticketNumber: ticket.number, receivedAt: ticket.receivedAt, receipt }
    },
  })

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

type TicketInput = CancelTransaction & { ip: string | undefined; userAgent: string | undefined }

/** Opens a ticket. The same notice of the contact within a day returns the existing ticket with its timestamp. */
async function openTicket(db: Db, input: TicketInput, contact: Contact, receiptHash: string) {
  const { name, email, phone, reference, what, mayHaveLonger, privacyTextId, sourceUrl, ip, userAgent } = input
  const wordsHash = hash(JSON.stringify([reference, what?.replaceAll(/\s+/g, ' ') ?? '']))
  const [fresh] = await db.query<Ticket>(
    `insert into cancellation_requests (contact_id, name, email, phone, reference, what, may_have_longer, words_hash, receipt_hash,
       privacy_text_id, source_url, ip_trunc, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (select id from consent_texts where id = $10 and kind = 'privacy_notice'), $11, $12, $13)
     on conflict on constraint already_cancelled do nothing
     returning ${ticketColumns}`,
    [
      contact.id,
      name,
      email,
      phone,
      reference,
      what,
      mayHaveLonger,
      wordsHash,
      receiptHash,
      privacyTextId,
      sourceUrl,
      ip,
      userAgent,
    ],
  )
  if (fresh) return { ticket: fresh, isNew: true }
  // After a double submit the browser follows the second response, so it also needs a valid receipt link.
  const ticket = await db.one<Ticket>(
    `select ${ticketColumns} from cancellation_requests
     where contact_id = $1 and words_hash = $2 and holds_until > now() order by received_at desc limit 1`,
    [contact.id, wordsHash],
  )
  await db.query('insert into cancellation_receipts (receipt_hash, request_id) values ($1, $2)', [
    receiptHash,
    ticket.id,
  ])
  return { ticket, isNew: false }
}

const ticketColumns = `id, ticket_number::text as number, to_jsonb(received_at) #>> '{}' as "receivedAt"`

async function makeTask(db: Db, input: CancelTransaction, contact: Contact, ticket: Ticket) {
  const what = (await hasRunningPlan(db, input, contact)) ? 'ביטול עסקה, והכרטיס מחויב בתוכנית תשלומים:' : 'ביטול עסקה'
  await db.query(
    `with task as (
       insert into tasks (name, due_date, user_id, contact_id, priority)
       values ($2, $3, coalesce($4, private.business_owner()), $5, 'high') returning id)
     update cancellation_requests set task_id = task.id from task where cancellation_requests.id = $1`,
    [
      ticket.id,
      `${what} ${ticket.number} – ${contact.full_name}`.slice(0, 200),
      answerDeadline(dayOf(ticket.receivedAt)),
      contact.owner_id,
      contact.id,
    ],
  )
}

/** Whether a saved card is charged for the order given in the notice. */
const hasRunningPlan = async (db: Db, { reference }: CancelTransaction, { id }: Contact) =>
  (
    await db.query(
      `select from orders o join charges c on c.id = o.charge_id join plan_cards k on k.plan_id = c.plan_id and k.state = 'active'
       where o.contact_id = $1 and o.number::text = $2`,
      [id, reference],
    )
  ).length > 0

type TicketWithRefund = Ticket & { refund: string }

async function addActivity(db: Db, input: CancelTransaction, contact: Contact, ticket: TicketWithRefund) {
  const { name, email, phone, reference, what, mayHaveLonger } = input
  const text = [
    what,
    `אסמכתה: ${reference}`,
    mayHaveLonger && 'צוין: מוגבלות, אזרחות ותיקה או עלייה חדשה (זכות ביטול בתוך ארבעה חודשים)',
    ticket.refund,
  ]
  await db.query(
    `insert into activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
     values ('cancellation.received', now(), 'contact', $1, $1, 'cancellation_request', $2, $3, $4)`,
    [contact.id, ticket.id, ticket.number, { text: text.filter(Boolean).join('\n'), name, phone, email }],
  )
}

async function notifyStaff(db: Db, contact: Contact, ticket: Ticket) {
  await db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, metadata)
     select distinct user_id, 'cancellation.received', 'הודעה על ביטול עסקה', $1, 'high', 'contact', $2::uuid, $3::jsonb
     from user_roles where is_active and role in ('owner', 'admin')`,
    [`${isolate(contact.full_name)} – מספר ${ticket.number}`, contact.id, { ticket_number: ticket.number }],
  )
}

/** Receipts per day to one mailbox, because anyone can enter an address. */
const receiptsPerDay = 3

/** The ticket is committed even if the mail fails; the page mentions a receipt mail only if the mail was enqueued. */
async function mailReceipt(db: Db, mails: Mails<Db>, { name, email }: CancelTransaction, ticket: TicketWithRefund) {
  const values = {
    firstName: splitName(name).first_name,
    ticketNumber: ticket.number,
    date: formatLongDate(ticket.receivedAt),
    time: formatTime(ticket.receivedAt),
    expectedRefund: ticket.refund,
  }
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`receipts ${email}`])
  const { today } = await db.one<{ today: number }>(
    `select count(*)::int as today from cancellation_requests
     where lower(email) = lower($1) and received_at > now() - interval '1 day'`,
    [email],
  )
  if (today > receiptsPerDay) return
  const isMailed = await withinSavepoint(db, () => mails.send(db, { kind: 'cancellation_received', to: email, values }))
  if (isMailed) await db.query('update cancellation_requests set is_receipt_mailed = true where id = $1', [ticket.id])
}
