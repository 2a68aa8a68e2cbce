import { createClient, type Factor } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { readLanding, recoveryMark } from './sign-in/auth-landing.ts'
import { signOutMarker } from './sign-in/sign-out-marker.ts'
import { afterAuthEvent, openSession, unknownSession } from './session.ts'

const origin = 'http://localhost:3000'
const family = {
  id: '7c0e7f0a-8b6f-4a43-9c3c-0c0f0d3c5a01',
  email: 'noa@example.com',
  aud: 'authenticated',
  created_at: '2026-01-01T00:00:00Z',
  app_metadata: {},
  user_metadata: {},
}

function token(hours: number, sessionId?: string) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + hours * 3600
  return {
    access_token: `${part({ alg: 'ES256' })}.${part({ sub: family.id, exp, session_id: sessionId })}.c2ln`,
    refresh_token: 'r1',
    token_type: 'bearer' as const,
    expires_in: hours * 3600,
    expires_at: exp,
    user: family,
  }
}

type Answer = { status?: number; body: unknown }

/** The real auth client against mocked responses, without stored state. */
function open(answers: Record<string, Answer>, address = `${origin}/auth`) {
  const stored = new Map<string, string>()
  const asked: URL[] = []
  const warnings: string[] = []
  const backend = createClient(origin, 'key', {
    auth: {
      autoRefreshToken: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
    global: {
      fetch: async (input) => {
        const url = new URL(input instanceof Request ? input.url : input)
        asked.push(url)
        const { status = 200, body } = answers[url.pathname] ?? { status: 404, body: { message: 'not here' } }
        return Response.json(body, { status })
      },
    },
  })
  const session = openSession(backend, {
    landing: readLanding(address),
    origin,
    warn: (message) => warnings.push(message),
  })
  return { session, asked, warnings }
}

const checked = (session: ReturnType<typeof open>['session']) =>
  eventually(() => expect(session.read().loading).toBe(false))

test('the session is unknown until storage is read, and then there is no user', async () => {
  const { session } = open({})
  expect(session.read()).toEqual({
    user: null,
    session: null,
    loading: true,
    recovering: false,
    linkError: null,
    interrupted: null,
  })
  await checked(session)
  expect(session.read().user).toBeNull()
})

test('signing in and signing out notify all subscribers', async () => {
  const { session } = open({ '/auth/v1/token': { body: token(1) }, '/auth/v1/logout': { body: {} } })
  await checked(session)
  const events: string[] = []
  session.onAuthChange((event) => events.push(event))
  expect(await session.signIn({ email: family.email, password: 'a good one' })).toEqual({ error: null })
  expect(session.read()).toMatchObject({ user: { email: family.email }, loading: false })
  await session.signOut()
  expect(session.read()).toMatchObject({ user: null, session: null })
  expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
})

test('a wrong password returns its code and changes nothing', async () => {
  const body = { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }
  const { session } = open({ '/auth/v1/token': { status: 400, body } })
  await checked(session)
  const { error } = await session.signIn({ email: family.email, password: 'wrong' })
  expect(error?.code).toBe('invalid_credentials')
  expect(session.read().user).toBeNull()
})

test('a new account is pending until its email is confirmed', async () => {
  const { session } = open({ '/auth/v1/signup': { body: family } })
  await checked(session)
  expect(await session.signUp({ email: family.email, password: 'a good one' })).toEqual({ error: null, confirm: true })
  expect(session.read().user).toBeNull()
})

test('the link in a sign-up mail redirects to /crm, the link in a password reset mail to /auth', async () => {
  const { session, asked } = open({ '/auth/v1/signup': { body: family }, '/auth/v1/recover': { body: {} } })
  await checked(session)
  await session.signUp({ email: family.email, password: 'a good one' })
  await session.resetPassword(family.email)
  expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('redirect_to')])).toEqual([
    ['/auth/v1/signup', 'http://localhost:3000/crm'],
    ['/auth/v1/recover', 'http://localhost:3000/auth'],
  ])
})

test('an unreachable server is a result, not an exception', async () => {
  const backend = createClient(origin, 'key', { global: { fetch: () => Promise.reject(new TypeError('no network')) } })
  const session = openSession(backend, { landing: { recovering: false }, origin, warn: () => {} })
  const { error } = await session.resetPassword(family.email)
  expect(error?.name).toBe('AuthRetryableFetchError')
})

