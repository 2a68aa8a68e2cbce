// Account security of the signed-in user: TOTP factors, recovery codes and sessions.
import type { AuthError, Factor } from '@supabase/supabase-js'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { makeRecoveryCodes, readRecoveryCodes } from '#client/sign-in/recovery-codes.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { OwnSession } from './accounts.ts'

const factorsKey = (userId: string) => ['factors', userId]
const sessionsKey = (userId: string) => ['my_sessions', userId]
const codesKey = (userId: string) => ['recovery_codes', userId]

/** An unverified factor: QR code and the same secret as text. */
export type Enrolment = { id: string; picture: string; secret: string }

const orThrow = <T>({ data, error }: { data: T | null; error: AuthError | null }): T => {
  if (error) throw error
  return data!
}

export async function readApps(backend: Backend): Promise<Factor[]> {
  const { totp } = orThrow(await backend.auth.mfa.listFactors())
  return totp
}

/** Enrolls a TOTP factor and removes earlier unverified ones. */
export async function beginEnrolment(backend: Backend, issuer: string): Promise<Enrolment> {
  const { all } = orThrow(await backend.auth.mfa.listFactors())
  for (const { id, status, factor_type: type } of all)
    if (type === 'totp' && status === 'unverified') orThrow(await backend.auth.mfa.unenroll({ factorId: id }))
  const friendlyName = unusedName(
    all.filter(({ status }) => status === 'verified').map((factor) => factor.friendly_name),
  )
  const { id, totp } = orThrow(await backend.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer }))
  return { id, picture: totp.qr_code, secret: totp.secret }
}

function unusedName(taken: readonly (string | undefined)[]) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'אפליקציית אימות' : `אפליקציית אימות ${number}`
    if (!taken.includes(name)) return name
  }
}

/** The verified factors of the user. */
export function useApps() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: factorsKey(userId), queryFn: () => readApps(backend), staleTime: 0 })
}

export function useInvalidateFactors() {
  const queries = useQueryClient()
  const userId = useUserId()
  // Verifying the first factor ends other sessions; removing the last factor deletes the recovery codes.
  return () =>
    Promise.all([factorsKey, sessionsKey, codesKey].map((key) => queries.invalidateQueries({ queryKey: key(userId) })))
}

export function useRemoveApp() {
  const backend = useBackend()
  const readAgain = useInvalidateFactors()
  return useMutation({
    mutationFn: async (factorId: string) => {
      orThrow(await backend.auth.mfa.unenroll({ factorId }))
      // The access token lists the factor until the session is refreshed.
      orThrow(await backend.auth.refreshSession())
    },
    onSettled: readAgain,
  })
}

/** Number of unused recovery codes. The codes themselves cannot be read. */
export function useRecoveryCodes() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: codesKey(userId), queryFn: () => readRecoveryCodes(backend), staleTime: 0 })
}

/** Generates ten new recovery codes, returned only by this call and stored hashed. */
export function useMakeRecoveryCodes() {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => makeRecoveryCodes(backend),
    // Not cached: recovery codes are shown once.
    gcTime: 0,
    onSettled: () => queries.invalidateQueries({ queryKey: codesKey(userId) }),
  })
}

export async function readOwnSessions(backend: Backend): Promise<OwnSession[]> {
  const { data } = await backend.rpc('my_sessions').throwOnError()
  return data
}

export function useOwnSessions() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: sessionsKey(userId), queryFn: () => readOwnSessions(backend), staleTime: 0 })
}

export function useSignOutOthers() {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn() {
      const { error } = await backend.auth.signOut({ scope: 'others' })
      if (error) throw error
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey(userId) }),
  })
}
