import './manage-page.css'
import '../public/booking.css'
import type { Backend } from '#client/backend.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Island as IslandFrame } from '#ui/island.tsx'
import { managePath } from '../public/booking-view.ts'
import { FlowTop } from '../public/flow-top.tsx'
import { readFreeSlots } from '../public/host-page.data.ts'
import { choicesOf, pickViewOf, spanOf } from '../public/view-of-request.ts'
import type { BookingFacts, BookingRequest } from '../public/type-page.tsx'
import type { FreeSlots } from '../public/free-days.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { actionsOf, type LinkedAppointment, stateTitle } from './linked-appointment.ts'
import { readLinkedAppointment } from './manage-page.data.ts'
import { Island, type MoveProps } from './move.island.tsx'
import { UnknownLink } from './unknown-link.tsx'

type Loaded = { found: LinkedAppointment | undefined; free: FreeSlots | undefined; now: number }
type Props = Loaded & { facts: BookingFacts; request: BookingRequest }

export const quiet = true

export async function load(backend: Backend, request: BookingRequest): Promise<Loaded> {
  const now = Date.now()
  const found = await readLinkedAppointment(backend, request.params['token'] ?? '')
  if (!found?.typeId || !isMoving(request) || !actionsOf(found, now).canMove) return { found, free: undefined, now }
  const { typeId, rootId: root, duration: minutes, zone: ownZone } = found
  const chosen = choicesOf(withZone(request, ownZone), lengthOf(found), now)
  const free = await readFreeSlots(backend, { typeId, root, minutes, zone: chosen.zone, ...spanOf(chosen, now) })
  return { found, free, now }
}

/** Private, and its address is a key. */
export function head({ found, now }: Props) {
  const title = found ? stateTitle(found, now) : 'הקישור אינו מוכר'
  return { title, description: title, robots: 'noindex', image: null }
}

export function View({ facts, request, found, free, now }: Props) {
  const path = managePath(request.params['token'] ?? '')
  const form = request.form as FormState | undefined
  const state = form?.values ? form : undefined
  const isMove = isMoving(request)
  return (
    <>
      <FlowTop business={facts.business} />
      <div className="flow-page manage">
        {!found ? (
          <UnknownLink business={facts.business} />
        ) : (
          <>
            <AppointmentCard
              path={path}
              found={found}
              now={now}
              facts={facts}
              query={request.query}
              cancelState={isMove ? undefined : state}
              isMoving={isMove && free !== undefined}
            />
            {free && <Move path={path} request={request} found={found} free={free} facts={facts} now={now} />}
          </>
        )}
      </div>
    </>
  )
}

type MoveParts = Pick<Props, 'request' | 'facts' | 'now'> & { path: string; found: LinkedAppointment; free: FreeSlots }

function Move({ path, request, found, free, facts, now }: MoveParts) {
  const state = request.form as Partial<FormState> | undefined
  const props: MoveProps = {
    ...pickViewOf(withZone(request, found.zone), lengthOf(found), free, now),
    path,
    typeId: found.typeId ?? '',
    root: found.rootId,
    backendKey: facts.backendKey,
    problem: state?.problem ?? state?.errors?.['start'],
  }
  return (
    <section aria-labelledby="move">
      <h2 className="display d3 manage__move" id="move">
        לאיזה מועד לעבור?
      </h2>
      <div className="booking booking--alone">
        <IslandFrame name="move" props={props}>
          <Island {...props} />
        </IslandFrame>
      </div>
    </section>
  )
}

const isMoving = ({ query, form }: BookingRequest) =>
  query['move'] !== undefined || (form as Partial<FormState> | undefined)?.values?.['move'] !== undefined

const lengthOf = ({ duration }: LinkedAppointment) => ({ durations: [duration], defaultDuration: duration })

/** Hours are shown in the zone in which the appointment was booked, until another one is chosen. */
const withZone = (request: BookingRequest, zone: string): BookingRequest => ({
  ...request,
  query: { zone, ...request.query },
})
