// Reads and writes of the message plan and of the closed days.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallRefused } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { readAll } from '#client/read-all.ts'
import type { ClosedDay, ClosedDaysEdit, MessageRule } from './message-plan.ts'

const planKey = ['message-plan'] as const
const closedKey = ['closed-days'] as const

/** The rules in display order, with the names of their contexts and anchors. */
export function useMessagePlan() {
  const backend = useBackend()
  return useQuery({
    queryKey: planKey,
    queryFn: async () => {
      const [rules, { data: contexts }, { data: anchors }] = await Promise.all([
        readAll((from, to) =>
          backend
            .from('message_rules')
            .select('*', { count: 'exact' })
            .order('position')
            .order('name')
            .order('id')
            .range(from, to)
            .throwOnError(),
        ),
        backend.from('message_contexts').select('*').throwOnError(),
        backend.from('message_anchors').select('*').throwOnError(),
      ])
      return { rules, contexts, anchors }
    },
  })
}

type RuleEdit = Partial<Pick<MessageRule, 'offset_minutes' | 'is_active' | 'whatsapp_template_id'>>

export function useSaveRule() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ seen, edit }: { seen: Pick<MessageRule, 'id' | 'version'>; edit: RuleEdit }) {
      const { data } = await backend
        .from('message_rules')
        .update(edit)
        .eq('id', seen.id)
        .eq('version', seen.version)
        .select('id')
        .throwOnError()
      if (!data[0]) throw new CallRefused('stale_version', 'The row was changed since it was read')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: planKey }),
  })
}

/**
 * Published WhatsApp templates about an entity of the context. The database refuses a template without an approved
 * part.
 */
export function useWhatsAppTemplates(contextType: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['whatsapp-templates', contextType],
    queryFn: async () => {
      const { data } = await backend
        .from('message_templates')
        .select('id, name')
        .eq('channel', 'whatsapp')
        .eq('context_type', contextType)
        .neq('purpose', 'marketing')
        .is('archived_at', null)
        .not('published_number', 'is', null)
        .order('name')
        .limit(100)
        .throwOnError()
      return data
    },
  })
}

/** Present and future closed days, in ascending order. */
export function useClosedDays(today: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...closedKey, today],
    queryFn: async () => {
      const { data } = await backend
        .from('closed_days')
        .select('*')
        .gte('until_on', today)
        .order('from_on')
        .limit(100)
        .throwOnError()
      return data
    },
  })
}

export function useAddClosedDays() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (edit: ClosedDaysEdit) => {
      await backend.from('closed_days').insert(edit).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: closedKey }),
  })
}

export function useDeleteClosedDays() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Pick<ClosedDay, 'id'>) => {
      await backend.from('closed_days').delete().eq('id', id).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: closedKey }),
  })
}
