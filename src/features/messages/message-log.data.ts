// Reads what was sent, what waits and what was not sent, each with its reason.
import { useQuery } from '@tanstack/react-query'
import type { Tables } from '#client/database.types.ts'
import { useBackend } from '#client/session-context.tsx'

type Wait = { reason: string; until: string; at: string }

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'scheduled_messages.waits': Wait[]
    'message_log.waits': Wait[]
  }
}

export type LoggedMessage = Tables<'message_log'>

export const logPageLength = 50

/** `outcome` is one outcome, or 'late': due and not sent. `reason` is a code of a wait, a skip or a cancellation. */
export type LogFilter = {
  contactId?: string
  text?: string
  kind?: LogKind
  outcome?: string | undefined
  reason?: string | undefined
  page: number
}
export type LogKind = 'all' | 'ahead' | 'sent' | 'not_sent'

const outcomes: Record<Exclude<LogKind, 'all'>, string[]> = {
  ahead: ['scheduled', 'postponed', 'held_quiet', 'sending'],
  sent: ['sent', 'delivered', 'complained'],
  not_sent: ['skipped', 'canceled', 'failed', 'bounced'],
}

/** Reasons that delay a message; every other one ends it. */
const waitReasons = new Set(['daily_cap', 'weekly_cap', 'quiet_hours'])

/** Messages by their time, the latest first. */
export function useMessageLog({ contactId, text = '', kind = 'all', outcome, reason, page }: LogFilter) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['message-log', contactId, text, kind, outcome, reason, page],
    queryFn: async () => {
      let query = backend.from('message_log').select('*', { count: 'exact' })
      if (contactId) query = query.eq('contact_id', contactId)
      if (text.trim())
        query = query.ilike(
          'search_text',
          `%${text
            .trim()
            .toLowerCase()
            .replace(/[%_\\]/g, '\\$&')}%`,
        )
      if (kind !== 'all') query = query.in('outcome', outcomes[kind])
      if (outcome === 'late')
        query = query
          .in('status', ['scheduled', 'held_quiet'])
          .neq('context_type', 'campaign')
          .lte('send_at', new Date().toISOString())
      else if (outcome) query = query.eq('outcome', outcome)
      if (reason && waitReasons.has(reason))
        query = query.eq('waits_because', reason).in('status', ['scheduled', 'held_quiet'])
      else if (reason) query = query.eq('skip_reason', reason)
      const { data, count } = await query
        .order('send_at', { ascending: false })
        .order('id')
        .range(page * logPageLength, (page + 1) * logPageLength - 1)
        .throwOnError()
      return { messages: data, total: count ?? 0 }
    },
    placeholderData: (before) => before,
  })
}
