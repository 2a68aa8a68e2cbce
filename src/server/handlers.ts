// THE list of functions/v1.
import { askForContact } from '#features/leads/leads.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'

export const functions: readonly DefinedFunction[] = [askForContact]
