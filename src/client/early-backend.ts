// The browser's one door to the server. Of the whole client, four fifths of which signing in, files and live changes need, the first
// screen only needs to read and to know who is signed in: the rest comes once that screen stands, or when something asks for it.
import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { firstScreen } from '#lib/first-screen.ts'
import { arriving } from './arriving.ts'
import type { Backend } from './backend.ts'
import { keptSession } from './sign-in/kept-session.ts'
import type { Gate } from './sign-in/gate.ts'

type Live = Pick<SupabaseClient, 'channel' | 'removeChannel' | 'realtime'>
const liveSides = new WeakMap<object, () => Promise<Live>>()

/** The side of a backend that hears of changes. It waits for the first screen; `realtime.ts` reads again what may have changed meanwhile. */
export const liveSideOf = (backend: Backend): Promise<Live> =>
  // What is not known here was opened whole.
  liveSides.get(backend)?.() ?? Promise.resolve(backend as unknown as Live)

/** `key` is public: what a person may see is decided by the database. `page`: the address, which may bring a session along. */
export function openEarlyBackend(page: URL, key: string, gate: Gate): Backend {
  const kept = keptSession(page)
  let client: SupabaseClient | undefined
  let asked: Promise<SupabaseClient> | undefined

  const whole = () =>
    (asked ??= import('./backend.ts').then(
      ({ openBackend }) => (client = openBackend(page.origin, key, gate)),
      (error: unknown) => {
        asked = undefined
        throw error
      },
    ))

  async function token() {
    if (!client && kept) return kept.access_token
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
    auth: arriving(async () => (await whole()).auth, {
      now: { onAuthStateChange },
      lost: noAnswer('AuthRetryableFetchError'),
    }),
    functions: arriving(async () => (await whole()).functions, { lost: noAnswer('FunctionsFetchError') }),
    storage: {
      from: (bucket: string) =>
        arriving(async () => (await whole()).storage.from(bucket), {
          now: {
            getPublicUrl: (path: string) => ({
              data: { publicUrl: encodeURI(`${page.origin}/storage/v1/object/public/${bucket}/${path}`) },
            }),
          },
          lost: noAnswer('StorageUnknownError'),
        }),
    },
  } as unknown as Backend
  liveSides.set(backend, () => firstScreen.then(whole))
  return backend

  /** Whoever the browser remembers is told of at once; what becomes of their session, by the whole client. */
  function onAuthStateChange(listener: Parameters<SupabaseClient['auth']['onAuthStateChange']>[0]) {
    let stop: (() => void) | undefined = () => {}
    if (kept) queueMicrotask(() => void listener('INITIAL_SESSION', kept))
    async function follow() {
      if (kept) await firstScreen
      const { auth } = await whole()
      if (!stop) return
      const { subscription } = auth.onAuthStateChange((event, session) => {
        const isKnown = event === 'INITIAL_SESSION' && session?.access_token === kept?.access_token
        if (!kept || !isKnown) void listener(event, session)
      }).data
      stop = () => subscription.unsubscribe()
    }
    const keepTrying = () => void follow().catch(() => stop && setTimeout(keepTrying, 3_000))
    keepTrying()
    const unsubscribe = () => {
      stop?.()
      stop = undefined
    }
    return { data: { subscription: { unsubscribe } } }
  }
}

/** What the whole client answers when nobody answers it, for when it could not even be fetched itself. */
const noAnswer = (name: string) => (cause: unknown) => ({
  data: { user: null, session: null },
  error: Object.assign(new Error('No answer', { cause }), { name, status: 0 }),
})
