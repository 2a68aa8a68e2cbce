import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import type { Caller } from '#kernel/http/gateway.ts'
import { createFunctionList } from '#server/handlers.ts'
import { testDatabase } from './database.ts'
import { testDependencies } from './dependencies.ts'

const roles = ['owner', 'admin', 'coach', 'sales', 'content', 'client'] as const
type Kind = 'visitor' | 'signed-in' | (typeof roles)[number] | 'service'
const everybody: Kind[] = ['visitor', 'signed-in', ...roles, 'service']

// Whoever writes a function says here who may call it.
const mayCall: Record<string, Kind[]> = {
  'ask-for-contact': everybody,
  'record-cookie-choice': everybody,
  'add-picture': ['owner', 'admin', 'content'],
  'save-post': ['owner', 'admin', 'content'],
  'save-page': ['owner', 'admin', 'content'],
  'publish-page': ['owner', 'admin', 'content'],
  'publish-site': ['owner', 'admin'],
  'choose-home-page': ['owner', 'admin', 'content'],
  'preview-page': ['owner', 'admin', 'content'],
  'read-site-pages': ['owner', 'admin', 'content'],
  'check-site-links': ['owner', 'admin', 'content'],
  'report-missing-page': everybody,
  'rate-answer': everybody,
  'subscribe-newsletter': everybody,
  'confirm-newsletter': everybody,
  'renew-newsletter': everybody,
  'set-mail-preferences': everybody,
  unsubscribe: everybody,
  resubscribe: everybody,
  'tell-unsubscribe-reason': everybody,
  'preview-campaign': ['owner', 'admin', 'content'],
  'send-campaign-test': ['owner', 'admin', 'content'],
  'note-mail-events': everybody,
  'cancel-transaction': everybody,
  'sign-up': everybody,
  'leave-review': everybody,
  'leave-asked-review': everybody,
  'confirm-review': everybody,
  'disown-review': everybody,
  'renew-review-link': everybody,
  'decide-review-wording': everybody,
  'propose-review-wording': ['owner', 'admin', 'content'],
  'ask-for-review': ['owner', 'admin', 'coach', 'sales'],
  'count-bio-click': everybody,
  'join-waitlist': everybody,
  'add-product': ['owner', 'admin', 'content'],
  'upload-import': ['owner', 'admin'],
  'check-import': ['owner', 'admin'],
  'run-import': ['owner', 'admin'],
  'roll-back-import': ['owner', 'admin'],
  'import-errors': ['owner', 'admin'],
  'export-contacts': ['owner', 'admin'],
  'save-template': ['owner', 'admin'],
  'invite-staff': ['owner', 'admin'],
  'resend-staff-invitation': ['owner', 'admin'],
  'export-person': ['owner', 'admin'],
  'google-calendar-sync': ['owner', 'admin', 'coach', 'sales', 'content'],
}

const db = await testDatabase()
const functions = createFunctionList(testDependencies())
const { invoke } = createFunctions({ pool: db.authenticator, functions, log: pino({ level: 'silent' }) })
const callers = await makeCallers()

test('every listed function says here who may call it', () => {
  expect(functions.map((fn) => fn.name).sort()).toEqual(Object.keys(mayCall).sort())
})

for (const fn of functions)
  for (const kind of everybody) {
    const allowed = mayCall[fn.name]?.includes(kind)
    test(`${fn.name} ${allowed ? 'listens to' : 'refuses'} ${kind}`, async () => {
      const refusal = await invoke(fn.name, { nonsense: true }, { caller: callers[kind] }).then(
        () => 'answered',
        (error: { code?: string }) => error.code,
      )
      if (allowed) expect(['answered', 'invalid_input', 'file_empty', 'bad_signature']).toContain(refusal)
      else expect(refusal).toBe(kind === 'visitor' ? 'not_signed_in' : 'not_allowed')
    })
  }

async function makeCallers(): Promise<Record<Kind, Caller>> {
  const signedIn = async (role?: string): Promise<Caller> => {
    const userId = crypto.randomUUID()
    await db.sql('insert into auth.users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
    if (role) await db.sql('insert into user_roles (user_id, role, is_active) values ($1, $2, true)', [userId, role])
    return { userId, claims: { role: 'authenticated', sub: userId } }
  }
  const withRole = await Promise.all(roles.map(async (role) => [role, await signedIn(role)] as const))
  return {
    visitor: { claims: { role: 'anon' } },
    'signed-in': await signedIn(),
    service: { claims: { role: 'service_role' } },
    ...(Object.fromEntries(withRole) as Record<(typeof roles)[number], Caller>),
  }
}
