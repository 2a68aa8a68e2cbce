import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { AppEventBus } from './app-events.ts'
import type { Backend } from './backend.ts'
import type { Errors } from './errors.ts'
import type { NetworkStatus } from './network-status.ts'
import type { ExpiredSession, SessionState, SessionStore } from './session.ts'

type Connection = {
  backend: Backend
  session: SessionStore
  errors: Errors
  events: Pick<AppEventBus, 'emit'>
  network: NetworkStatus
}

const ConnectionContext = createContext<Connection | null>(null)

/** Provides the backend, the session, the error handling and the event bus to all screens. */
export const ConnectionProvider = ({ children, ...connection }: Connection & { children: ReactNode }) => (
  <ConnectionContext value={connection}>{children}</ConnectionContext>
)

function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useConnection was called outside of ConnectionProvider.')
  return connection
}

/** The backend, to be passed to the functions of a `*.data.ts`. */
export const useBackend = (): Backend => useConnection().backend

/** Records errors: each gets a reference that is in the server's log. */
export const useErrors = (): Errors => useConnection().errors

/** Whether the server can be reached. */
export const useNetwork = (): NetworkStatus => useConnection().network

/** The event bus, for events that the user's own actions did not cause. */
export const useEvents = (): Connection['events'] => useConnection().events

const HeldContext = createContext<ExpiredSession | null>(null)

/** Below this provider the user of an expired session is still known, so that the screen keeps its state. */
export const ExpiredSessionProvider = ({ held, children }: { held: ExpiredSession | null; children: ReactNode }) => (
  <HeldContext value={held}>{children}</HeldContext>
)

/** The auth context of spec §3: the user, whether the session is loaded, and the five actions. */
export function useSession(): SessionState & Omit<SessionStore, 'read' | 'subscribe' | 'close'> {
  const { session } = useConnection()
  const state = useSyncExternalStore(session.subscribe, session.read)
  return { ...session, ...state, ...useContext(HeldContext) }
}

/** The signed-in user's id. Only valid below the auth guard. */
export function useUserId(): string {
  const { user } = useSession()
  if (!user) throw new Error('useUserId was called above the auth guard.')
  return user.id
}
