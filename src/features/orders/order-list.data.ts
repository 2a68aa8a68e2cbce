// Queries and mutations of the order list, and of the comparison with the provider's ledger.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useTableChanges } from '#client/realtime.ts'
import { readPage } from '#client/read-page.ts'
import { useBackend } from '#client/session-context.tsx'
import type { z } from '#lib/schema.ts'
import type { Difference } from './compare-books.ts'
import type { ExportOrders, OrderFilter } from './order-list.ts'
import type { MoveOrder, RefundOrder, SettleRefund } from './orders.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'reconciliations.differences': Difference[]
  }
}

export const pageSize = 50

const columns =
  'id, number, contact_id, title, name, email, phone, amount_agorot, paid_agorot, refunded_agorot, discount_agorot, bump_title, bump_agorot, status, attention, created_at, paid_at, coupons(code), payment_attempts(id, provider, is_stand_in, state, amount_agorot, method, installments, last4, reason, differs, by_token, created_at), order_refunds(id, attempt_id, amount_agorot, reason, status, settle_reason, created_at)' as const

/** `page` is zero-based. */
async function readOrders(backend: Backend, filter: OrderFilter, page: number) {
  const { rows: orders, ...place } = await readPage(page, pageSize, (from, to) =>
    backend
      .rpc('filtered_orders', { filter }, { count: 'exact' })
      .select(columns)
      .order('created_at', { ascending: false })
      .order('id')
      .order('created_at', { referencedTable: 'payment_attempts', ascending: false })
      .range(from, to)
      .throwOnError(),
  )
  return { orders, ...place }
}

export type ShownOrder = Awaited<ReturnType<typeof readOrders>>['orders'][number]
export type ShownAttempt = ShownOrder['payment_attempts'][number]

const key = ['orders']

export function useOrders(filter: OrderFilter, page: number) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: key })
  useTableChanges({ table: 'orders', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: [...key, 'list', filter, page],
    queryFn: () => readOrders(backend, filter, page),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const useMoveOrder = () => useOrderCall<z.input<typeof MoveOrder>>('move-order')
export const useSettleRefund = () => useOrderCall<z.input<typeof SettleRefund>>('settle-refund')
export const useRefundOrder = () => useOrderCall<z.input<typeof RefundOrder>>('refund-order')

function useOrderCall<Input extends object>(name: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => invoke<{ status: string }>(backend, name, input),
    // A failed request may have changed the order too, for example if the provider did not respond.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** The days that were compared with the provider's list, newest first. */
export function useReconciliations() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'reconciliations'],
    queryFn: async () =>
      (
        await backend
          .from('reconciliations')
          .select('*')
          .order('day', { ascending: false })
          .order('provider')
          .limit(60)
          .throwOnError()
      ).data,
  })
}

/** Refunds that await the provider's response, oldest first. A request of the last minutes may still be running. */
export function useOpenRefunds() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'open refunds'],
    queryFn: async () =>
      (
        await backend
          .from('order_refunds')
          .select('id, order_id, amount_agorot, reason, status, created_at, orders!inner(number, name, title)')
          .in('status', ['requested', 'unknown'])
          .order('created_at')
          .limit(100)
          .throwOnError()
      ).data,
    staleTime: 0,
  })
}
export type OpenRefund = NonNullable<ReturnType<typeof useOpenRefunds>['data']>[number]

/** Returns the exported file. */
export const fetchOrders = (backend: Backend, query: ExportOrders): Promise<Blob> =>
  invoke<Blob>(backend, 'export-orders', query)
