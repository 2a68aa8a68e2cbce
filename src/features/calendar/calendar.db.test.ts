import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { openGoogleCalendar } from '#integrations/google-calendar.ts'
import { startGoogle } from '#integrations/google.fake.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import type { AccountCalendar } from './calendar.ts'
import { googleCalendarSync } from './calendar.server.ts'
import { sealedTokens } from './connections.server.ts'
import { resealAll } from '#platform/sealing/reseal.server.ts'
import { createSealing, makeSealingKey, type SealingKey } from '#platform/sealing/sealing.server.ts'

const site = 'https://beit.example'
const db = await testDatabase()
const { ids, as } = await makeActors(db)
const google = await startGoogle({ origins: [site] })
afterAll(() => google.stop())

const settings = {
  issuer: google.issuer,
  clientId: google.clientId,
  secret: google.clientSecret,
  redirectUri: `${site}/auth/google/callback`,
}
const key = makeSealingKey()
const sealWith = (...keys: [SealingKey, ...SealingKey[]]) => createSealing(keys)(sealedTokens.purpose)
const seal = sealWith(key)

type Who = keyof typeof ids
const state = () => randomBytes(24).toString('base64url')

function installation({ issuer = google.issuer, own = seal, set = true } = {}) {
  const parts = { google: set ? openGoogleCalendar({ ...settings, issuer }) : undefined, seal: own }
  const { invoke } = createFunctions({
    pool: db.authenticator,
    functions: [googleCalendarSync(parts)],
    log: pino({ level: 'silent' }),
  })
  return async <Answer = unknown>(actor: Who, call: object): Promise<Answer> => {
    const caller = { userId: ids[actor], claims: as[actor] }
    const answer = (await invoke('google-calendar-sync', call, { caller })) as Response
    return (await answer.json()) as Answer
  }
}
const ask = installation()

/** Starts the flow, consents at Google as `email`, and returns the authorization code. */
async function codeFor(actor: Who, email: string, change: (address: URL) => void = () => {}) {
  const { address } = await ask<{ address: string }>(actor, { action: 'oauth_start', state: state() })
  const authorizationUrl = new URL(address)
  change(authorizationUrl)
  return (await google.choose(authorizationUrl.href, email)).searchParams.get('code')!
}
const connect = async (actor: Who, email: string) =>
  ask(actor, { action: 'oauth_callback', code: await codeFor(actor, email), user_id: ids[actor] })
const connectionOf = async (actor: Who) =>
  (await db.as<Record<string, unknown>>(as[actor], 'select * from calendar_connections'))[0]

test('spec §7: exchanging a code creates a connection visible to its owner, with account and last success', async () => {
  expect(await connect('coach', 'dana@example.com')).toEqual({ account_email: 'dana@example.com' })
  expect(await connectionOf('coach')).toMatchObject({
    account_email: 'dana@example.com',
    status: 'connected',
    last_error: null,
    last_success_at: expect.any(Date),
  })
  expect(await whoMay(db, as, 'select from calendar_connections')).toBe('coach')
})

test('tokens are stored encrypted, and no API role can read them, service_role included', async () => {
  const [stored] = await db.sql<{ sealed: Buffer }>('select sealed from calendar_secrets.tokens where user_id = $1', [
    ids.coach,
  ])
  expect(stored!.sealed.toString('latin1')).not.toMatch(/1\/\/|ya29|dana/)
  for (const table of ['tokens', 'beginnings'])
    for (const claims of [as.visitor, as.coach, as.owner, { role: 'service_role' }])
      await expect(db.as(claims, `select * from calendar_secrets.${table}`)).rejects.toMatchObject({ code: '42501' })
  await expect(db.as(as.coach, 'select calendar_secrets.tokens_of($1)', [ids.coach])).rejects.toMatchObject({
    code: '42501',
  })
})

