import { createLogBuffer } from '#lib/errors/log-buffer.ts'

/**
 * Reports every failed session refresh to the console (spec §8): the auth client discards a refused session silently. `send` is the
 * fetch of all requests.
 */
export function reportSessionErrors(send: typeof fetch, warn: (message: string) => void): typeof fetch {
  // The auth client retries an unreachable server within seconds.
  const log = createLogBuffer()
  const report = (message: string) => log.add('warn', message) && warn(message)

  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const isRefresh = pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'refresh_token'
    if (!isRefresh) return send(input, init)
    try {
      const response = await send(input, init)
      if (!response.ok) report(`The session was not refreshed: ${response.status} ${await codeOf(response.clone())}`)
      return response
    } catch (error) {
      report('The session was not refreshed: no connection to the server')
      throw error
    }
  }
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  const { error_code: legacy, code } = Object(body) as Record<string, unknown>
  return [legacy, code].find((one) => typeof one === 'string') ?? 'without a code'
}
