// Reads the bin and moves records in and out of it.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { z } from '#lib/schema.ts'
import { type BinKind, BinItem } from './bin.ts'

const pageSize = 50
type BinItemRef = Pick<BinItem, 'entity' | 'id'>

async function readBin(backend: Backend, kind: BinKind | undefined, after?: BinItem): Promise<BinItem[]> {
  const { data } = await backend
    .rpc('read_bin', {
      page_size: pageSize,
      ...(kind && { kind }),
      ...(after && { before: after.deleted_at, before_id: after.id }),
    })
    .throwOnError()
  return z.array(BinItem).parse(data)
}

/** Items of the bin, newest deletion first. */
export function useBin(kind: BinKind | undefined) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: ['bin', kind ?? 'all'],
    queryFn: ({ pageParam }) => readBin(backend, kind, pageParam),
    initialPageParam: undefined as BinItem | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)),
    staleTime: 0,
  })
}

const named = (things: readonly BinItemRef[]) => ({ things: things.map(({ entity, id }) => ({ entity, id })) })

export async function moveToBin(backend: Backend, things: readonly BinItemRef[]): Promise<void> {
  await backend.rpc('put_in_bin', named(things)).throwOnError()
}

export async function restoreFromBin(backend: Backend, things: readonly BinItemRef[]): Promise<void> {
  await backend.rpc('restore_from_bin', named(things)).throwOnError()
}

/** Deletes records permanently, in one transaction. Owners and admins only. */
export async function deletePermanently(backend: Backend, things: readonly BinItemRef[]): Promise<void> {
  await backend.rpc('delete_for_good', named(things)).throwOnError()
}

/** Mutation for moving to the bin, restoring or deleting; invalidates every query that shows records. */
export function useMoveBin(move: typeof moveToBin) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (things: readonly BinItemRef[]) => move(backend, things),
    onSettled: () => queries.invalidateQueries(),
  })
}