test('the connection belongs to the caller, regardless of the user id in the body', async () => {
  for (const userId of [ids.owner, 'nonsense', 7, null, undefined]) {
    const code = await codeFor('sales', 'yossi@example.com')
    await ask('sales', { action: 'oauth_callback', code, user_id: userId })
  }
  expect(await connectionOf('sales')).toMatchObject({ account_email: 'yossi@example.com' })
  expect(await connectionOf('owner')).toBeUndefined()
})

test('a code is single-use and bound to the user who started the flow', async () => {
  const code = await codeFor('admin', 'admin@example.com')
  await expect(ask('content', { action: 'oauth_callback', code })).rejects.toMatchObject({
    code: 'connection_not_begun',
  })
  await ask('admin', { action: 'oauth_callback', code })
  await expect(ask('admin', { action: 'oauth_callback', code })).rejects.toMatchObject({ code: 'connection_not_begun' })
  // A code of another user fails PKCE: it was issued for another verifier.
  const theirs = await codeFor('owner', 'thief@example.com')
  await ask('admin', { action: 'oauth_start', state: state() })
  await expect(ask('admin', { action: 'oauth_callback', code: theirs })).rejects.toMatchObject({ code: 'code_refused' })
  expect(await connectionOf('admin')).toMatchObject({ account_email: 'admin@example.com' })
})

test('two concurrent exchanges of one code create one connection', async () => {
  const code = await codeFor('admin', 'admin@example.com')
  const call = { action: 'oauth_callback', code }
  const outcomes = await Promise.allSettled([ask('admin', call), ask('admin', call)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a started flow expires after ten minutes', async () => {
  const code = await codeFor('admin', 'admin@example.com')
  await db.sql(`update calendar_secrets.beginnings set begun_at = now() - interval '11 minutes'`)
  await expect(ask('admin', { action: 'oauth_callback', code })).rejects.toMatchObject({ code: 'connection_not_begun' })
})

test('a missing scope is refused, and the grant is revoked at Google', async () => {
  const code = await codeFor('content', 'content@example.com', (params) =>
    params.searchParams.set('scope', 'openid email'),
  )
  await expect(ask('content', { action: 'oauth_callback', code })).rejects.toMatchObject({ code: 'scope_missing' })
  const short = await codeFor('content', 'content@example.com', (params) =>
    params.searchParams.set('access_type', 'online'),
  )
  await expect(ask('content', { action: 'oauth_callback', code: short })).rejects.toMatchObject({
    code: 'no_lasting_access',
  })
  expect(await connectionOf('content')).toBeUndefined()
})

test('the consent URL requests exactly the required scopes, with the given state', async () => {
  const mine = state()
  const { address } = await ask<{ address: string }>('owner', { action: 'oauth_start', state: mine })
  const { searchParams } = new URL(address)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    state: mine,
    redirect_uri: `${site}/auth/google/callback`,
    access_type: 'offline',
    code_challenge_method: 'S256',
  })
  expect(searchParams.get('scope')!.split(' ')).toHaveLength(5)
})

test('a check reports a connection as healthy, as revoked, and as repaired after renewed consent', async () => {
  await connect('owner', 'owner@example.com')
  expect(await ask('owner', { action: 'check' })).toEqual({ status: 'connected', fault: null })
  await revokeAtGoogle('owner@example.com')
  expect(await ask('owner', { action: 'check' })).toEqual({ status: 'needs_reconnect', fault: 'access_revoked' })
  expect(await connectionOf('owner')).toMatchObject({ status: 'needs_reconnect', last_error: 'access_revoked' })
  await connect('owner', 'owner@example.com')
  expect(await connectionOf('owner')).toMatchObject({ status: 'connected', last_error: null })
})

