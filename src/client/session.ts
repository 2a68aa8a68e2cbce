// Who is signed in, as the whole app sees it (spec §3 and §4). The tokens themselves, their refreshing and the
// other tabs are the business of the auth client; this only listens and never waits for it while listening.
import type { AuthChangeEvent, AuthError, Session, User } from '@supabase/supabase-js'
import type { AuthLanding } from './sign-in/auth-landing.ts'
import type { Backend } from './backend.ts'
import { factorsToShow } from './sign-in/second-factor.ts'

export type SessionState = {
  user: User | null
  session: Session | null
  /** True until the first check of the stored session. */
  loading: boolean
  /** True from a password-reset link until the new password is set. */
  recovering: boolean
  /** The code of what was wrong with the link that led here, e.g. `otp_expired`. */
  linkError: string | null
  /** Whose session ended by itself while their screen was held, until they are back or leave. */
  interrupted: Interrupted | null
}
export type Interrupted = { user: User; session: Session }

type Answer = Promise<{ error: AuthError | null }>
export type Credentials = { email: string; password: string } | { phone: string; password: string }

export type SessionStore = {
  read: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Told of every auth event after the state has changed; `changed` is false when the same token is merely announced again. */
  onAuthChange: (listener: (event: AuthChangeEvent, state: SessionState, changed: boolean) => void) => () => void
  signIn: (credentials: Credentials) => Answer
  /** Answers `confirm: true` when a mail has to be answered before the account is open. */
  signUp: (credentials: Credentials) => Promise<{ error: AuthError | null; confirm: boolean }>
  /** Comes back to `landing`, a path of this site: /crm unless the person came by another door (spec §2). */
  signInWithGoogle: (landing?: string) => Answer
  signOut: () => Answer
  resetPassword: (email: string) => Answer
  setPassword: (password: string) => Answer
  /** Shows a code of an authenticator app: the session counts as one with a second factor from then on. */
  confirmCode: (factorId: string, code: string) => Answer
  /** Keeps the screen of whoever is signed in should their session end by itself, until the answered function is called. */
  hold: () => () => void
  /** Gives up the screen of an ended session. */
  leave: () => void
  close: () => void
}

export const unknownSession = (landing: AuthLanding): SessionState => ({
  user: null,
  session: null,
  loading: true,
  recovering: landing.recovering,
  linkError: landing.errorCode ?? null,
  interrupted: null,
})

/** The state after an auth event, and whether the person has to be signed out because the event makes no sense. `isHeld`: a screen waits for them. */
export function afterAuthEvent(
  before: SessionState,
  event: AuthChangeEvent,
  session: Session | null,
  { isHeld } = { isHeld: false },
) {
  if (event === 'TOKEN_REFRESHED' && !session) return { state: { ...before, loading: false }, mustSignOut: true }
  const recovering = session !== null && (before.recovering || event === 'PASSWORD_RECOVERY')
  const linkError = session ? null : before.linkError
  const interrupted = isHeld ? interruptedBy(before, session) : null
  const user = session?.user ?? null
  return { state: { user, session, loading: false, recovering, linkError, interrupted }, mustSignOut: false }
}

/** Who is not there as they were: without a session, or back without the code of their app. */
function interruptedBy(before: SessionState, session: Session | null): Interrupted | null {
  const { user, session: ended } = before
  const present = user && ended && factorsToShow(ended).length === 0 ? { user, session: ended } : null
  const lost = before.interrupted ?? present
  if (!session) return lost
  return lost?.user.id === session.user.id && factorsToShow(session).length > 0 ? lost : null
}

type Surroundings = {
  landing: AuthLanding
  /** Where links in mails lead back to. */
  origin: string
  /** Gets what a developer should see. */
  warn: (message: string) => void
  /** Told when a reset link was opened and when its password is set. */
  onRecovering?: (isRecovering: boolean) => void
  /** Told when the session of a held screen ends, and when that is over: with the session of the person who is back, or without one. */
  onInterrupted?: (isInterrupted: boolean, session: Session | null) => void
  /** Whether somebody signed out on purpose, here or in another tab. */
  leaving?: { isSet(): boolean; set(isOn: boolean): void }
}

/** Opens the store. */
export function openSession(
  { auth }: Pick<Backend, 'auth'>,
  { landing, origin, warn, onRecovering, onInterrupted, leaving }: Surroundings,
): SessionStore {
  let state = unknownSession(landing)
  const listeners = new Set<() => void>()
  const authListeners = new Set<Parameters<SessionStore['onAuthChange']>[0]>()
  let holders = 0
  let isSigningOut = false

  function become(next: SessionState) {
    if (next.recovering !== state.recovering) onRecovering?.(next.recovering)
    const before = state
    state = next
    if (next.interrupted && !before.interrupted) onInterrupted?.(true, null)
    // What was asked for one person never goes out as another.
    const isBack = next.user?.id === before.interrupted?.user.id
    if (before.interrupted && !next.interrupted) onInterrupted?.(false, isBack ? next.session : null)
    for (const listener of listeners) listener()
  }

  function hear(event: AuthChangeEvent, session: Session | null) {
    const changed = state.loading || event === 'USER_UPDATED' || session?.access_token !== state.session?.access_token
    const after = afterAuthEvent(state, event, session, { isHeld: holders > 0 && !leaving?.isSet() })
    // The client announces whom it found when it arrives, which may be while they are leaving.
    if (session && !isSigningOut) leaving?.set(false)
    become(after.state)
    for (const listener of authListeners) listener(event, after.state, changed)
    if (!after.mustSignOut) return
    warn('The token was refreshed but there is no session: signing out.')
    // The auth client holds its lock while it tells us: asking it anything before it is done would wait for ever.
    setTimeout(() => void auth.signOut(), 0)
  }
  const { data } = auth.onAuthStateChange(hear)

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onAuthChange(listener) {
      authListeners.add(listener)
      return () => authListeners.delete(listener)
    },
    signIn: async (credentials) => ({ error: (await auth.signInWithPassword(credentials)).error }),
    async signUp(credentials) {
      const options = { emailRedirectTo: `${origin}/crm` }
      const answer = await auth.signUp({ ...credentials, options })
      return { error: answer.error, confirm: !answer.error && answer.data.session === null }
    },
    signInWithGoogle: async (landing = '/crm') => ({
      error: (await auth.signInWithOAuth({ provider: 'google', options: { redirectTo: origin + landing } })).error,
    }),
    async signOut() {
      leaving?.set(true)
      isSigningOut = true
      const { error } = await auth.signOut().finally(() => (isSigningOut = false))
      if (error) leaving?.set(false)
      // Whoever leaves while the whole client is still arriving is gone before anybody listens to it.
      else if (state.session) hear('SIGNED_OUT', null)
      return { error }
    },
    resetPassword: async (email) => ({
      error: (await auth.resetPasswordForEmail(email, { redirectTo: `${origin}/auth` })).error,
    }),
    async setPassword(password) {
      const { error } = await auth.updateUser({ password })
      if (!error) become({ ...state, recovering: false })
      return { error }
    },
    confirmCode: async (factorId, code) => ({ error: (await auth.mfa.challengeAndVerify({ factorId, code })).error }),
    hold() {
      holders += 1
      return () => {
        holders -= 1
        if (holders === 0 && state.interrupted) become({ ...state, interrupted: null })
      }
    },
    leave: () => become({ ...state, interrupted: null }),
    close: () => data.subscription.unsubscribe(),
  }
}
