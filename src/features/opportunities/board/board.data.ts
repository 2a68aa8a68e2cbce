// Query state of the board: first page per column, further pages on demand, column totals, updates from the change feed.
import {
  keepPreviousData,
  type Query,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import {
  type Board,
  type BoardCard,
  type PendingMove,
  type Totals,
  totalsAfter,
  withFreshCards,
  withPage,
} from './board.ts'
import { type MoveDetails, cardColumns, moveOpportunity, undoMove } from '../opportunities.data.ts'
import type { OpportunityFilter } from '../list/opportunity-filter.ts'

/** Page size of a column. */
const PAGE = 40
/** Above this number of changed opportunities the whole board is refetched. */
const FEW = 100

/** Identifies the query of a board: a pipeline and a filter. */
export type BoardScope = { pipelineId: string; filter: OpportunityFilter }

type CardSelection = { stage?: string; after?: string; ids?: readonly string[] }

/** Fetches opportunities of a board: the first pages, the next page of a column, or the given ids that match. */
export async function readCards(backend: Backend, { pipelineId, filter }: BoardScope, selection: CardSelection = {}) {
  const { data } = await backend
    .rpc('board_cards', { pipeline: pipelineId, filter, page: PAGE, ...selection })
    .select(cardColumns)
    .throwOnError()
  return data
}

export async function readTotals(backend: Backend, { pipelineId, filter }: BoardScope) {
  const { data } = await backend.rpc('board_totals', { pipeline: pipelineId, filter }).throwOnError()
  return new Map(data.map(({ stage_id, ...totals }) => [stage_id, totals]))
}

const empty: Board = { cards: [], ends: {} }
const boardKey = ({ pipelineId, filter }: BoardScope) => ['opportunities', 'board', pipelineId, filter] as const
const totalsKey = ({ pipelineId, filter }: BoardScope) => ['opportunities', 'totals', pipelineId, filter] as const

export function useBoard(place: BoardScope) {
  const backend = useBackend()
  return useQuery({
    queryKey: boardKey(place),
    queryFn: async () => withPage(empty, await readCards(backend, place), PAGE),
    enabled: place.pipelineId !== '',
    // While a filter is typed, the previous board stays visible.
    placeholderData: keepPreviousData,
  })
}

export function useTotals(place: BoardScope) {
  const backend = useBackend()
  return useQuery({
    queryKey: totalsKey(place),
    queryFn: () => readTotals(backend, place),
    enabled: place.pipelineId !== '',
    placeholderData: keepPreviousData,
  })
}

/** Loads the next page of a column, after the rank `after`. A page already in flight is not requested again. */
export function useLoadMore(place: BoardScope) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useCallback(
    (stage: string, after: string) =>
      void queries.prefetchQuery({
        queryKey: ['opportunities', 'further', place, stage, after],
        gcTime: 0,
        queryFn: async () => {
          const page = await readCards(backend, place, { stage, after })
          queries.setQueryData<Board>(boardKey(place), (board) =>
            board?.ends[stage] === after ? withPage(board, page, PAGE, stage) : board,
          )
          return page.length
        },
      }),
    [backend, queries, place],
  )
}

/** Applies the change feed: changed opportunities are refetched, and the whole board after a gap in the connection. */
export function useLiveBoard(place: BoardScope) {
  const queries = useQueryClient()
  const readSome = useRefetchCards(place)
  const readAll = () => void invalidateBoard(queries)
  // Changes while no board was mounted were not received. A query that is loading for the first time is up to date.
  useEffect(() => {
    void invalidateBoard(queries, (query) => query.state.data !== undefined)
  }, [queries])
  useTableChanges({
    table: 'opportunities',
    onReconnect: readAll,
    onChanges: ({ changes, missed }) => {
      const ids = changes.map((change) => change.new.id ?? change.old.id).filter((id) => id !== undefined)
      const few = [...new Set(ids)]
      if (missed > 0 || few.length > FEW) return readAll()
      void queries.invalidateQueries({ queryKey: ['opportunities', 'totals'] })
      readSome(few).catch(readAll)
    },
  })
}

/** Invalidates boards and totals. */
export const invalidateBoard = (queries: QueryClient, predicate: (query: Query) => boolean = () => true) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['opportunities', 'board'], predicate }),
    queries.invalidateQueries({ queryKey: ['opportunities', 'totals'], predicate }),
  ])

/** Refetches these opportunities; missing ones are removed from the board. */
export function useRefetchCards(place: BoardScope) {
  const backend = useBackend()
  const queries = useQueryClient()
  return async (ids: readonly string[]): Promise<BoardCard[]> => {
    if (!place.pipelineId || ids.length === 0) return []
    const fresh = await readCards(backend, place, { ids })
    queries.setQueryData<Board>(boardKey(place), (board) => board && withFreshCards(board, ids, fresh))
    return fresh
  }
}

/** Thrown for a move that follows a refused move of the same opportunity: its base version never existed. */
export class BaseMoveRefused extends Error {}

/** Moves run one at a time, in the order they were made. */
export function useMoveOpportunity(place: BoardScope, stages: readonly Stage[]) {
  const backend = useBackend()
  const queries = useQueryClient()
  const known = () => queries.getQueryData<Board>(boardKey(place))
  return useMutation({
    scope: { id: 'opportunity moves' },
    mutationFn: (input: { move: PendingMove; because?: MoveDetails } | { undo: BoardCard }) => {
      if ('undo' in input) return undoMove(backend, input.undo)
      const { move, because } = input
      const card = known()?.cards.find(({ id }) => id === move.id)
      if (card && card.version < move.version) throw new BaseMoveRefused()
      return moveOpportunity(backend, move, because)
    },
    onSuccess: (card) => {
      const before = known()
      if (!before) return
      queries.setQueryData<ReadonlyMap<string, Totals>>(
        totalsKey(place),
        (totals) => totals && totalsAfter(totals, before.cards, [card], stages),
      )
      queries.setQueryData<Board>(boardKey(place), withFreshCards(before, [card.id], [card]))
    },
  })
}