test('the health count includes connections that require action by their user, and excludes users who left the team', async () => {
  const health = async () => (await db.sql('select connected, broken from calendar_secrets.health()'))[0]
  const all = await db.sql('select from calendar_connections')
  expect(await health()).toEqual({ connected: all.length, broken: 0 })
  await db.sql(`update calendar_connections set last_error = 'google_unreachable' where user_id = $1`, [ids.owner])
  expect(await health()).toMatchObject({ broken: 0 })
  await db.sql(`update calendar_connections set last_error = 'calendar_missing' where user_id = $1`, [ids.owner])
  expect(await health()).toMatchObject({ broken: 1 })
  await db.sql(`update user_roles set is_active = false where user_id = $1`, [ids.owner])
  expect(await health()).toEqual({ connected: all.length - 1, broken: 0 })
  await db.sql(`update user_roles set is_active = true where user_id = $1`, [ids.owner])
  await db.sql('update calendar_connections set last_error = null where user_id = $1', [ids.owner])
})

test('an unreachable Google does not remove the connection and is reported as an error', async () => {
  const lost = installation({ issuer: 'http://127.0.0.1:9' })
  expect(await lost('owner', { action: 'check' })).toEqual({ status: 'connected', fault: 'google_unreachable' })
  expect(await connectionOf('owner')).toMatchObject({ status: 'connected', last_error: 'google_unreachable' })
  await expect(lost('owner', { action: 'oauth_start', state: state() })).rejects.toMatchObject({
    code: 'google_unreachable',
    status: 503,
  })
})

test('after a key rotation the tokens are re-encrypted, and the previous key is not needed', async () => {
  const next = makeSealingKey()
  const both = createSealing([next, key])
  const stored = await db.sql('select from calendar_secrets.tokens')
  expect(await resealAll(db.owner, both, [sealedTokens])).toBe(stored.length)
  expect(await resealAll(db.owner, both, [sealedTokens])).toBe(0)
  const rotated = installation({ own: sealWith(next) })
  expect(await rotated('coach', { action: 'check' })).toEqual({ status: 'connected', fault: null })
  expect(await resealAll(db.owner, createSealing([key, next]), [sealedTokens])).toBe(stored.length)
})

test('tokens encrypted with another key require a new connection', async () => {
  const rekeyed = installation({ own: sealWith(makeSealingKey()) })
  expect(await rekeyed('owner', { action: 'check' })).toEqual({ status: 'needs_reconnect', fault: 'keys_changed' })
  expect(await connectionOf('owner')).toMatchObject({ last_error: 'keys_changed' })
})

test('connecting another account replaces the first and revokes its grant', async () => {
  await connect('owner', 'first@example.com')
  const { refreshToken } = await tokensOf('owner')
  await connect('owner', 'second@example.com')
  expect(await connectionOf('owner')).toMatchObject({ account_email: 'second@example.com' })
  await expect(openGoogleCalendar(settings).refresh(refreshToken)).rejects.toThrow('invalid_grant')
  expect(await ask('owner', { action: 'check' })).toEqual({ status: 'connected', fault: null })
})

test('disconnecting revokes the grant and deletes the tokens, also while Google is unreachable', async () => {
  const { refreshToken } = await tokensOf('owner')
  expect(await ask('owner', { action: 'disconnect' })).toEqual({ revoked: true })
  await expect(openGoogleCalendar(settings).refresh(refreshToken)).rejects.toThrow('invalid_grant')
  expect(await db.sql('select from calendar_secrets.tokens where user_id = $1', [ids.owner])).toEqual([])
  await expect(ask('owner', { action: 'disconnect' })).rejects.toMatchObject({ code: 'not_connected' })
  await connect('owner', 'owner@example.com')
  const lost = installation({ issuer: 'http://127.0.0.1:9' })
  expect(await lost('owner', { action: 'disconnect' })).toEqual({ revoked: false })
  expect(await connectionOf('owner')).toBeUndefined()
})

