import './manage-page.css'
import '#features/booking/public/booking.css'
import type { Backend } from '#client/backend.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Island as IslandFrame } from '#ui/island.tsx'
import { AppointmentCard } from '#features/booking/manage/appointment-card.tsx'
import { actionsOf, type LinkedAppointment, stateTitle } from '#features/booking/manage/linked-appointment.ts'
import { readLinkedAppointment } from '#features/booking/manage/manage-page.data.ts'
import { Island, type MoveProps } from '#features/booking/manage/move.island.tsx'
import { UnknownLink } from '#features/booking/manage/unknown-link.tsx'
import { managePath } from '#features/booking/public/booking-view.ts'
import { awayNotes } from '#features/booking/public/away-notes.ts'
import type { FreeSlots } from '#features/booking/public/free-days.ts'
import { readFreeSlots } from '#features/booking/public/host-page.data.ts'
import { choicesOf, pickViewOf, spanOf } from '#features/booking/public/view-of-request.ts'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { FlowTop } from './flow-top.tsx'

type Loaded = { found: LinkedAppointment | undefined; free: FreeSlots | undefined; now: number }
type Props = PageProps & Loaded

export const quiet = true

export async function load(backend: Backend, request: PageRequest): Promise<Loaded> {
  const now = Date.now()
  const found = await readLinkedAppointment(backend, request.params['token'] ?? '')
  if (!found?.typeId || !isMoving(request) || !actionsOf(found, now).canMove) return { found, free: undefined, now }
  const { typeId, rootId: root, duration: minutes, zone: ownZone } = found
  const selected = choicesOf(withZone(request, ownZone), pickedOf(found), now)
  const free = await readFreeSlots(backend, { typeId, root, minutes, zone: selected.zone, ...spanOf(selected, now) })
  return { found, free, now }
}

/** noindex, because the page is private and its URL contains the manage token. */
export function head({ found, now }: Props): Head {
  const title = found ? stateTitle(found, now) : 'הקישור אינו מוכר'
  return { title, description: title, robots: 'noindex', image: null }
}

export function View({ facts, request, found, free, now }: Props) {
  const token = request.params['token'] ?? ''
  const path = managePath(token)
  const form = request.form as FormState | undefined
  const state = form?.values ? form : undefined
  const isMove = isMoving(request)
  const adds = state?.values['adds']
  return (
    <>
      <FlowTop business={facts.business} />
      <div className="flow-page manage">
        {!found ? (
          <UnknownLink
            path={path}
            business={facts.business}
            isSent={request.query['sent'] !== undefined}
            hasLeft={request.query['left'] !== undefined}
            state={state}
          />
        ) : (
          <>
            <AppointmentCard
              token={token}
              path={path}
              found={found}
              now={now}
              facts={facts}
              query={request.query}
              cancelState={isMove || adds !== undefined ? undefined : state}
              additionStates={adds === undefined || !state ? {} : { [adds]: state }}
              isMoving={isMove && free !== undefined}
            />
            {free && <Move path={path} request={request} found={found} free={free} facts={facts} now={now} />}
            {!free && isMove && actionsOf(found, now).canMove && <NoSlots />}
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
    ...pickViewOf(withZone(request, found.zone), pickedOf(found), free, now),
    path,
    typeId: found.typeId ?? '',
    root: found.rootId,
    away: awayNotes(found.away),
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

/** The host or the type accepts no bookings now, or the calendar cannot be read. */
const NoSlots = () => (
  <section aria-labelledby="move">
    <h2 className="display d3 manage__move" id="move">
      אי אפשר לבחור כאן מועד חדש כרגע
    </h2>
    <p>
      המועד הנוכחי נשאר שלכם. <a href="/contact?topic=session">צרו קשר</a>, ונמצא מועד יחד.
    </p>
  </section>
)

const isMoving = ({ query, form }: PageRequest) =>
  query['move'] !== undefined || (form as Partial<FormState> | undefined)?.values?.['move'] !== undefined

const pickedOf = ({ duration, window, lockedZone, locationKind }: LinkedAppointment) => ({
  durations: [duration],
  defaultDuration: duration,
  window,
  lockedZone,
  locationKind,
})

/** Times are shown in the zone of the booking until another zone is chosen. */
const withZone = (request: PageRequest, zone: string): PageRequest => ({
  ...request,
  query: { zone, ...request.query },
})
