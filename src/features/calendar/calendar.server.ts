// google-calendar-sync: connects, checks and disconnects the caller's own calendar.
// No transaction is open during requests to Google.
import { randomBytes } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, type EndpointContext } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { GoogleCalendar } from '#integrations/google-calendar.ts'
import { CalendarCall, type CalendarAnswers, calendarScopes, missingScopes, refusals } from './calendar.ts'
import { type Access, createAccess } from './access.server.ts'
import { checkChoice, missingCalendars, readCalendars } from './calendar-list.server.ts'
import { deleteConnection, readConnectionTokens, saveChoice, saveConnection } from './connections.server.ts'
import { toRefusal, errorCodeOf } from './google-errors.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'

/** Without `google` the installation has no OAuth credentials, and every action is refused. */
export type CalendarParts = { google: GoogleCalendar | undefined; seal: Seal }

type ActionContext = {
  ownerId: string
  google: GoogleCalendar
  seal: Seal
  transaction: EndpointContext['transaction']
}
type Action = keyof CalendarAnswers
type ActionHandlers = {
  [A in Exclude<Action, 'availability'>]: (
    context: ActionContext,
    call: Extract<CalendarCall, { action: A }>,
  ) => Promise<CalendarAnswers[A]>
}

export const googleCalendarSync = ({ google, seal }: CalendarParts) =>
  defineEndpoint({
    name: 'google-calendar-sync',
    caller: async (db) => (await db.one<{ is: boolean }>('select public.is_staff() as is')).is,
    as: 'service', // only the server writes connections
    methods: ['POST'],
    bodyLimit: 10_000,
    timeoutMs: 40_000,
    perClient: { burst: 30, refillMs: 60_000 },
    refusals,
    async fetch(request, { caller, transaction }) {
      const call = await readCall(request)
      if (call.action === 'availability') return Response.json({ available: google !== undefined })
      if (!google) throw refusal('calendar_not_set_up', 409)
      // The caller's id is used, regardless of the user id in the body.
      const context: ActionContext = { ownerId: caller.userId!, google, seal, transaction }
      return Response.json(await perform(context, call).catch((error: unknown) => Promise.reject(toRefusal(error))))
    },
  })

async function readCall(request: Request): Promise<CalendarCall> {
  const { success, data } = CalendarCall.safeParse(await request.json().catch(() => undefined))
  if (!success)
    throw new Refusal('invalid_input', 422, 'The body names no action of this function, or not all it needs.')
  return data
}

const perform = (context: ActionContext, call: Exclude<CalendarCall, { action: 'availability' }>) =>
  (actionHandlers[call.action] as (context: ActionContext, call: CalendarCall) => Promise<object>)(context, call)

const actionHandlers: ActionHandlers = {
  async oauth_start({ ownerId, google, seal, transaction }, { state }) {
    const verifier = randomBytes(32).toString('base64url')
    const address = await google.consentAddress({ state, verifier, scopes: Object.keys(calendarScopes) })
    const sealed = seal.close(ownerId, { verifier })
    await transaction((db) => db.query('select calendar_secrets.begin($1, $2)', [ownerId, sealed]))
    return { address }
  },

  async oauth_callback(context, { code }) {
    const { ownerId, google, seal, transaction } = context
    const verifier = await transaction((db) => consumeState(db, context))
    const agreed = await google.exchange(code, verifier)
    const { refreshToken } = agreed
    if (missingScopes(agreed.scopes).length > 0 || !refreshToken) {
      await revoke(google, refreshToken ?? agreed.accessToken)
      throw refusal(refreshToken ? 'scope_missing' : 'no_lasting_access', 403)
    }
    const account = await google.accountOf(agreed.accessToken)
    const before = await transaction((db) => readConnectionTokens(db, context))
    const tokens = { ...agreed, refreshToken, account }
    await transaction((db) =>
      saveConnection(db, { ownerId, account, scopes: agreed.scopes, sealed: seal.close(ownerId, tokens) }),
    )
    // Revoking the previous grant of the same account would revoke this one too.
    if (before?.tokens && before.tokens.account !== account) await revoke(google, before.tokens.refreshToken)
    return { account_email: account }
  },

  async check(context) {
    const checked = await createAccess(context)(context.ownerId, checkChoice(context.google.api), { isCheck: true })
    if (checked.state === 'not_connected') throw refusal('not_connected', 404)
    if (checked.state === 'done') return { status: 'connected', fault: null }
    const held = await context.transaction((db) => readConnectionTokens(db, context))
    return { status: held?.status ?? 'needs_reconnect', fault: checked.fault }
  },

  async calendars(context) {
    const { api } = context.google
    return { calendars: await accessOrRefuse(context, ({ token }) => readCalendars(api, token)) }
  },

  async choose(context, choice) {
    const { api } = context.google
    const calendars = await accessOrRefuse(context, ({ token }) => readCalendars(api, token))
    const written = calendars.find(({ id }) => id === choice.write_calendar_id)
    if (missingCalendars(calendars, choice).length > 0 || !written) throw refusal('calendar_missing', 409)
    if (!written.mayWrite) throw refusal('calendar_read_only', 409)
    await context.transaction((db) => saveChoice(db, context.ownerId, choice))
    return {}
  },

  async disconnect(context) {
    const { ownerId, google, transaction } = context
    const held = await transaction((db) => readConnectionTokens(db, context))
    if (!held) throw refusal('not_connected', 404)
    const revoked = held.tokens !== undefined && (await revoke(google, held.tokens.refreshToken))
    await transaction((db) => deleteConnection(db, ownerId))
    return { revoked }
  },
}

/** Throws connection errors as refusals, because the user waits for the response. */
async function accessOrRefuse<T>(context: ActionContext, work: (access: Access) => Promise<T>): Promise<T> {
  const accessed = await createAccess(context)(context.ownerId, work)
  if (accessed.state === 'done') return accessed.value
  if (accessed.state === 'not_connected') throw refusal('not_connected', 404)
  const { fault } = accessed
  throw fault === 'access_revoked' || fault === 'keys_changed' ? refusal('needs_reconnect', 409) : refusal(fault, 503)
}

/** Single use: a second exchange of the same code finds no pending flow. */
async function consumeState(db: Db, { ownerId, seal }: ActionContext): Promise<string> {
  const { sealed } = await db.one<{ sealed: Buffer | null }>('select calendar_secrets.finish($1) as sealed', [ownerId])
  const pending = sealed && (seal.open(ownerId, sealed) as { verifier: string } | undefined)
  if (!pending) throw refusal('connection_not_begun', 409)
  return pending.verifier
}

/** Returns whether Google revoked the grant; a failure does not block disconnecting. */
const revoke = (google: GoogleCalendar, token: string) =>
  google.revoke(token).then(
    () => true,
    (error: unknown) => errorCodeOf(error) === 'access_revoked',
  )

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])