test('the calendars of the account are listed, and a selection of them is saved', async () => {
  await connect('owner', 'owner@example.com')
  const { calendars } = await ask<{ calendars: AccountCalendar[] }>('owner', { action: 'calendars' })
  expect(calendars).toMatchObject([
    { id: 'primary', name: 'owner@example.com', mayWrite: true },
    { name: 'משפחה', mayWrite: true },
    { name: 'חגים בישראל', mayWrite: false },
  ])
  const [, family, holidays] = calendars
  const choice = { busy_calendar_ids: ['primary', family!.id], write_calendar_id: family!.id, on_broken: 'internal' }
  expect(await ask('owner', { action: 'choose', ...choice })).toEqual({})
  expect(await connectionOf('owner')).toMatchObject(choice)
  const choose = (more: object) => ask('owner', { action: 'choose', ...choice, ...more })
  await expect(choose({ write_calendar_id: holidays!.id })).rejects.toMatchObject({ code: 'calendar_read_only' })
  await expect(choose({ busy_calendar_ids: ['theirs@example.com'] })).rejects.toMatchObject({
    code: 'calendar_missing',
  })
  await expect(choose({ busy_calendar_ids: Array(51).fill('primary') })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(await connectionOf('owner')).toMatchObject(choice)
  await expect(ask('stranger', { action: 'calendars' })).rejects.toMatchObject({ code: 'not_allowed' })
})

test('connecting another account resets its calendars but keeps the booking page setting', async () => {
  await connect('owner', 'other@example.com')
  expect(await connectionOf('owner')).toMatchObject({
    busy_calendar_ids: ['primary'],
    write_calendar_id: 'primary',
    on_broken: 'internal',
  })
})

test('a check reports a selected calendar that no longer exists', async () => {
  await db.sql(`update calendar_connections set busy_calendar_ids = '{primary,gone@example.com}' where user_id = $1`, [
    ids.owner,
  ])
  expect(await ask('owner', { action: 'check' })).toEqual({ status: 'connected', fault: 'calendar_missing' })
  await ask('owner', { action: 'choose', busy_calendar_ids: [], write_calendar_id: 'primary', on_broken: 'closed' })
  expect(await ask('owner', { action: 'check' })).toEqual({ status: 'connected', fault: null })
})

test('without Google credentials the function is refused with calendar_not_set_up', async () => {
  const bare = installation({ set: false })
  expect(await bare('owner', { action: 'availability' })).toEqual({ available: false })
  expect(await ask('owner', { action: 'availability' })).toEqual({ available: true })
  await expect(bare('owner', { action: 'oauth_start', state: state() })).rejects.toMatchObject({
    code: 'calendar_not_set_up',
  })
})

const nonsense: object[] = [
  {},
  { action: 'steal' },
  { action: 'oauth_callback' },
  { action: 'oauth_callback', code: '' },
  { action: 'oauth_callback', code: 7 },
  { action: 'oauth_callback', code: 'x'.repeat(3000) },
  { action: 'oauth_start', state: 'short' },
  { action: 'oauth_start', state: 'רווח ועברית'.repeat(4) },
  { action: 'oauth_start' },
  { action: 'choose' },
  { action: 'choose', busy_calendar_ids: 'primary', write_calendar_id: 'primary', on_broken: 'closed' },
  { action: 'choose', busy_calendar_ids: [], write_calendar_id: 'primary', on_broken: 'open' },
  [],
]
test.each(nonsense.map((call) => [JSON.stringify(call).slice(0, 60), call]))('%s is refused', async (_name, call) => {
  await expect(ask('owner', call as object)).rejects.toMatchObject({ code: 'invalid_input', status: 422 })
})

async function tokensOf(actor: Who) {
  const [row] = await db.sql<{ sealed: Buffer }>('select sealed from calendar_secrets.tokens where user_id = $1', [
    ids[actor],
  ])
  return seal.open(ids[actor], row!.sealed) as { refreshToken: string }
}

/** Revokes access from the Google account's side. */
async function revokeAtGoogle(email: string) {
  const person = (Object.keys(ids) as Who[]).find((name) => `${name}@example.com` === email)!
  await openGoogleCalendar(settings).revoke((await tokensOf(person)).refreshToken)
}
