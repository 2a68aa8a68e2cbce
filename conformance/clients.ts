import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'

const { url, urls, anonKey, serviceRoleKey, logins, jwtSecret } = inject('server')

export const address = url
/** The same product, answered by another process on the same database. */
export const otherAddress = urls[1]
export const publicKey = anonKey
/** With it a test can make the tokens that no server would give. */
export { jwtSecret }

/** A browser of its own that nobody has signed in from. */
export const visitor = (at = url): SupabaseClient => client(anonKey, at)

/** The client with the service key: what only the server may hold. */
export const service = (at = url): SupabaseClient => client(serviceRoleKey, at)

/** A browser in which the demo login of this role has signed in. */
export async function signedIn(role: string, at = url): Promise<SupabaseClient> {
  const browser = visitor(at)
  const { error } = await browser.auth.signInWithPassword(loginOf(role))
  if (error) throw error
  return browser
}

export function loginOf(role: string) {
  const login = logins.find((candidate) => candidate.role === role)
  if (!login) throw new Error(`No demo login for ${role}`)
  return { email: login.email, password: login.password }
}

function client(key: string, at: string) {
  return createClient(at, key, { auth: { persistSession: false, autoRefreshToken: false } })
}
