// Who is signed in, as the whole app sees it (spec §3 and §4). The tokens themselves, their refreshing and the
// other tabs are the business of the auth client; this only listens and never waits for it while listening.
import type { AuthChangeEvent, AuthError, Session, User } from '@supabase/supabase-js'
import type { AuthLanding } from './auth-landing.ts'
import type { Backend } from './backend.ts'

export type SessionState = {
  user: User | null
  session: Session | null
  /** True until the first check of the stored session. */
  loading: boolean
  /** True from a password-reset link until the new password is set. */
  recovering: boolean
  /** The code of what was wrong with the link that led here, e.g. `otp_expired`. */
  linkError: string | null
}

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
  close: () => void
}

export const unknownSession = (landing: AuthLanding): SessionState => ({
  user: null,
  session: null,
  loading: true,
  recovering: landing.recovering,
  linkError: landing.errorCode ?? null,
})

/** The state after an auth event, and whether the person has to be signed out because the event makes no sense. */
export function afterAuthEvent(before: SessionState, event: AuthChangeEvent, session: Session | null) {
  if (event === 'TOKEN_REFRESHED' && !session) return { state: { ...before, loading: false }, mustSignOut: true }
  const recovering = session !== null && (before.recovering || event === 'PASSWORD_RECOVERY')
  const linkError = session ? null : before.linkError
  return { state: { user: session?.user ?? null, session, loading: false, recovering, linkError }, mustSignOut: false }
}

type Surroundings = {
  landing: AuthLanding
  /** Where links in mails lead back to. */
  origin: string
  /** Gets what a developer should see. */
  warn: (message: string) => void
  /** Told when a reset link was opened and when its password is set. */
  onRecovering?: (isRecovering: boolean) => void
}

/** Opens the store. */
export function openSession(
  { auth }: Pick<Backend, 'auth'>,
  { landing, origin, warn, onRecovering }: Surroundings,
): SessionStore {
  let state = unknownSession(landing)
  const listeners = new Set<() => void>()
  const authListeners = new Set<Parameters<SessionStore['onAuthChange']>[0]>()

  function become(next: SessionState) {
    if (next.recovering !== state.recovering) onRecovering?.(next.recovering)
    state = next
    for (const listener of listeners) listener()
  }

  const { data } = auth.onAuthStateChange((event, session) => {
    const changed = state.loading || event === 'USER_UPDATED' || session?.access_token !== state.session?.access_token
    const after = afterAuthEvent(state, event, session)
    become(after.state)
    for (const listener of authListeners) listener(event, after.state, changed)
    if (!after.mustSignOut) return
    warn('The token was refreshed but there is no session: signing out.')
    // The auth client holds its lock while it tells us: asking it anything before it is done would wait for ever.
    setTimeout(() => void auth.signOut(), 0)
  })

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
    signOut: () => auth.signOut(),
    resetPassword: async (email) => ({
      error: (await auth.resetPasswordForEmail(email, { redirectTo: `${origin}/auth` })).error,
    }),
    async setPassword(password) {
      const { error } = await auth.updateUser({ password })
      if (!error) become({ ...state, recovering: false })
      return { error }
    },
    close: () => data.subscription.unsubscribe(),
  }
}
