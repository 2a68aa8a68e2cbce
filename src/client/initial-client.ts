// The initial client: reads, and the stored session. The full client, with auth actions, files
// and live changes, is five times as large, and is loaded after the first screen or on first use.
import { PostgrestClient } from '@supabase/postgrest-js'
import { firstScreenReady } from '#lib/first-screen-ready.ts'
import { lazyProxy } from './lazy-proxy.ts'
import type { Backend, Client } from './backend.ts'
import { hasStoredSession, storedSession } from './sign-in/stored-session.ts'
import type { RequestGate } from './request-gate.ts'

type Live = Pick<Client, 'channel' | 'removeChannel' | 'realtime'>
const liveSides = new WeakMap<object, () => Promise<Live>>()

/** The realtime client of a backend. Loaded after the first screen; `realtime.ts` refetches tables that changed before that. */
export const realtimeClientOf = (backend: Backend): Promise<Live> =>
  // A backend that is not in the map was created by openBackend.
  liveSides.get(backend)?.() ?? Promise.resolve(backend as unknown as Live)

/**
 * `key` is public: row-level security decides what it can read. `page` is the URL, which may carry a session. With
 * `isOffline` the page was opened without a network, and cached data of an expired session is shown, too.
 */
export function openInitialClient(page: URL, key: string, gate: RequestGate, { isOffline = false } = {}): Backend {
  const stored = storedSession(page, undefined, { isOffline })
  let client: Client | undefined
  let pending: Promise<Client> | undefined

  const whole = () =>
    (pending ??= import('./backend.ts').then(
      ({ openBackend }) => (client = openBackend(page.origin, key, gate)),
      (error: unknown) => {
        pending = undefined
        throw error
      },
    ))

  async function token() {
    if (!client && stored) return stored.access_token
    return (await (await whole()).auth.getSession()).data.session?.access_token ?? key
  }

  const rest = new PostgrestClient(`${page.origin}/rest/v1`, {
    headers: { apikey: key },
    // spec §9: no retries.
    retry: false,
    async fetch(input, init) {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${await token()}`)
      return gate.fetch(input, { ...init, headers })
    },
  })

  const backend = {
    from: rest.from.bind(rest),
    rpc: rest.rpc.bind(rest),
    auth: lazyProxy(async () => (await whole()).auth, {
      now: { onAuthStateChange },
      lost: noAnswer('AuthRetryableFetchError'),
    }),
    functions: lazyProxy(async () => (await whole()).functions, { lost: noAnswer('FunctionsFetchError') }),
    storage: {
      from: (bucket: string) =>
        lazyProxy(async () => (await whole()).storage.from(bucket), {
          now: {
            getPublicUrl: (path: string) => ({
              data: { publicUrl: encodeURI(`${page.origin}/storage/v1/object/public/${bucket}/${path}`) },
            }),
          },
          lost: noAnswer('StorageUnknownError'),
        }),
    },
  } as unknown as Backend
  liveSides.set(backend, () => firstScreenReady.then(whole))
  return backend

  /** Announces the stored session immediately; later auth events come from the full client. */
  function onAuthStateChange(listener: Parameters<Client['auth']['onAuthStateChange']>[0]) {
    let stop: (() => void) | undefined = () => {}
    if (stored) queueMicrotask(() => void listener('INITIAL_SESSION', stored))
    async function follow() {
      if (stored) await firstScreenReady
      const { auth } = await whole()
      if (!stop) return
      const { subscription } = auth.onAuthStateChange((event, session) => {
        const isKnown = event === 'INITIAL_SESSION' && session?.access_token === stored?.access_token
        // Offline, an expired session cannot be refreshed; the auth client retries and then announces the result.
        const isWaiting = isOffline && event === 'INITIAL_SESSION' && !session && hasStoredSession(page)
        if (!stored || !(isKnown || isWaiting)) void listener(event, session)
      }).data
      stop = () => subscription.unsubscribe()
    }
    const retryFollow = () => void follow().catch(() => stop && setTimeout(retryFollow, 3_000))
    retryFollow()
    const unsubscribe = () => {
      stop?.()
      stop = undefined
    }
    return { data: { subscription: { unsubscribe } } }
  }
}

/** The result of an auth call when the full client could not be loaded. */
const noAnswer = (name: string) => (cause: unknown) => ({
  data: { user: null, session: null },
  error: Object.assign(new Error('No answer', { cause }), { name, status: 0 }),
})
