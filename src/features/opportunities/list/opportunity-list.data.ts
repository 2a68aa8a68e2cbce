// Opportunities as table rows and as a forecast by month, with the board's filter.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { FunctionRow } from '#client/database.types.ts'
import { readAll } from '#client/read-all.ts'
import { useBackend } from '#client/session-context.tsx'
import type { BoardCard } from '../board/board.ts'
import type { BoardScope } from '../board/board.data.ts'
import { cardColumns } from '../opportunities.data.ts'

const PAGE = 50

export const orders = ['stage_entered_at', 'name', 'amount_agorot', 'expected_close_on', 'next_step_at'] as const
export type Order = { sort: (typeof orders)[number]; descending: boolean }

/** Fifty opportunities after a cursor, in the given order. */
export async function readOpportunityList(
  backend: Backend,
  { pipelineId, filter }: BoardScope,
  order: Order,
  after?: BoardCard,
) {
  const { data } = await backend
    .rpc('listed_opportunities', {
      pipeline: pipelineId,
      filter,
      ...order,
      page: PAGE,
      ...(after && { after_id: after.id, after_value: valueOf(after, order) }),
    })
    .select(cardColumns)
    .throwOnError()
  return data
}

const valueOf = (row: BoardCard, { sort }: Order) => {
  const value = row[sort]
  return value === null ? null : String(value)
}

export function useOpportunityList(place: BoardScope, order: Order) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: ['opportunities', 'board', 'listed', place.pipelineId, place.filter, order],
    queryFn: ({ pageParam }) => readOpportunityList(backend, place, order, pageParam),
    initialPageParam: undefined as BoardCard | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)),
    enabled: place.pipelineId !== '',
    placeholderData: keepPreviousData,
  })
}

/** Id and name of every opportunity that matches a filter, for bulk actions. */
export const readAllMatching = (backend: Backend, { pipelineId, filter }: BoardScope) =>
  readAll((from, to) =>
    backend
      .rpc('filtered_opportunities', { pipeline: pipelineId, filter }, { count: 'exact' })
      .select('id, name, status')
      .order('id')
      .range(from, to)
      .throwOnError(),
  )

/** The forecast of a month ('YYYY-MM-DD', its first day); null: no expected date. Sums in agorot. */
export type ExpectedMonth = FunctionRow<'opportunity_forecast'>

export async function readForecast(backend: Backend, { pipelineId, filter }: BoardScope): Promise<ExpectedMonth[]> {
  const { data } = await backend.rpc('opportunity_forecast', { pipeline: pipelineId, filter }).throwOnError()
  return data.toSorted((a, b) => (a.month ?? '9').localeCompare(b.month ?? '9'))
}

export function useForecast(place: BoardScope) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['opportunities', 'totals', 'forecast', place.pipelineId, place.filter],
    queryFn: () => readForecast(backend, place),
    enabled: place.pipelineId !== '',
    placeholderData: keepPreviousData,
  })
}
