// Reads sent, waiting and unsent messages, each with its reason.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { Tables } from '#client/database.types.ts'
import { readPage } from '#client/read-page.ts'
import { useBackend } from '#client/session-context.tsx'

type Wait = { reason: string; until: string; at: string }

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'scheduled_messages.waits': Wait[]
    'message_log.waits': Wait[]
  }
}

export type LoggedMessage = Tables<'message_log'>

export const logPageSize = 50

/**
 * `outcome` is an outcome, or 'late': due, not sent, and not held by quiet hours. `reason` is the code of a delay, a
 * skip or a cancellation. With `since`, only messages from then until now are included, filtered like the counts of the
 * health page.
 */
export type LogFilter = {
  contactId?: string
  about?: MessageEntity | undefined
  text?: string
  kind?: LogKind
  outcome?: string | undefined
  reason?: string | undefined
  since?: string | undefined
  page: number
}
/** Filters messages by their entity, regardless of the recipient. */
type MessageEntity = { type: string; id: string }

/** The entity in the URL of a screen: `appointment:<id>`. */
export function entityOf(text: string | null): MessageEntity | undefined {
  const [, type, id] = /^([a-z_]+):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text ?? '') ?? []
  return type && id ? { type, id } : undefined
}

export type LogKind = 'all' | 'ahead' | 'sent' | 'not_sent'

const outcomes: Record<Exclude<LogKind, 'all'>, string[]> = {
  ahead: ['scheduled', 'postponed', 'held_quiet', 'sending'],
  sent: ['sent', 'delivered', 'complained'],
  not_sent: ['skipped', 'canceled', 'failed', 'bounced'],
}

/**
 * Reasons that delay a message; all others are final. With `since` every reason is final, because the messages are
 * past.
 */
const waitReasons = new Set(['daily_cap', 'weekly_cap', 'quiet_hours', 'no_advertiser'])

/** A count of the health page includes every message that had this outcome, even if a later outcome followed. */
const figures: Readonly<Record<string, string>> = {
  sent: 'sent_at.not.is.null,bounced_at.not.is.null',
  bounced: 'bounced_at.not.is.null',
  complained: 'complained_at.not.is.null',
}

/** Messages by time, latest first. */
export function useMessageLog(filter: LogFilter) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['message-log', filter],
    queryFn: () => readMessageLog(backend, filter),
    placeholderData: (before) => before,
  })
}

export async function readMessageLog(
  backend: Backend,
  { contactId, about, text = '', kind = 'all', outcome, reason, since, page }: LogFilter,
) {
  const searchText = text.trim().toLowerCase()
  const now = new Date().toISOString()
  const { rows: messages, ...place } = await readPage(page, logPageSize, (from, to) => {
    let query = backend.from('message_log').select('*', { count: 'exact' })
    if (about) query = query.eq('context_type', about.type).eq('context_id', about.id)
    else if (contactId) query = query.eq('contact_id', contactId)
    if (searchText) query = query.ilike('search_text', `%${searchText.replace(/[%_\\]/g, '\\$&')}%`)
    if (kind !== 'all') query = query.in('outcome', outcomes[kind])
    const figure = since && outcome && figures[outcome]
    if (outcome === 'late') query = query.eq('status', 'scheduled').neq('context_type', 'campaign').lte('send_at', now)
    else if (figure) query = query.or(figure)
    else if (outcome) query = query.eq('outcome', outcome)
    if (reason && !since && waitReasons.has(reason))
      query = query.eq('waits_because', reason).in('status', ['scheduled', 'held_quiet'])
    else if (reason) query = query.eq('skip_reason', reason)
    if (since) query = reason ? query.gte('send_at', since).lte('send_at', now) : query.gte('written_at', since)
    return query.order('send_at', { ascending: false }).order('id').range(from, to).throwOnError()
  })
  return { messages, ...place }
}
