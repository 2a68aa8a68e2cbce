// The list of all functions of functions/v1.
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import { bookingFunctions } from './functions/booking.ts'
import { formFunctions } from './functions/forms-and-quiz.ts'
import { messageFunctions } from './functions/messages.ts'
import { portalFunctions } from './functions/portal.ts'
import { recordFunctions } from './functions/records.ts'
import { salesFunctions } from './functions/sales.ts'
import { siteFunctions } from './functions/site.ts'
import { webinarFunctions } from './functions/webinars-and-launches.ts'
import { type FunctionDependencies, functionParts } from './functions/parts.ts'

export function createFunctionList(dependencies: FunctionDependencies): readonly DefinedFunction[] {
  const parts = functionParts(dependencies)
  return [
    bookingFunctions,
    formFunctions,
    salesFunctions,
    webinarFunctions,
    portalFunctions,
    messageFunctions,
    recordFunctions,
    siteFunctions,
  ].flatMap((functionsOf) => functionsOf(parts))
}
