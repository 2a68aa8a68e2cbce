import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'

const { url, anonKey, serviceRoleKey, logins, jwtSecret } = inject('server')

export const address = url
export const publicKey = anonKey
/** With it a test can make the tokens that no server would give. */
export { jwtSecret }

/** A browser of its own that nobody has signed in from. */
export const visitor = (): SupabaseClient => client(anonKey)

/** The client with the service key: what only the server may hold. */
export const service = (): SupabaseClient => client(serviceRoleKey)

/** A browser in which the demo login of this role has signed in. */
export async function signedIn(role: string): Promise<SupabaseClient> {
  const browser = visitor()
  const { error } = await browser.auth.signInWithPassword(loginOf(role))
  if (error) throw error
  return browser
}

export function loginOf(role: string) {
  const login = logins.find((candidate) => candidate.role === role)
  if (!login) throw new Error(`No demo login for ${role}`)
  return { email: login.email, password: login.password }
}

function client(key: string) {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}
