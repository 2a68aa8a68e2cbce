// While somebody's session has ended by itself and they are not back yet, what their screens ask has to wait: asked as a visitor it would be
// answered with nothing, and the screen with what they were writing would be gone.

export type Gate = ReturnType<typeof openGate>

/** A gate in front of the backend. Signing in goes past it. */
export function openGate(send: typeof fetch = (...request) => fetch(...request)) {
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
      if (!waiting || pathOf(input).startsWith('/auth/v1/')) return send(input, init)
      const token = await waiting.promise
      if (token === null) throw new TypeError('Whoever asked this has left')
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return send(input, { ...init, headers })
    },
  }
}

const pathOf = (input: RequestInfo | URL) => new URL(input instanceof Request ? input.url : input).pathname
