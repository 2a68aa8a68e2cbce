// Queries and mutations of the coupons screen.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import type { CouponEdit } from './coupons.ts'

const key = ['coupons'] as const

async function readCoupons(backend: Backend) {
  const [coupons, figures] = await Promise.all([
    backend.from('coupons').select('*').order('created_at', { ascending: false }).order('id').throwOnError(),
    backend.rpc('coupon_figures').throwOnError(),
  ])
  return coupons.data.map((coupon) => {
    const known = figures.data.find(({ coupon_id: id }) => id === coupon.id)
    return { ...coupon, uses: known?.uses ?? 0, given_agorot: known?.discount_agorot ?? 0 }
  })
}

export type ShownCoupon = Awaited<ReturnType<typeof readCoupons>>[number]

export function useCoupons() {
  const backend = useBackend()
  return useQuery({ queryKey: key, queryFn: () => readCoupons(backend), staleTime: 0 })
}

function useCouponChange<Input>(change: (backend: Backend, input: Input) => Promise<unknown>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

type CouponSave = { seen: Pick<ShownCoupon, 'id' | 'version'> | undefined; coupon: CouponEdit }

/** With `seen`, updates that coupon if its version is unchanged; otherwise inserts a coupon. */
export const useSaveCoupon = () =>
  useCouponChange(async (backend, { seen, coupon }: CouponSave) => {
    if (!seen) return void (await backend.from('coupons').insert(coupon).throwOnError())
    const { data } = await backend
      .from('coupons')
      .update(coupon)
      .eq('id', seen.id)
      .eq('version', seen.version)
      .select('id')
      .throwOnError()
    await requireUpdated(data, backend.from('coupons').select('id').eq('id', seen.id).maybeSingle().throwOnError())
  })

export const useSwitchCoupon = () =>
  useCouponChange(async (backend, { id, is_active }: { id: string; is_active: boolean }) => {
    await backend.from('coupons').update({ is_active }).eq('id', id).select('id').single().throwOnError()
  })

export const useDeleteCoupon = () =>
  useCouponChange(async (backend, id: string) => {
    await backend.from('coupons').delete().eq('id', id).select('id').single().throwOnError()
  })
