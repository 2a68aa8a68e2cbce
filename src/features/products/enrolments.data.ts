// Enrolments and waitlist of a product, for staff.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { Tables } from '#client/database.types.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Enrolment, WaitlistEntry } from './products.ts'

type WithContactName = { contact: Pick<Tables<'contacts'>, 'full_name'> | null }
export type ShownEnrolment = Pick<Enrolment, 'id' | 'contact_id' | 'enrolled_on' | 'ended_on'> & WithContactName
export type ShownWaiting = Pick<WaitlistEntry, 'id' | 'contact_id' | 'created_at' | 'told_at'> & WithContactName

const key = (productId: string) => ['products', productId, 'people'] as const

/** Current enrolments, newest first, and the waitlist, oldest first. */
export function useEnrolments(productId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: key(productId),
    async queryFn() {
      const [taking, waiting] = await Promise.all([
        backend
          .from('enrolments')
          .select('id, contact_id, enrolled_on, ended_on, contact:contacts(full_name)')
          .eq('product_id', productId)
          .is('ended_on', null)
          .order('enrolled_on', { ascending: false })
          .limit(200)
          .throwOnError(),
        backend
          .from('product_waitlist')
          .select('id, contact_id, created_at, told_at, contact:contacts(full_name)')
          .eq('product_id', productId)
          .is('told_at', null)
          .order('created_at')
          .limit(200)
          .throwOnError(),
      ])
      return { taking: taking.data, waiting: waiting.data }
    },
  })
}

/** Runs a change of enrolments or waitlist, and refetches the seats. */
function useEnrolmentChange<Input>(change: (backend: Backend, input: Input) => PromiseLike<unknown>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => void (await change(backend, input)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['products'] }),
  })
}

/** Enrols at this price; refused with `no_places_left` when sold out. */
export const useEnrol = () =>
  useEnrolmentChange((backend, taken: Pick<Enrolment, 'product_id' | 'price_id' | 'contact_id'>) =>
    backend.from('enrolments').insert(taken).throwOnError(),
  )

export const useEndEnrolment = () =>
  useEnrolmentChange((backend, { id, day }: { id: string; day: string | null }) =>
    backend.from('enrolments').update({ ended_on: day }).eq('id', id).select('id').single().throwOnError(),
  )

export const useMarkNotified = () =>
  useEnrolmentChange((backend, { id, at }: { id: string; at: string | null }) =>
    backend.from('product_waitlist').update({ told_at: at }).eq('id', id).select('id').single().throwOnError(),
  )
