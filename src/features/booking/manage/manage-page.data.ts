// Loads the appointment of a manage link.
import type { Backend } from '#client/backend.ts'
import type { LinkedAppointment } from './linked-appointment.ts'

/** Undefined for an unknown link. A POST, so that the token is not logged. */
export async function readLinkedAppointment(backend: Backend, token: string): Promise<LinkedAppointment | undefined> {
  if (!/^[\w-]{20,128}$/.test(token)) return undefined
  const { data, error } = await backend.functions.invoke<LinkedAppointment>('open-appointment', { body: { token } })
  if (!error) return data ?? undefined
  const { context } = error as { context?: unknown }
  if (context instanceof Response && context.status === 404) return undefined
  throw error
}
