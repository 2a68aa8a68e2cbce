// A person's own account: their authenticator apps, and where they are signed in.
import type { AuthError, Factor } from '@supabase/supabase-js'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { makeRecoveryCodes, readRecoveryCodes } from '#client/sign-in/recovery-codes.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { OwnSession } from './accounts.ts'

const factorsKey = (userId: string) => ['factors', userId]
const sessionsKey = (userId: string) => ['my_sessions', userId]
const codesKey = (userId: string) => ['recovery_codes', userId]

/** A new app before its first code: a picture to scan, and the same to type. */
export type Enrolment = { id: string; picture: string; secret: string }

const orThrow = <T>({ data, error }: { data: T | null; error: AuthError | null }): T => {
  if (error) throw error
  return data!
}

export async function readApps(backend: Backend): Promise<Factor[]> {
  const { totp } = orThrow(await backend.auth.mfa.listFactors())
  return totp
}

/** Begins to add an app; what was begun earlier and never finished goes away. */
export async function beginEnrolment(backend: Backend, issuer: string): Promise<Enrolment> {
  const { all } = orThrow(await backend.auth.mfa.listFactors())
  for (const { id, status, factor_type: type } of all)
    if (type === 'totp' && status === 'unverified') orThrow(await backend.auth.mfa.unenroll({ factorId: id }))
  const friendlyName = freeName(all.filter(({ status }) => status === 'verified').map((factor) => factor.friendly_name))
  const { id, totp } = orThrow(await backend.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer }))
  return { id, picture: totp.qr_code, secret: totp.secret }
}

function freeName(taken: readonly (string | undefined)[]) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'אפליקציית אימות' : `אפליקציית אימות ${number}`
    if (!taken.includes(name)) return name
  }
}

/** The person's apps that count. */
export function useApps() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: factorsKey(userId), queryFn: () => readApps(backend), staleTime: 0 })
}

export function useForgetApps() {
  const queries = useQueryClient()
  const userId = useUserId()
  // A first code also ends the other sessions, and with the last app the codes on paper go.
  return () =>
    Promise.all([factorsKey, sessionsKey, codesKey].map((key) => queries.invalidateQueries({ queryKey: key(userId) })))
}

export function useRemoveApp() {
  const backend = useBackend()
  const readAgain = useForgetApps()
  return useMutation({
    mutationFn: async (factorId: string) => {
      orThrow(await backend.auth.mfa.unenroll({ factorId }))
      // The session knows of the app until it is renewed.
      orThrow(await backend.auth.refreshSession())
    },
    onSettled: readAgain,
  })
}

/** The codes on paper: how many are left. Never the codes themselves. */
export function useRecoveryCodes() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: codesKey(userId), queryFn: () => readRecoveryCodes(backend), staleTime: 0 })
}

/** Answers ten new codes, which are nowhere to be read again. */
export function useMakeRecoveryCodes() {
  const backend = useBackend()
  const userId = useUserId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => makeRecoveryCodes(backend),
    // Once shown they are on paper, or lost.
    gcTime: 0,
    onSettled: () => queries.invalidateQueries({ queryKey: codesKey(userId) }),
  })
}

export async function readOwnSessions(backend: Backend): Promise<OwnSession[]> {
  const { data } = await backend.rpc('my_sessions').throwOnError()
  return data as OwnSession[]
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
