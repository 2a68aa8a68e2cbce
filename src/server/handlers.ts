// THE list of functions/v1.
import { recordCookieChoice } from '#features/cookie-consent/cookie-consent.server.ts'
import { askForContact } from '#features/leads/leads.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'

export const functions: readonly DefinedFunction[] = [askForContact, recordCookieChoice]
