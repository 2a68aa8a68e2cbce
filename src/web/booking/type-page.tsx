import type { Backend } from '#client/backend.ts'
import { readBookingAddresses, readHost } from '#features/booking/public/host-page.data.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import type { Head, PageAddress, PageRequest } from '../pages.ts'
import { BookingPanel, type LoadedBooking, loadBooking, type BookingProps } from './booking-panel.tsx'
import { FlowTop } from './flow-top.tsx'

export const quiet = true

/** Hidden types are available at their own path. */
export async function load(backend: Backend, request: PageRequest): Promise<LoadedBooking | undefined> {
  const { userId = '', appointmentTypeSlug = '' } = request.params
  const found = await readHost(backend, userId, appointmentTypeSlug)
  const type = found?.types.find(({ slug }) => slug === appointmentTypeSlug)
  return found && type && loadBooking(backend, request, found, type)
}

export const addresses = async (backend: Backend): Promise<PageAddress[]> =>
  (await readBookingAddresses(backend)).map((type) => ({
    path: `/book/${type.host_slug}/${type.type_slug}`,
    ...headOf(type.title, type.host_name, type.description),
  }))

export function head({ type, host, request }: BookingProps): Head {
  const own = headOf(type.title, host.name, type.description)
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  return errorMessage ? { ...own, title: `${errorMessage} – ${own.title}` } : own
}

/** Booking pages are not indexed: visitors receive their links. */
function headOf(type: string, host: string, description: string) {
  const title = `${type} עם ${host}`
  return { title, description: description.slice(0, 155) || title, robots: 'noindex' }
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