test('a refreshed token without a session logs a warning and signs the user out', async () => {
  let emit: (event: 'TOKEN_REFRESHED' | 'SIGNED_OUT', session: null) => void = () => {}
  const signOut = vi.fn(() => Promise.resolve({ error: null }))
  const auth = {
    onAuthStateChange(listener: typeof emit) {
      emit = listener
      return { data: { subscription: { unsubscribe() {} } } }
    },
    signOut,
  }
  const warnings: string[] = []
  const session = openSession({ auth } as never, {
    landing: { recovering: false },
    origin,
    warn: (message) => warnings.push(message),
  })
  emit('TOKEN_REFRESHED', null)
  expect(session.read().loading).toBe(false)
  expect(warnings).toHaveLength(1)
  // Deferred: the auth client holds its lock during the callback.
  expect(signOut).not.toHaveBeenCalled()
  await eventually(() => expect(signOut).toHaveBeenCalledOnce())
})

test('a sign-out while the client is loading takes effect, and the screen is not held', async () => {
  type Emit = (event: 'SIGNED_IN' | 'SIGNED_OUT', session: object | null) => void
  let emit: Emit = () => {}
  const auth = {
    onAuthStateChange(listener: Emit) {
      emit = listener
      return { data: { subscription: { unsubscribe() {} } } }
    },
    async signOut() {
      emit('SIGNED_IN', token(1))
      emit('SIGNED_OUT', null)
      return { error: null }
    },
  }
  const leaving = signOutMarker(() => {
    throw new Error('no storage here')
  })
  const surroundings = { landing: { recovering: false }, origin, warn() {}, leaving }
  const session = openSession({ auth } as never, surroundings)
  session.hold()
  emit('SIGNED_IN', token(1))
  await session.signOut()
  expect(session.read()).toMatchObject({ user: null, session: null, interrupted: null })
})

test('every other event sets session and user, and no session means no user', () => {
  const session = token(1)
  const signedIn = afterAuthEvent(unknownSession({ recovering: false }), 'INITIAL_SESSION', session).state
  expect(signedIn).toMatchObject({ user: family, session, loading: false })
  for (const event of ['SIGNED_OUT', 'INITIAL_SESSION', 'USER_UPDATED', 'MFA_CHALLENGE_VERIFIED'] as const)
    expect(afterAuthEvent(signedIn, event, null)).toMatchObject({
      state: { user: null, session: null },
      mustSignOut: false,
    })
})

test('a reset link keeps the user at the new password form until it is saved', () => {
  const landed = unknownSession(readLanding(`${origin}/auth#access_token=a&type=recovery`))
  const first = afterAuthEvent(landed, 'INITIAL_SESSION', token(1)).state
  expect(first).toMatchObject({ user: family, recovering: true })
  expect(afterAuthEvent(first, 'PASSWORD_RECOVERY', token(1)).state.recovering).toBe(true)
  expect(afterAuthEvent(first, 'SIGNED_OUT', null).state.recovering).toBe(false)
})

test('a reload does not skip the new password form, and blocked storage is no error', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const mark = recoveryMark(() => storage)
  expect(mark.isSet()).toBe(false)
  mark.set(true)
  expect(recoveryMark(() => storage).isSet()).toBe(true)
  mark.set(false)
  expect(mark.isSet()).toBe(false)
  const closed = recoveryMark(() => {
    throw new Error('storage is closed')
  })
  closed.set(true)
  expect(closed.isSet()).toBe(false)
})

test('an expired link is reported until a user signs in', () => {
  const address = `${origin}/auth#error=access_denied&error_code=otp_expired&error_description=old&type=recovery`
  const landed = unknownSession(readLanding(address))
  expect(landed).toMatchObject({ recovering: false, linkError: 'otp_expired' })
  const signedOut = afterAuthEvent(landed, 'INITIAL_SESSION', null).state
  expect(signedOut.linkError).toBe('otp_expired')
  expect(afterAuthEvent(signedOut, 'SIGNED_IN', token(1)).state.linkError).toBeNull()
})

test('an unchanged token is not reported as a change', async () => {
  const { session } = open({ '/auth/v1/token': { body: token(1) } })
  await checked(session)
  const changes: boolean[] = []
  session.onAuthChange((_event, _state, changed) => changes.push(changed))
  await session.signIn({ email: family.email, password: 'a good one' })
  await session.signIn({ email: family.email, password: 'a good one' })
  expect(changes).toEqual([true, false])
})

