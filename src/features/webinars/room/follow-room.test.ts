import { expect, onTestFinished, test, vi } from 'vitest'
import { followRoom } from './follow-room.ts'
import { joinRoom } from './join-room.ts'

vi.mock('./join-room.ts', () => ({ joinRoom: vi.fn(() => () => {}) }))

type Request = { name: string; authorization: string }
type Answer = { status?: number; body: object }

const entryOf = (sessionId: string, access = 'token'): Answer => ({
  body: {
    access,
    registrationId: 'registration',
    sessionId,
    room: { now: '2026-11-30T20:00:00Z', lines: [], reactions: {} },
  },
})

/** Follows a room against the given server responses, and waits until its channel is joined. */
async function follow(answer: (request: Request) => Answer) {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: { authorization: string } }) => {
    const { status = 200, body } = answer({ name: url.split('/').at(-1)!, authorization: headers.authorization })
    return Promise.resolve({ ok: status === 200, json: () => Promise.resolve(body) })
  })
  const joins = vi.mocked(joinRoom)
  joins.mockClear()
  const refused: string[] = []
  const room = followRoom({
    origin: '',
    token: 'link',
    key: 'key',
    clock: { now: () => 0, learn: () => {} },
    onChange: () => {},
    onAccess: () => {},
    onConnected: () => {},
    onRefused: (code) => refused.push(code),
  })
  onTestFinished(() => {
    room.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  await vi.advanceTimersByTimeAsync(1)
  expect(joins).toHaveBeenCalledTimes(1)
  return {
    ...room,
    refused,
    joined: () => joins.mock.calls.map(([{ sessionId }]) => sessionId),
    giveUp: () => joins.mock.lastCall![0].onGiveUp(),
  }
}

test('after the last reconnect attempt fails, the room is entered again and the channel of its current session joined', async () => {
  let session = 'first'
  const { giveUp, joined } = await follow(() => entryOf(session))
  session = 'second'
  giveUp()
  await vi.advanceTimersByTimeAsync(5000)
  expect(joined()).toEqual(['first', 'second'])
})

test('entering is retried while the server is down, and a room that is closed to the registrant is refused', async () => {
  let answer = entryOf('session')
  const { giveUp, joined, refused } = await follow(() => answer)
  answer = { status: 503, body: { code: 'unavailable' } }
  giveUp()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([joined(), refused]).toEqual([['session'], []])
  answer = entryOf('session')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(joined()).toEqual(['session', 'session'])
  answer = { status: 409, body: { code: 'webinar_not_open' } }
  giveUp()
  await vi.advanceTimersByTimeAsync(5000)
  expect(refused).toEqual(['webinar_not_open'])
})

test('a call with an expired token is retried with a new one', async () => {
  let access = 'expired'
  const { call } = await follow(({ name, authorization }) => {
    if (name === 'enter-webinar') return entryOf('session', access)
    return authorization === 'Bearer new' ? { body: { id: 'line' } } : { status: 401, body: { code: 'invalid_jwt' } }
  })
  access = 'new'
  expect(await call('say-in-webinar', { body: 'שלום' })).toEqual({ id: 'line' })
})

test('an ejected registrant is refused by the next heartbeat', async () => {
  const { call, refused } = await follow(({ name }) =>
    name === 'enter-webinar' ? entryOf('session') : { status: 403, body: { code: 'webinar_ejected' } },
  )
  await expect(call('beat-in-webinar', {})).rejects.toThrow('webinar_ejected')
  expect(refused).toEqual(['webinar_ejected'])
})
