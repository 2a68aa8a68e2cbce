/** What a link from a mail (or from Google) brought along in the address, read before the auth client clears it. */
export type AuthLanding = { recovering: boolean; errorCode?: string }

export function readLanding(address: string): AuthLanding {
  const url = new URL(address)
  const brought = new URLSearchParams(url.hash.slice(1))
  const errorCode = brought.get('error_code') ?? brought.get('error') ?? undefined
  return { recovering: brought.get('type') === 'recovery' && !errorCode, ...(errorCode && { errorCode }) }
}
