// The client check: the one query behind the guard, the sign-in and the portal.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { factorsToShow } from '#client/sign-in/second-factor.ts'
import { useBackend, useSession } from '#client/session-context.tsx'
import { readIsClient } from '#platform/accounts/accounts.data.ts'
import { type ClientContact, readClientContact } from '#features/contacts/client-contact.data.ts'
import { readActiveProcesses, type ShownProcess } from '#features/processes/processes.data.ts'

/** `contact` is null for a client account without a linked contact. */
export type Client = { isClient: true; contact: ClientContact | null; processes: ShownProcess[] }
export type ClientCheck = Client | { isClient: false }

/** Spec §4, in its order: the role; only for clients the contact; only for that contact its active processes. */
export async function checkClient(backend: Backend, userId: string): Promise<ClientCheck> {
  if (!(await readIsClient(backend, userId))) return { isClient: false }
  const contact = await readClientContact(backend, userId)
  return { isClient: true, contact, processes: contact ? await readActiveProcesses(backend, contact.id) : [] }
}

export const clientKey = ['client'] as const

/** Disabled while signed out, and until the second factor is verified. */
export function useClientCheck() {
  const backend = useBackend()
  const { user, session } = useSession()
  return useQuery({
    queryKey: [...clientKey, user?.id],
    queryFn: () => checkClient(backend, user!.id),
    enabled: user !== null && factorsToShow(session).length === 0,
  })
}
