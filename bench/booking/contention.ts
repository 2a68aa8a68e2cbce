// Many visitors who request one slot simultaneously, and two requests for one slot that are accepted simultaneously.
// Over HTTP, on one node or several.
import { randomUUID } from 'node:crypto'

export type Place = {
  /** URLs of the nodes; requests alternate between them. */
  nodes: readonly string[]
  /** The service key: no limit per client applies. */
  serviceKey: string
  /** The access token of an owner. */
  ownerToken: string
}
export type Contention = { booked: number; taken: number; withThreeAlternatives: number; others: string[] }
type Answer = { status: number; body: Record<string, unknown> }

const dayMs = 86_400_000

function createClient({ nodes, serviceKey }: Pick<Place, 'nodes' | 'serviceKey'>) {
  let turn = 0
  return async (path: string, input?: object, token = serviceKey): Promise<Answer> => {
    const response = await fetch(`${nodes[turn++ % nodes.length]}${path}`, {
      headers: { apikey: serviceKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(input && { method: 'POST', body: JSON.stringify(input) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as Answer['body'] }
  }
}

/**
 * Creates an appointment type that no other test uses, with the caller as host. `isDecided`: requests wait for approval and do not occupy
 * their slot.
 */
export async function addType(place: Place, hostId: string, isDecided: boolean, seats = 1): Promise<string> {
  const id = randomUUID()
  const { status, body } = await createClient(place)(
    '/rest/v1/appointment_types',
    {
      id,
      user_id: hostId,
      slug: `rush-${id}`,
      title: 'שיחה מבוקשת',
      is_hidden: true,
      durations: [30],
      default_duration: 30,
      slot_interval: 30,
      min_notice_min: 0,
      window_kind: 'unlimited',
      requires_confirmation: isDecided,
      pending_blocks: !isDecided,
      seats: seats > 1 ? seats : null,
    },
    place.ownerToken,
  )
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return id
}

/** The first free slot of each of these days, starting a month ahead. */
export async function freeStarts(place: Place, typeId: string, many: number): Promise<string[]> {
  const [from, to] = [30, 120].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10))
  const { body } = await createClient(place)(
    `/functions/v1/booking-slots?type=${typeId}&duration=30&from=${from}&to=${to}`,
  )
  const days = body['days'] as { starts: string[] }[]
  return days.slice(0, many).map(({ starts }) => starts[1]!)
}

let visitors = 0
const visitorOf = (typeId: string, startsAt: string) => {
  visitors += 1
  return {
    typeId,
    startsAt,
    duration: 30,
    idempotencyKey: randomUUID(),
    name: 'נועה לדוגמה',
    email: `rush-${randomUUID()}@example.com`,
    phone: `052${String(1_000_000 + visitors)}`,
  }
}

export async function bookConcurrently(place: Place, typeId: string, startsAt: string, many = 50): Promise<Contention> {
  const ask = createClient(place)
  const answers = await Promise.all(
    Array.from({ length: many }, () => ask('/functions/v1/book-appointment', visitorOf(typeId, startsAt))),
  )
  const isTaken = ({ status, body }: Answer) => status === 409 && body['code'] === 'slot_taken'
  return {
    booked: answers.filter(({ status }) => status === 201).length,
    taken: answers.filter(isTaken).length,
    withThreeAlternatives: answers.filter((answer) => isTaken(answer) && hasThree(answer.body['nearest'], startsAt))
      .length,
    others: answers
      .filter((answer) => answer.status !== 201 && !isTaken(answer))
      .map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
  }
}

const hasThree = (nearest: unknown, startsAt: string) =>
  Array.isArray(nearest) && nearest.length === 3 && !nearest.includes(startsAt)

/** Accepts two requests for the same slot simultaneously; returns the statuses and codes of both responses, in order. */
export async function acceptBoth(place: Place, typeId: string, startsAt: string): Promise<string[]> {
  const ask = createClient(place)
  const requests = [
    await ask('/functions/v1/book-appointment', visitorOf(typeId, startsAt)),
    await ask('/functions/v1/book-appointment', visitorOf(typeId, startsAt)),
  ]
  const answers = await Promise.all(
    requests.map(({ body }) =>
      ask(
        '/rest/v1/rpc/decide_appointment',
        { appointment: body['appointmentId'], seen_version: 1, is_accepted: true },
        place.ownerToken,
      ),
    ),
  )
  const codeOf = ({ code, message }: Answer['body']) =>
    /"(slot_taken)"/.exec(String(message))?.[1] ?? (typeof code === 'string' ? code : '')
  return answers.map(({ status, body }) => `${status} ${codeOf(body)}`.trim()).toSorted()
}

/** Counts the confirmed appointments that start at the instant. */
export async function confirmedAt(place: Place, startsAt: string): Promise<number> {
  const path = `/rest/v1/appointments?select=id&status=eq.confirmed&starts_at=eq.${encodeURIComponent(startsAt)}`
  return ((await createClient(place)(path)).body as unknown as unknown[]).length
}