test('after a session expires, a held screen keeps its user until that user or another one signs in', () => {
  const held = { isHeld: true }
  const mine = token(1)
  const here = afterAuthEvent(unknownSession({ recovering: false }), 'INITIAL_SESSION', mine, held).state
  expect(here.interrupted).toBeNull()
  expect(afterAuthEvent(here, 'SIGNED_OUT', null).state).toMatchObject({ user: null, interrupted: null })
  const ended = afterAuthEvent(here, 'SIGNED_OUT', null, held).state
  expect(ended).toMatchObject({ user: null, session: null, interrupted: { user: family, session: mine } })
  expect(afterAuthEvent(ended, 'INITIAL_SESSION', null, held).state.interrupted?.user).toEqual(family)
  expect(afterAuthEvent(ended, 'SIGNED_IN', token(1), held).state).toMatchObject({ user: family, interrupted: null })
  const other = { ...token(1), user: { ...family, id: '7c0e7f0a-8b6f-4a43-9c3c-0c0f0d3c5a02' } }
  expect(afterAuthEvent(ended, 'SIGNED_IN', other, held).state.interrupted).toBeNull()
})

test('a held screen of a user with a second factor is released only after its code', () => {
  const held = { isHeld: true }
  const app = { id: 'f', status: 'verified', factor_type: 'totp' } as Factor
  const withApp = (aal: string) => {
    const session = token(1)
    const claims = Buffer.from(JSON.stringify({ aal })).toString('base64url')
    return { ...session, access_token: `h.${claims}.s`, user: { ...family, factors: [app] } }
  }
  const here = afterAuthEvent(unknownSession({ recovering: false }), 'INITIAL_SESSION', withApp('aal2'), held).state
  const ended = afterAuthEvent(here, 'SIGNED_OUT', null, held).state
  const half = afterAuthEvent(ended, 'SIGNED_IN', withApp('aal1'), held).state
  expect(half.interrupted).not.toBeNull()
  expect(afterAuthEvent(half, 'MFA_CHALLENGE_VERIFIED', withApp('aal2'), held).state.interrupted).toBeNull()
  // Before the second factor no screen was shown, so the app holds none.
  const door = afterAuthEvent(unknownSession({ recovering: false }), 'SIGNED_IN', withApp('aal1'), held).state
  expect(afterAuthEvent(door, 'SIGNED_OUT', null, held).state.interrupted).toBeNull()
})

test('an explicit sign-out is marked for all tabs until the next sign-in, and without storage for this tab only', async () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const tabs = [signOutMarker(() => storage), signOutMarker(() => storage)] as const
  tabs[0].set(true)
  expect(tabs[1].isSet()).toBe(true)
  tabs[1].set(false)
  const shut = signOutMarker(() => {
    throw new Error('storage is closed')
  })
  shut.set(true)
  expect(shut.isSet()).toBe(true)
  shut.set(false)
  expect(shut.isSet()).toBe(false)
})

test('a signed-out session is not restored when a tab that was still loading announces it', async () => {
  type Emit = (event: 'INITIAL_SESSION' | 'SIGNED_IN' | 'SIGNED_OUT', session: object | null) => void
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  function openTab() {
    let emit: Emit = () => {}
    const auth = {
      onAuthStateChange(listener: Emit) {
        emit = listener
        return { data: { subscription: { unsubscribe() {} } } }
      },
      async signOut() {
        emit('SIGNED_OUT', null)
        return { error: null }
      },
    }
    const options = { landing: { recovering: false }, origin, warn() {}, leaving: signOutMarker(() => storage) }
    const session = openSession({ auth } as never, options)
    return { session, emit: ((event, value) => emit(event, value)) as Emit }
  }
  const [first, loading] = [openTab(), openTab()]
  first.emit('SIGNED_IN', token(1, 'one'))
  await first.session.signOut()
  loading.emit('INITIAL_SESSION', token(1, 'one'))
  first.emit('SIGNED_IN', token(2, 'one'))
  for (const { session } of [first, loading]) expect(session.read()).toMatchObject({ user: null, loading: false })
  first.emit('SIGNED_IN', token(1, 'two'))
  loading.emit('SIGNED_IN', token(1, 'two'))
  for (const { session } of [first, loading]) expect(session.read()).toMatchObject({ user: family })
})
