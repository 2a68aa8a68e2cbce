// Maps a failed call to a sentence. Contracts have a sentence for each code; a few codes are shared.

const sharedTexts: Record<string, string> = {
  network: 'אין חיבור לשרת. נסו שוב',
  '42501': 'אין לכם הרשאה לפעולה הזאת',
  not_allowed: 'אין לכם הרשאה לפעולה הזאת',
  stale_version: 'מישהו אחר שמר קודם. מוצג עכשיו מה שנשמר, ואפשר לשמור שוב',
  row_gone: 'זה כבר נמחק. אפשר להעתיק מכאן את מה שכתבתם',
  // A single row was requested, and none matched.
  PGRST116: 'זה כבר לא כאן, או שאין לכם הרשאה לזה',
  PGRST303: 'ההתחברות פגה. היכנסו שוב, ומה שכתבתם נשאר כאן',
}
const unknown = 'משהו השתבש. אפשר לנסות שוב או לרענן את העמוד'

/** The stable code of a backend error: a name raised in the database, a constraint's name, or `network` without a response. */
export function refusalCode(error: unknown): string {
  const { code, message } = codeAndMessage(error)
  if (code === '' || (code === undefined && error instanceof TypeError)) return 'network'
  if (code?.startsWith('PT')) return message
  return /constraint "([a-z][a-z0-9_]*)"/.exec(message)?.[1] ?? code ?? 'unknown'
}

/** The Hebrew sentence for an error: the contract's own, or a generic one. Never the server's English message. */
export function refusalText(error: unknown, refusals: Readonly<Record<string, string>> = {}): string {
  const code = refusalCode(error)
  return refusals[code] ?? sharedTexts[code] ?? unknown
}

/** The details of a refusal, such as the names of the rows that prevent the action; empty without details. */
export function refusalDetail(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('details' in error)) return ''
  return typeof error.details === 'string' ? error.details : ''
}

function codeAndMessage(error: unknown): { code?: string; message: string } {
  if (typeof error !== 'object' || error === null) return { message: '' }
  const { code, message } = error as { code?: unknown; message?: unknown }
  return { ...(typeof code === 'string' && { code }), message: typeof message === 'string' ? message : '' }
}
