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

export type LogFilter = { contactId?: string; text?: string; kind?: LogKind; page: number }
export type LogKind = 'all' | 'ahead' | 'sent' | 'not_sent'

const outcomes: Record<Exclude<LogKind, 'all'>, string[]> = {
  ahead: ['scheduled', 'postponed', 'held_quiet', 'sending'],
  sent: ['sent', 'delivered', 'complained'],
  not_sent: ['skipped', 'canceled', 'failed', 'bounced'],
}

/** Messages by their time, the latest first. */
export function useMessageLog({ contactId, text = '', kind = 'all', page }: LogFilter) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['message-log', contactId, text, kind, page],
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
