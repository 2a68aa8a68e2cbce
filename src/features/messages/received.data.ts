// Contacts who wrote by WhatsApp, SMS or mail, for the inbox.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'received_conversations.channel': 'whatsapp' | 'sms' | 'email'
  }
}

async function readConversations(backend: Backend) {
  const { data } = await backend.rpc('received_conversations').throwOnError()
  return data
}
export type ReceivedConversation = Awaited<ReturnType<typeof readConversations>>[number]

/**
 * Contacts with received messages, latest first. A received message notifies its staff members, whose clients refetch
 * the list.
 */
export function useReceivedConversations() {
  const backend = useBackend()
  const queries = useQueryClient()
  const queryKey = ['received conversations']
  const readAgain = () => void queries.invalidateQueries({ queryKey })
  useTableChanges({ table: 'notifications', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({ queryKey, queryFn: () => readConversations(backend), staleTime: 0 })
}
