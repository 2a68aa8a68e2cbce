// Holds requests while an expired session waits for a new sign-in. Sent as a visitor, they would return empty results and
// the screen with its unsaved input would be lost.

export type RequestGate = ReturnType<typeof openRequestGate>

type KnownSession = {
  /** The public key: a request with it as bearer token is a visitor's. */
  key: string
  /** The access token of the signed-in user, as known to this tab. */
  token: () => string | undefined
}

/** A gate in front of the backend. Auth requests bypass it. */
export function openRequestGate(
  { key, token: known }: KnownSession,
  send: typeof fetch = (...request) => fetch(...request),
) {
  let waiting: PromiseWithResolvers<string | null> | undefined

  return {
    close() {
      waiting ??= Promise.withResolvers()
    },
    /** Releases all requests with the token of the new session; null: the user signed out, and the requests are aborted. */
    open(token: string | null) {
      waiting?.resolve(token)
      waiting = undefined
    },
    /** Resolves when the gate opens. */
    passed: async () => void (await waiting?.promise),
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      if (pathOf(input).startsWith('/auth/v1/')) return send(input, init)
      const headers = new Headers(init?.headers)
      // A tab is notified of a sign-in in another tab before localStorage is updated, from where the auth client reads the token.
      const token = waiting ? await waiting.promise : headers.get('authorization') === `Bearer ${key}` && known()
      if (token === null) throw new TypeError('The user of this request has signed out')
      if (!token) return send(input, init)
      headers.set('authorization', `Bearer ${token}`)
      return send(input, { ...init, headers })
    },
  }
}

const pathOf = (input: RequestInfo | URL) => new URL(input instanceof Request ? input.url : input).pathname
