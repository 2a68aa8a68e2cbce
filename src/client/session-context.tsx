import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Backend } from './backend.ts'
import type { Errors } from './errors.ts'
import type { Interrupted, SessionState, SessionStore } from './session.ts'

type Connection = { backend: Backend; session: SessionStore; errors: Errors }

const ConnectionContext = createContext<Connection | null>(null)

/** Hands the one backend, the one session and the one place for errors down to every screen. */
export const ConnectionProvider = ({ children, ...connection }: Connection & { children: ReactNode }) => (
  <ConnectionContext value={connection}>{children}</ConnectionContext>
)

function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('Outside of ConnectionProvider there is no backend.')
  return connection
}

/** The backend, to be handed to the functions of a `*.data.ts`. */
export const useBackend = (): Backend => useConnection().backend

/** Where errors are taken in: each gets a reference that the server's log knows. */
export const useErrors = (): Errors => useConnection().errors

const HeldContext = createContext<Interrupted | null>(null)

/** Below it the person whose session has ended is still there, so that their screen stands as it stood. */
export const HeldSession = ({ held, children }: { held: Interrupted | null; children: ReactNode }) => (
  <HeldContext value={held}>{children}</HeldContext>
)

/** The auth context of spec §3: who is signed in, whether that is known yet, and the five actions. */
export function useSession(): SessionState & Omit<SessionStore, 'read' | 'subscribe' | 'close'> {
  const { session } = useConnection()
  const state = useSyncExternalStore(session.subscribe, session.read)
  return { ...session, ...state, ...useContext(HeldContext) }
}

/** The signed-in person's id. Only below the auth guard, where there is one. */
export function useUserId(): string {
  const { user } = useSession()
  if (!user) throw new Error('useUserId stands above the auth guard.')
  return user.id
}
