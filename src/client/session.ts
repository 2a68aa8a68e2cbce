// The session state of the whole app (spec §3 and §4). Tokens, their refresh and the synchronization of tabs belong to the auth client.
// This store only subscribes, and never awaits the client inside its callback.
import type { AuthChangeEvent, AuthError, Session, User } from '@supabase/supabase-js'
import type { AuthLanding } from './sign-in/auth-landing.ts'
import type { Backend } from './backend.ts'
import { factorsToShow } from './sign-in/second-factor.ts'
import { claimOf } from './sign-in/token-claims.ts'

export type SessionState = {
  user: User | null
  session: Session | null
  /** True until the stored session was first read. */
  loading: boolean
  /** True from a password-reset link until the new password is set. */
  recovering: boolean
  /** The error code in the URL of an opened link, e.g. `otp_expired`. */
  linkError: string | null
  /** The user whose session expired while a screen was held, until they sign in again or sign out. */
  interrupted: ExpiredSession | null
}
export type ExpiredSession = { user: User; session: Session }

type Answer = Promise<{ error: AuthError | null }>
export type Credentials = { email: string; password: string } | { phone: string; password: string }

export type SessionStore = {
  read: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Called after every auth event; `changed` is false when the same token is announced again. */
  onAuthChange: (listener: (event: AuthChangeEvent, state: SessionState, changed: boolean) => void) => () => void
  signIn: (credentials: Credentials) => Answer
  /** Resolves to `confirm: true` when the email must be confirmed before the account is active. */
  signUp: (credentials: Credentials) => Promise<{ error: AuthError | null; confirm: boolean }>
  /** Redirects to `landing`, a path of this site. Default: /crm (spec §2). */
  signInWithGoogle: (landing?: string) => Answer
  signOut: () => Answer
  /** Mails a link and a code of six digits, to an address that has an account. The response does not reveal whether it has one. */
  sendCode: (email: string, landing: string) => Answer
  signInWithCode: (email: string, code: string) => Answer
  resetPassword: (email: string) => Answer
  setPassword: (password: string) => Answer
  /** Verifies a code of an authenticator app: the session is then aal2. */
  confirmCode: (factorId: string, code: string) => Answer
  /** Keeps the current screen mounted if the session expires, until the returned function is called. */
  hold: () => () => void
  /** Releases the screen of an expired session. */
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

/**
 * The next state after an auth event, and whether an inconsistent event forces a sign-out. `isHeld`: a screen is kept
 * mounted.
 */
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

/** The user whose session expired: until a new session has passed the second factor. */
function interruptedBy(before: SessionState, session: Session | null): ExpiredSession | null {
  const { user, session: ended } = before
  const present = user && ended && factorsToShow(ended).length === 0 ? { user, session: ended } : null
  const lost = before.interrupted ?? present
  if (!session) return lost
  return lost?.user.id === session.user.id && factorsToShow(session).length > 0 ? lost : null
}

type SessionOptions = {
  landing: AuthLanding
  /** The redirect URL of links in emails. */
  origin: string
  /** Console output for developers. */
  warn: (message: string) => void
  /** Called when a reset link is opened and when its password is set. */
  onRecovering?: (isRecovering: boolean) => void
  /** Called when the session of a held screen expires, and when the interruption ends: with the new session, or without one. */
  onInterrupted?: (isInterrupted: boolean, session: Session | null) => void
  /** Whether the user signed out explicitly, in this tab or in another. */
  leaving?: {
    isSet(): boolean
    set(isOn: boolean, endedSessionId?: string): void
    hasEnded(sessionId: string): boolean
  }
}

/** Stays the same when the token is refreshed. */
function sessionIdOf(session: Session | null): string | undefined {
  const id = session && claimOf(session.access_token, 'session_id')
  return typeof id === 'string' ? id : undefined
}

/** Creates the store. */
export function openSession(
  { auth }: Pick<Backend, 'auth'>,
  { landing, origin, warn, onRecovering, onInterrupted, leaving }: SessionOptions,
): SessionStore {
  let state = unknownSession(landing)
  const listeners = new Set<() => void>()
  const authListeners = new Set<Parameters<SessionStore['onAuthChange']>[0]>()
  let holders = 0
  let isSigningOut = false

  function setState(next: SessionState) {
    if (next.recovering !== state.recovering) onRecovering?.(next.recovering)
    const before = state
    state = next
    if (next.interrupted && !before.interrupted) onInterrupted?.(true, null)
    // Held requests of one user are never sent with the token of another.
    const isBack = next.user?.id === before.interrupted?.user.id
    if (before.interrupted && !next.interrupted) onInterrupted?.(false, isBack ? next.session : null)
    for (const listener of listeners) listener()
  }

  function onAuthEvent(event: AuthChangeEvent, session: Session | null) {
    const id = sessionIdOf(session)
    // A tab that was loading during a sign-out announces the ended session, to every tab.
    if (id && !isSigningOut && leaving?.hasEnded(id)) return onAuthEvent('SIGNED_OUT', null)
    const changed = state.loading || event === 'USER_UPDATED' || session?.access_token !== state.session?.access_token
    const after = afterAuthEvent(state, event, session, { isHeld: holders > 0 && !leaving?.isSet() })
    // The client announces the stored session once loaded, possibly during a sign-out.
    if (session && !isSigningOut) leaving?.set(false)
    setState(after.state)
    for (const listener of authListeners) listener(event, after.state, changed)
    if (!after.mustSignOut) return
    warn('The token was refreshed but there is no session: signing out.')
    // The auth client holds its lock during this callback: awaiting any call of it here would deadlock.
    setTimeout(() => void auth.signOut(), 0)
  }
  const { data } = auth.onAuthStateChange(onAuthEvent)

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
      leaving?.set(true, sessionIdOf(state.session))
      isSigningOut = true
      const { error } = await auth.signOut().finally(() => (isSigningOut = false))
      if (error) leaving?.set(false)
      // A sign-out while the full client is loading takes effect before its first event.
      else if (state.session) onAuthEvent('SIGNED_OUT', null)
      return { error }
    },
    async sendCode(email, landing) {
      const options = { shouldCreateUser: false, emailRedirectTo: origin + landing }
      const { error } = await auth.signInWithOtp({ email, options })
      return { error: error?.code === 'otp_disabled' || error?.code === 'user_not_found' ? null : error }
    },
    signInWithCode: async (email, code) => ({
      error: (await auth.verifyOtp({ email, token: code, type: 'email' })).error,
    }),
    resetPassword: async (email) => ({
      error: (await auth.resetPasswordForEmail(email, { redirectTo: `${origin}/auth` })).error,
    }),
    async setPassword(password) {
      const { error } = await auth.updateUser({ password })
      if (!error) setState({ ...state, recovering: false })
      return { error }
    },
    confirmCode: async (factorId, code) => ({ error: (await auth.mfa.challengeAndVerify({ factorId, code })).error }),
    hold() {
      holders += 1
      return () => {
        holders -= 1
        if (holders === 0 && state.interrupted) setState({ ...state, interrupted: null })
      }
    },
    leave: () => setState({ ...state, interrupted: null }),
    close: () => data.subscription.unsubscribe(),
  }
}
