// Access tokens of a host's calendar, and the mapping of Google errors to connection error codes. No transaction is open during requests to
// Google.
import type { GoogleCalendar } from '#integrations/google-calendar.ts'
import { GoogleRateLimited, GoogleRefused } from '#integrations/google/request.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { type CalendarChoice, type CalendarErrorCode, type CalendarUnavailable } from './calendar.ts'
import { clearError, readConnectionTokens, recordError, replaceTokens } from './connections.server.ts'
import { errorCodeOf } from './google-errors.server.ts'

export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>
export type AccessParts = { google: GoogleCalendar; seal: Seal; transaction: Transaction }

export type Access = { token: string; account: string } & CalendarChoice
export type AccessResult<T> = { state: 'done'; value: T } | CalendarUnavailable
type Options = {
  /** Refreshes even an unexpired token, to prove that the grant is still valid. */ isCheck?: boolean
}

/** Access tokens that expire within this time are refreshed before use. */
const marginMs = 60_000

export type CalendarAccess = ReturnType<typeof createAccess>

export function createAccess({ google, seal, transaction }: AccessParts) {
  /** One refresh at a time per host in this process. Several nodes may refresh concurrently: the first to store wins. */
  const refreshing = new Map<string, Promise<string>>()

  const read = (hostId: string) => transaction((db) => readConnectionTokens(db, { ownerId: hostId, seal }))

  function refresh(hostId: string, used: string | undefined): Promise<string> {
    const running = refreshing.get(hostId)
    if (running) return running
    const started = refreshNow(hostId, used).finally(() => refreshing.delete(hostId))
    refreshing.set(hostId, started)
    return started
  }

  /** `used`: the rejected token. Does nothing if it was already replaced. */
  async function refreshNow(hostId: string, used: string | undefined): Promise<string> {
    const held = await read(hostId)
    if (!held?.tokens) throw new ConnectionChanged()
    const { sealed, tokens } = held
    if (used !== undefined && tokens.accessToken !== used) return tokens.accessToken
    const fresh = await google.refresh(tokens.refreshToken).catch(async (error: unknown) => {
      const code = errorCodeOf(error)
      // If the connection was renewed during the request, the refusal concerns the previous grant.
      const isRecorded = !code || (await transaction((db) => recordError(db, hostId, code, sealed)))
      throw isRecorded ? error : new ConnectionChanged()
    })
    const next = seal.close(hostId, { ...tokens, ...fresh })
    const isStored = await transaction((db) => replaceTokens(db, hostId, { refreshed: sealed, next }))
    if (!isStored && (await read(hostId))?.tokens?.refreshToken !== tokens.refreshToken) throw new ConnectionChanged()
    return fresh.accessToken
  }

  async function attempt<T>(hostId: string, work: (access: Access) => Promise<T>, { isCheck = false }: Options) {
    const held = await read(hostId)
    if (!held) return { state: 'not_connected' } as const
    const { tokens, choice, status, lastError } = held
    const failed = (fault: CalendarErrorCode, retryAfterMs?: number) =>
      ({
        state: 'fault',
        fault,
        onBroken: choice.on_broken,
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      }) as const
    if (!tokens) {
      await transaction((db) => recordError(db, hostId, 'keys_changed', held.sealed))
      return failed('keys_changed')
    }
    if (status === 'needs_reconnect' && !isCheck) return failed(lastError ?? 'access_revoked')
    const perform = (token: string) => work({ token, account: tokens.account, ...choice })
    try {
      const isEnding = isCheck || Date.parse(tokens.accessUntil) - marginMs < Date.now()
      const token = isEnding ? await refresh(hostId, isCheck ? undefined : tokens.accessToken) : tokens.accessToken
      const value = await perform(token).catch(async (error: unknown) => {
        if (!(error instanceof GoogleRefused) || error.status !== 401) throw error
        return perform(await refresh(hostId, token))
      })
      if (lastError !== null || status !== 'connected') await transaction((db) => clearError(db, hostId, { isCheck }))
      return { state: 'done', value } as const
    } catch (error) {
      const code = errorCodeOf(error)
      if (!code) throw error
      // A refused refresh is recorded in `refresh`.
      if (code !== 'access_revoked') await transaction((db) => recordError(db, hostId, code))
      return failed(code, error instanceof GoogleRateLimited ? error.retryAfterMs : undefined)
    }
  }

  /** Runs requests to Google as the host. Google errors are recorded on the connection and returned. */
  return async function withAccess<T>(
    hostId: string,
    work: (access: Access) => Promise<T>,
    options: Options = {},
  ): Promise<AccessResult<T>> {
    try {
      return await attempt(hostId, work, options)
    } catch (error) {
      if (!(error instanceof ConnectionChanged)) throw error
      return attempt(hostId, work, options)
    }
  }
}

/** Thrown if the user reconnected or disconnected during the request. */
class ConnectionChanged extends Error {}
