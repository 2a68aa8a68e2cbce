// Renders what needs the app around it: a part of a screen, or a whole screen by its path.
import type { Session } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import type { ReactNode } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { inject, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Backend } from '#client/backend.ts'
import type { Database } from '#client/database.types.ts'
import type { SessionStore } from '#client/session.ts'
import { markFirstScreenReady } from '#lib/first-screen-ready.ts'
import type { Role } from '#platform/accounts/roles.ts'
import { ScreenTitleProvider } from '#platform/screens/screen-title.tsx'
import { clearUndos } from '#ui/undo/undo.ts'
import { App } from '#web/app.tsx'
import { appRoutes } from '#web/app-routes.tsx'
import { openConnection } from '#web/connection.ts'

export type Account = { id: string; email: string; password: string; session: Session }

type Options = {
  /** Signs in as this demo account or account of the test; without it the session is empty. */
  as?: Role | Account
  /** The URL, with parameters. */
  path?: string
}

/**
 * Renders a part of a screen inside the app's providers: connection to the real server, session, query cache, router and toasts.
 * `route` is the path pattern for parts that read parameters of the URL. Wait for data with `await expect.element(…)`.
 */
export const renderApp = (ui: ReactNode, { route = '*', ...options }: Options & { route?: string } = {}) =>
  renderRoutes([{ path: route, element: <ScreenTitleProvider business="">{ui}</ScreenTitleProvider> }], options)

/** Opens a path of the signed-in app with its real routes: guards, shell and screen. */
export const openScreen = (path: string, as?: Role | Account) => renderRoutes(appRoutes, { path, ...(as && { as }) })

async function renderRoutes(routes: RouteObject[], { as, path = '/' }: Options) {
  const { anonKey } = inject('product')
  if (as) storeSession(typeof as === 'string' ? accountOf(as).session : as.session)
  history.replaceState(null, '', path)
  nameKey(anonKey)
  const connection = openConnection(anonKey)
  const router = createBrowserRouter(routes)
  markFirstScreenReady()
  onTestFinished(() => {
    connection.session.close()
    connection.network.close()
    router.dispose()
    clearUndos()
  })
  // A part of a screen has no guard around it that waits for the session.
  await isRead(connection.session)
  const screen = await render(<App connection={connection} router={router} />)
  return Object.assign(screen, { connection, router })
}

const isRead = (session: SessionStore) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (session.read().loading) return
      stop()
      resolve()
    }
    const stop = session.subscribe(look)
    look()
  })

/** The demo account of a role: e-mail, password, and a session that was opened at the start of the run. */
export const accountOf = (role: Role) => inject('product').accounts[role]

/** A client with the rights of a role, beside the page's own, for the rows of a test. */
export function backendAs(role: Role): Backend {
  return createClient<Database>(location.origin, inject('product').anonKey, {
    accessToken: () => Promise.resolve(accountOf(role).session.access_token),
    db: { retry: false },
  })
}

/** Creates a signed-in account, for a test that changes sessions, factors or a password. Without a role it has no rights. */
export async function makeAccount(role?: Role): Promise<Account> {
  const { anonKey } = inject('product')
  const login = { email: `${crypto.randomUUID()}@example.com`, password: crypto.randomUUID() }
  const auth = { persistSession: false, autoRefreshToken: false }
  const { data, error } = await backendAsService().auth.admin.createUser({
    ...login,
    email_confirm: true,
  })
  if (error) throw error
  const { id } = data.user
  if (role) await backendAs('owner').from('user_roles').insert({ user_id: id, role }).throwOnError()
  const signedIn = await createClient(location.origin, anonKey, { auth }).auth.signInWithPassword(login)
  if (signedIn.error) throw signedIn.error
  return { id, ...login, session: signedIn.data.session }
}

/** A client with the service key: it bypasses row-level security, like a job or a handler. */
export function backendAsService(): Backend {
  return createClient<Database>(location.origin, inject('product').serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    db: { retry: false },
  })
}

/** Adds the public API key to the page, as the server does. */
function nameKey(content: string) {
  if (document.querySelector('meta[name="backend-key"]')) return
  document.head.append(Object.assign(document.createElement('meta'), { name: 'backend-key', content }))
}

/** Stores the session under the key of the auth client. */
const storeSession = (session: Session) =>
  localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, JSON.stringify(session))
