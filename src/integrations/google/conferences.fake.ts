// Meet conferences of events: created by a request in the event, immediately or later.
import { createHash } from 'node:crypto'
import type { EventInput, FakeEvent } from './event.fake.ts'

type CreateRequest = { requestId: string; conferenceSolutionKey?: { type: string }; status?: { statusCode: string } }

/** Without `conferenceDataVersion=1` Google ignores the request. */
export function addConference(
  input: EventInput,
  { withConference, isSlow }: { withConference: boolean; isSlow: boolean },
): EventInput {
  const { conferenceData, ...fields } = input
  const createRequest = conferenceData?.['createRequest'] as CreateRequest | undefined
  if (!withConference || !createRequest) return fields
  const pending = { createRequest: { ...createRequest, status: { statusCode: 'pending' } } }
  return isSlow ? { ...fields, conferenceData: pending } : finishConference({ ...fields, conferenceData: pending })
}

/** The same request id returns the same conference. */
export function finishConference<E extends EventInput | FakeEvent>(event: E): E {
  const createRequest = event.conferenceData?.['createRequest'] as CreateRequest | undefined
  if (createRequest?.status?.statusCode !== 'pending') return event
  const letters = [...createHash('sha256').update(createRequest.requestId).digest()].map((byte) =>
    String.fromCharCode(97 + (byte % 26)),
  )
  const conferenceId = [letters.slice(0, 3), letters.slice(3, 7), letters.slice(7, 10)].map((p) => p.join('')).join('-')
  const uri = `https://meet.google.com/${conferenceId}`
  return {
    ...event,
    hangoutLink: uri,
    conferenceData: {
      createRequest: { ...createRequest, status: { statusCode: 'success' } },
      entryPoints: [{ entryPointType: 'video', uri, label: uri.slice('https://'.length) }],
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      conferenceId,
    },
  }
}
