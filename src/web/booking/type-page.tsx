import type { Backend } from '#client/backend.ts'
import { readHost } from '#features/booking/public/host-page.data.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import type { Head, PageRequest } from '../pages.ts'
import { BookingPanel, type LoadedBooking, loadBooking, type BookingProps } from './booking-panel.tsx'
import { FlowTop } from './flow-top.tsx'

export const quiet = true

/** Hidden types are found by their own address. */
export async function load(backend: Backend, request: PageRequest): Promise<LoadedBooking | undefined> {
  const { userId = '', appointmentTypeSlug = '' } = request.params
  const found = await readHost(backend, userId, appointmentTypeSlug)
  const type = found?.types.find(({ slug }) => slug === appointmentTypeSlug)
  return found && type && loadBooking(backend, request, found, type)
}

export function head({ type, host, request }: BookingProps): Head {
  const why = formErrorMessage(request.form as FormState | undefined)
  const title = `${type.title} עם ${host.name}`
  return {
    title: why ? `${why} – ${title}` : title,
    description: type.description.slice(0, 155) || title,
    robots: 'noindex',
  }
}

/** Booking of one appointment type. */
export const View = (props: BookingProps) => (
  <>
    <FlowTop business={props.facts.business} />
    <div className="flow-page">
      <BookingPanel {...props} opens />
    </div>
  </>
)
