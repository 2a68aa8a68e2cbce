// Recovery codes, which replace an authenticator app. They use endpoints of our own server that the auth client does not support.
import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js'
import type { Backend } from '../backend.ts'
import { backendKey } from '../backend-key.ts'

export type RecoveryCodesState = { left: number; created_at: string | null }

/** The number of unused codes of the signed-in user, and when they were created. */
export const readRecoveryCodes = (backend: Backend) => ask<RecoveryCodesState>(backend, 'GET')

/** Generates ten codes, returned only this once; earlier codes become invalid. */
export const makeRecoveryCodes = async (backend: Backend) =>
  (await ask<{ codes: string[] }>(backend, 'POST', '', {})).codes

/** Verifies a recovery code in place of the app's code: the session is then aal2. */
export async function redeemRecoveryCode(backend: Backend, code: string): Promise<void> {
  const session = await ask<{ access_token: string; refresh_token: string }>(backend, 'POST', '/verify', { code })
  const { error } = await backend.auth.setSession(session)
  if (error) throw error
}

/** Throws an AuthError, as the auth client does. */
async function ask<Answer>(backend: Backend, method: string, path = '', body?: object): Promise<Answer> {
  const { data, error } = await backend.auth.getSession()
  if (error) throw error
  const key = backendKey(document)
  const response = await fetch(`${location.origin}/auth/v1/factors/recovery-codes${path}`, {
    method,
    headers: {
      apikey: key,
      authorization: `Bearer ${data.session?.access_token ?? key}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new AuthRetryableFetchError('No answer', 0)
  })
  const responseBody: unknown = await response.json().catch(() => undefined)
  if (response.ok) return responseBody as Answer
  const { code, message } = Object(responseBody) as { code?: string; message?: string }
  throw new AuthApiError(message ?? 'No sense in the answer', response.status, code)
}
