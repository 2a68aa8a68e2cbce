// The consent screen of the fake: a valid request is redirected back with a code, or with the refusal of the user.
import type { GoogleAccount } from './accounts.fake.ts'
import type { createGrants } from './grants.fake.ts'
import { accountsPage, errorPage } from './pages.fake.ts'

export type Answer = { status: number; headers?: Record<string, string>; body?: string | object }
type Values = URLSearchParams

type Options = {
  clientId: string
  origins: readonly string[]
  accounts: GoogleAccount[]
  accountOf: (email: string) => GoogleAccount
  grants: ReturnType<typeof createGrants>
}

export function createConsent({ clientId, origins, accounts, accountOf, grants }: Options) {
  /** The error of an invalid authorization request, with Google's text. It is shown instead of a redirect. */
  function errorIn(params: Values): string | undefined {
    const back = params.get('redirect_uri') ?? ''
    if (params.get('client_id') !== clientId) return 'invalid_client'
    if (!URL.canParse(back) || !origins.includes(new URL(back).origin)) return 'redirect_uri_mismatch'
    if (params.get('response_type') !== 'code') return 'unsupported_response_type'
    if (!params.get('scope')) return 'invalid_scope'
    return undefined
  }

  /** Handles the user's choice of an account, or the cancellation. */
  function decide(params: Values, email: string | undefined): Answer {
    const back = new URL(params.get('redirect_uri')!)
    const state = params.get('state')
    if (state !== null) back.searchParams.set('state', state)
    if (email) {
      back.searchParams.set('code', grants.issueCode(params, accountOf(email).email))
      back.searchParams.set('scope', params.get('scope')!)
      back.searchParams.set('authuser', '0')
    } else back.searchParams.set('error', 'access_denied')
    return { status: 302, headers: { location: back.href } }
  }

  function authorize(method: string, params: Values): Answer {
    const mistake = errorIn(params)
    if (mistake) return { status: 400, body: errorPage(mistake) }
    const selected = method === 'POST' ? params.get('other') || params.get('account') || undefined : undefined
    if (method === 'POST') return decide(params, selected)
    return { status: 200, body: accountsPage(accounts, params) }
  }

  return { errorIn, decide, authorize }
}
