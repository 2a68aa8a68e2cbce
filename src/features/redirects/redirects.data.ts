// Queries and mutations of the redirects screen and the log of missing pages.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { readAll } from '#client/read-all.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import type { RedirectTrace } from './redirect-trace.ts'
import type { Redirect, RedirectEdit } from './redirects.ts'

const key = ['redirects'] as const
const missingKey = ['not-found-log'] as const

/** All redirects, most used first. */
export const readRedirects = (backend: Backend): Promise<Redirect[]> =>
  readAll((from, to) =>
    backend
      .from('redirects')
      .select('*', { count: 'exact' })
      .order('hits', { ascending: false })
      .order('from_path')
      .order('id')
      .range(from, to)
      .throwOnError(),
  )

export function useRedirects() {
  const backend = useBackend()
  return useQuery({ queryKey: key, queryFn: () => readRedirects(backend) })
}

/** Adds a redirect or, with `seen`, updates it; a newer version is not overwritten. */
export function useSaveRedirect() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ seen, edit }: { seen?: Redirect | undefined; edit: RedirectEdit }) {
      const table = backend.from('redirects')
      if (seen) {
        const changed = table.update(edit).eq('id', seen.id).eq('version', seen.version)
        const { data } = await changed.select('id').throwOnError()
        await requireUpdated(
          data,
          backend.from('redirects').select('id').eq('id', seen.id).maybeSingle().throwOnError(),
        )
      } else await table.insert(edit).throwOnError()
      // A redirected path is no longer listed as missing.
      await backend.from('not_found_log').delete().eq('path', edit.from_path).throwOnError()
    },
    onSettled: () =>
      Promise.all([queries.invalidateQueries({ queryKey: key }), queries.invalidateQueries({ queryKey: missingKey })]),
  })
}

/** Adds many redirects atomically. */
export function useAddRedirects() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (edits: RedirectEdit[]) => {
      await backend.from('redirects').insert(edits).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useRemoveRedirect() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (redirect: Redirect) => {
      await backend.from('redirects').delete().eq('id', redirect.id).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Traces a URL on the server. */
export function useTraceRedirect() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (address: string) => invoke<RedirectTrace>(backend, 'trace-redirect', { address }),
  })
}

/** Missing paths: those reported by visitors first, then by request count. */
export function useMissingPages() {
  const backend = useBackend()
  return useQuery({
    queryKey: missingKey,
    // The server flushes its counters every few seconds, so the list is polled.
    refetchInterval: 5_000,
    staleTime: 0,
    queryFn: async () => {
      const { data } = await backend
        .from('not_found_log')
        .select('*')
        .order('reports', { ascending: false })
        .order('count', { ascending: false })
        .limit(200)
        .throwOnError()
      return data
    },
  })
}

/** Removes a path from the log; the next request for it adds it again. */
export function useDismissMissing() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (path: string) => {
      await backend.from('not_found_log').delete().eq('path', path).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: missingKey }),
  })
}
