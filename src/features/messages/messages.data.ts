// Data access of the advertising rules and the suppression list.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallRefused } from '#client/invoke.ts'
import { readPage } from '#client/read-page.ts'
import { useNow } from '#client/now.ts'
import { useBackend } from '#client/session-context.tsx'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayOf } from '#lib/time/dates.ts'
import { useClosedDays } from './message-plan.data.ts'
import type { QuietHours } from './quiet-hours.ts'
import type { MessageSettings, MessageSettingsEdit, Suppression } from './messages.ts'

const settingsKey = ['message-settings'] as const
const suppressedKey = ['suppressions'] as const

export function useMessageSettings() {
  const backend = useBackend()
  return useQuery({
    queryKey: settingsKey,
    queryFn: async () => {
      const { data } = await backend.from('message_settings').select('*').throwOnError().single()
      return data
    },
  })
}

/** Quiet hours and closed days, as the sender applies them. The morning after a closed day is also quiet. */
export function useQuietHours(): QuietHours | undefined {
  const { data: settings } = useMessageSettings()
  const { data: days } = useClosedDays(addDays(dayOf(useNow()), -1))
  if (!settings || !days) return undefined
  return { ...settings, closed: days.map(({ from_on: from, until_on: until }) => ({ from, until })) }
}

export function useSaveMessageSettings() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ seen, edit }: { seen: MessageSettings; edit: MessageSettingsEdit }) {
      const { data } = await backend
        .from('message_settings')
        .update(edit)
        .eq('version', seen.version)
        .select('*')
        .throwOnError()
      if (!data[0]) throw new CallRefused('stale_version', 'The row was changed since it was read')
      return data[0]
    },
    onSettled: () => queries.invalidateQueries({ queryKey: settingsKey }),
  })
}

export type SuppressedAddress = Pick<
  Suppression,
  'value_hash' | 'channel' | 'value_norm' | 'reason' | 'note' | 'created_at'
>

const pageLength = 50

/** Suppressed addresses, newest first, 50 per page. */
export function useSuppressions(page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...suppressedKey, page],
    queryFn: async () => {
      const { rows: suppressed, ...place } = await readPage(page, pageLength, (from, to) =>
        backend
          .from('suppressions')
          .select('value_hash, channel, value_norm, reason, note, created_at', { count: 'exact' })
          .order('created_at', { ascending: false })
          .order('value_hash')
          .order('channel')
          .range(from, to)
          .throwOnError(),
      )
      return { suppressed, ...place }
    },
    placeholderData: (before) => before,
  })
}

export function useSuppress() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (edit: { value_norm: string; note: string }) => {
      await backend
        .from('suppressions')
        .insert({ ...edit, reason: 'manual' })
        .throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: suppressedKey }),
  })
}

/** Removes a suppression that staff or a mail server added. */
export function useRemoveSuppression() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({
      value_hash,
      channel,
      reason,
    }: Pick<SuppressedAddress, 'value_hash' | 'channel' | 'reason'>) => {
      const { data } = await backend
        .from('suppressions')
        .delete()
        .eq('value_hash', value_hash)
        .eq('channel', channel)
        .eq('reason', reason)
        .select('reason')
        .throwOnError()
      if (data.length === 0) throw new CallRefused('42501', 'not_allowed')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: suppressedKey }),
  })
}
