/** The server's sign-in methods: providers beside the password, and whether sign-up is enabled. */
export type AuthSettings = { external: Record<string, boolean>; disable_signup: boolean }

/** Reads the settings. Rejects when the server is unreachable or its response is invalid. */
export async function readAuthSettings(address: string, key: string): Promise<AuthSettings> {
  const answer = await fetch(`${address}/auth/v1/settings`, { headers: { apikey: key } })
  if (!answer.ok) throw new Error(`auth/v1/settings answered ${answer.status}`)
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null) throw new Error('auth/v1/settings answered no object')
  const { external = {}, disable_signup: closed = false } = body as Partial<AuthSettings>
  return { external, disable_signup: closed }
}
