import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'

const { url, urls, anonKey, serviceRoleKey, logins, jwtSecret } = inject('server')

export const address = url
/** The second node on the same database. */
export const otherAddress = urls[1]
export const publicKey = anonKey
/** The JWT secret, with which tests sign tokens that a server would not issue. */
export { jwtSecret }

/** A client without a session. */
export const visitor = (at = url): SupabaseClient => client(anonKey, at)

/** A client with the service key, which bypasses row-level security. */
export const service = (at = url): SupabaseClient => client(serviceRoleKey, at)

/** A client signed in with the demo login of this role. */
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
