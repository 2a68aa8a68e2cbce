// While somebody's session has ended by itself and they are not back yet, what their screens ask has to wait: asked as a visitor it would be
// answered with nothing, and the screen with what they were writing would be gone.

export type Gate = ReturnType<typeof openGate>

type Known = {
  /** The public key: who asks with it alone asks as a visitor. */
  key: string
  /** Of the signed-in person, as far as this tab knows. */
  token: () => string | undefined
}

/** A gate in front of the backend. Signing in goes past it. */
export function openGate({ key, token: known }: Known, send: typeof fetch = (...request) => fetch(...request)) {
  let waiting: PromiseWithResolvers<string | null> | undefined

  return {
    close() {
      waiting ??= Promise.withResolvers()
    },
    /** Lets everything pass, with the token of the person who is back; null: they are gone, and nobody waits for the answers. */
    open(token: string | null) {
      waiting?.resolve(token)
      waiting = undefined
    },
    /** Done when the gate is open. */
    passed: async () => void (await waiting?.promise),
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      if (pathOf(input).startsWith('/auth/v1/')) return send(input, init)
      const headers = new Headers(init?.headers)
      // A tab hears of a sign-in in another one before the browser's storage shows it, and the auth client asks the storage.
      const token = waiting ? await waiting.promise : headers.get('authorization') === `Bearer ${key}` && known()
      if (token === null) throw new TypeError('Whoever asked this has left')
      if (!token) return send(input, init)
      headers.set('authorization', `Bearer ${token}`)
      return send(input, { ...init, headers })
    },
  }
}

const pathOf = (input: RequestInfo | URL) => new URL(input instanceof Request ? input.url : input).pathname
