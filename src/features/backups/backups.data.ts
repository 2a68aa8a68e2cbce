// The backup state shown in the settings.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { stateAtPlace } from './backups.ts'

const key = ['backups']
/** Poll intervals: a running backup completes within minutes, and the safe point moves each minute. */
const pollMs = 10_000
const shownRuns = 14

/** Reads the backup state and the backups, newest first. */
export function useBackups() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    refetchInterval: pollMs,
    queryFn: async () => {
      const [status, runs, rehearsals] = await Promise.all([
        backend.from('backup_status').select('mode, safe_until, keep_days, place_since').maybeSingle().throwOnError(),
        backend
          .from('backup_runs')
          .select('*')
          .order('started_at', { ascending: false })
          .limit(shownRuns)
          .throwOnError(),
        backend
          .from('backup_rehearsals')
          .select('*')
          .order('at', { ascending: false })
          .limit(1)
          .maybeSingle()
          .throwOnError(),
      ])
      return stateAtPlace({ status: status.data, runs: runs.data, rehearsal: rehearsals.data })
    },
  })
}

export function useRequestBackup() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => void (await backend.rpc('request_backup').throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
