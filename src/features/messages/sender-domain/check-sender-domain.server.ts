// check-sender-domain: checks the DNS records of the sender's domain. No transaction is open during the queries.
import { domainToASCII } from 'node:url'
import { DnsUnavailable, type DnsLookup, type StartLookup } from '#integrations/dns.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { checkDkim } from './check-dkim.server.ts'
import { checkDmarc } from './check-dmarc.server.ts'
import { checkSpf, type Sender } from './check-spf.server.ts'
import { isServiceMailbox, providerOf } from './mail-providers.ts'
import { type Finding, type SenderDomainCheck, SenderDomainInput, senderDomainRefusals } from './sender-domain.ts'

export type SenderDomainParts = {
  /** The sender address and the mail server; undefined while no mail server is configured. */
  sender: { from: string; host: string } | undefined
  startLookup: StartLookup
}

const deadlineMs = 12_000

export const checkSenderDomain = ({ sender, startLookup }: SenderDomainParts) =>
  defineEndpoint({
    name: 'check-sender-domain',
    caller: async (db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may,
    as: 'service', // only this function writes selectors
    methods: ['POST'],
    bodyLimit: 2_000,
    timeoutMs: deadlineMs + 5_000,
    perClient: { burst: 20, refillMs: 600_000 },
    refusals: senderDomainRefusals,
    async fetch(request, { transaction }) {
      const { success, data: input } = SenderDomainInput.safeParse(await request.json().catch(() => undefined))
      if (!success) throw new Refusal('invalid_input', 422, senderDomainRefusals.invalid_input)
      if (!sender) throw new Refusal('mail_not_configured', 409, senderDomainRefusals.mail_not_configured)
      const domain = domainToASCII(sender.from.slice(sender.from.lastIndexOf('@') + 1)).toLowerCase()
      const { selector } = input
      const remembered = await transaction((db) => readSelector(db, domain))
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMs)])
      const about = { domain, host: sender.host, provider: providerOf(sender.host) }
      const check = await evaluate(startLookup(signal), { ...about, from: sender.from, selector, remembered })
      const isFound = check.findings.some(({ about: what, found }) => what === 'dkim' && found.length > 0)
      if (selector && isFound) await transaction((db) => saveSelector(db, domain, selector))
      return Response.json(check)
    },
  })

async function evaluate(
  dns: DnsLookup,
  {
    from,
    selector,
    remembered,
    ...sender
  }: Sender & { from: string; selector?: string | undefined; remembered?: string | undefined },
): Promise<SenderDomainCheck> {
  const { domain, provider } = sender
  if (isServiceMailbox(domain)) {
    const isOwn = provider?.mailboxes?.includes(domain) === true
    const code = isOwn ? 'mailbox_of_a_service' : 'mailbox_of_another_service'
    const finding: Finding = { about: 'sender', status: isOwn ? 'warning' : 'fault', code, found: [], add: null }
    return { domain, findings: [finding], selector: null }
  }
  const [spf, dkim] = await Promise.all([
    orUnavailable('spf', checkSpf(dns, sender)),
    checkDkim(dns, { domain, provider, selector, remembered }).catch(async (error: unknown) => ({
      finding: await orUnavailable('dkim', Promise.reject(error)),
      selector: null,
    })),
  ])
  const alignment = {
    spf: ['ok', 'warning'].includes(spf.status) && !provider?.ownReturnPath,
    dkim: ['ok', 'warning'].includes(dkim.finding.status),
    isDkimUnknown: dkim.finding.status === 'unknown' || spf.status === 'unknown',
  }
  const dmarc = await orUnavailable('dmarc', checkDmarc(dns, { domain, from, alignment }))
  return { domain, findings: [spf, dkim.finding, dmarc], selector: dkim.selector }
}

/** A record that could not be read is not an error of the domain. */
const orUnavailable = (about: Finding['about'], judged: Promise<Finding>): Promise<Finding> =>
  judged.catch((error: unknown) => {
    if (!(error instanceof DnsUnavailable)) throw error
    return { about, status: 'unknown', code: 'dns_unavailable', found: [], add: null }
  })

const readSelector = async (db: Db, domain: string) =>
  (await db.query<{ dkim_selector: string }>('select dkim_selector from sender_domains where domain = $1', [domain]))[0]
    ?.dkim_selector

/** Writes the selector only when it changed. */
const saveSelector = (db: Db, domain: string, selector: string) =>
  db.query(
    `insert into sender_domains (domain, dkim_selector) values ($1, $2)
     on conflict (domain) do update set dkim_selector = excluded.dkim_selector, updated_at = now()
     where sender_domains.dkim_selector <> excluded.dkim_selector`,
    [domain, selector],
  )
