import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import type { Caller } from '#kernel/http/gateway.ts'
import { createFunctionList } from '#server/handlers.ts'
import { testDatabase } from './database.ts'
import { testDependencies } from './dependencies.ts'

const roles = ['owner', 'admin', 'coach', 'sales', 'content', 'client'] as const
type Kind = 'visitor' | 'signed-in' | (typeof roles)[number] | 'service'
const everyone: Kind[] = ['visitor', 'signed-in', ...roles, 'service']

// Every function is listed with the callers that may use it.
const mayCall: Record<string, Kind[]> = {
  'ask-for-contact': everyone,
  'booking-page': everyone,
  'booking-slots': everyone,
  'hold-slot': everyone,
  'book-appointment': everyone,
  'explain-slots': ['owner', 'admin', 'coach', 'sales'],
  'open-appointment': everyone,
  'accept-appointment': everyone,
  'pay-appointment': everyone,
  'cancel-appointment': everyone,
  'save-preparation': everyone,
  'move-appointment': everyone,
  'add-appointment-partner': everyone,
  'renew-appointment-links': everyone,
  'open-calendar-feed': everyone,
  'open-form': everyone,
  'save-form-draft': everyone,
  'upload-form-file': everyone,
  'post-form-step': everyone,
  'submit-form': everyone,
  'publish-form': ['owner', 'admin'],
  'make-form-link': ['owner', 'admin', 'coach', 'sales'],
  'make-booking-link': ['owner', 'admin', 'coach', 'sales'],
  'open-booking-link': everyone,
  'invite-client': ['owner', 'admin', 'coach', 'sales'],
  'open-quiz': everyone,
  'start-quiz': everyone,
  'answer-quiz': everyone,
  'remind-quiz': everyone,
  'resume-quiz': everyone,
  'skip-quiz-details': everyone,
  'leave-quiz-details': everyone,
  'open-quiz-result': everyone,
  'view-quiz-result': everyone,
  'send-quiz-result': everyone,
  'invite-quiz-partner': everyone,
  'share-quiz-levels': everyone,
  'stop-sharing-quiz-levels': everyone,
  'publish-quiz': ['owner', 'admin'],
  'read-quiz-answers': ['owner', 'admin', 'coach', 'sales'],
  'read-form-answers': ['owner', 'admin', 'coach', 'sales'],
  'export-form-answers': ['owner', 'admin'],
  'export-quiz-results': ['owner', 'admin'],
  'record-cookie-choice': everyone,
  'place-order': everyone,
  'open-order': everyone,
  'claim-purchase': everyone,
  'download-business-export': ['owner'],
  'export-orders': ['owner', 'admin'],
  'open-checkout': everyone,
  'payment-notice': everyone,
  'charge-by-link': ['owner', 'admin', 'sales'],
  'move-order': ['owner', 'admin', 'sales'],
  'refund-order': ['owner', 'admin'],
  'save-gateway': ['owner', 'admin'],
  'test-gateway': ['owner', 'admin'],
  'save-document-keys': ['owner', 'admin'],
  'test-document-service': ['owner', 'admin'],
  'read-document-service': ['owner', 'admin', 'sales'],
  'add-picture': ['owner', 'admin', 'content'],
  'add-page': ['owner', 'admin', 'content'],
  'change-page': ['owner', 'admin', 'content'],
  'delete-page': ['owner', 'admin', 'content'],
  'schedule-page': ['owner', 'admin', 'content'],
  'describe-picture': ['owner', 'admin', 'content'],
  'replace-picture': ['owner', 'admin', 'content'],
  'delete-picture': ['owner', 'admin', 'content'],
  'save-post': ['owner', 'admin', 'content'],
  'save-page': ['owner', 'admin', 'content'],
  'publish-page': ['owner', 'admin', 'content'],
  'publish-site': ['owner', 'admin'],
  'choose-home-page': ['owner', 'admin', 'content'],
  'preview-page': ['owner', 'admin', 'content'],
  'read-site-pages': ['owner', 'admin', 'content'],
  'check-site-links': ['owner', 'admin', 'content'],
  'trace-redirect': ['owner', 'admin', 'content'],
  'report-missing-page': everyone,
  'rate-answer': everyone,
  'subscribe-newsletter': everyone,
  'confirm-newsletter': everyone,
  'renew-newsletter': everyone,
  'set-mail-preferences': everyone,
  unsubscribe: everyone,
  resubscribe: everyone,
  'tell-unsubscribe-reason': everyone,
  'preview-campaign': ['owner', 'admin', 'content'],
  'send-campaign-test': ['owner', 'admin', 'content'],
  'preview-merge-values': ['owner', 'admin'],
  'fill-text-template': ['owner', 'admin', 'coach', 'sales'],
  'send-template-test': ['owner', 'admin', 'content'],
  'note-mail-events': everyone,
  'whatsapp-webhook': everyone,
  'note-sms-events': everyone,
  'mail-status': ['owner', 'admin', 'coach', 'sales', 'content'],
  'mail-failures': ['owner', 'admin'],
  'send-test-mail': ['owner', 'admin'],
  'check-sender-domain': ['owner', 'admin'],
  'cancel-transaction': everyone,
  'request-lead-magnet': everyone,
  'resend-lead-magnet': everyone,
  'correct-lead-magnet-address': everyone,
  'open-lead-magnet': everyone,
  'register-for-webinar': everyone,
  'register-by-webinar-invite': everyone,
  'move-webinar-registration': everyone,
  'cancel-webinar-registration': everyone,
  'wish-in-webinar': everyone,
  'invite-to-webinar': everyone,
  'decline-webinar-invite': everyone,
  'ask-in-webinar': everyone,
  'enter-webinar': everyone,
  'read-webinar-room': everyone,
  'beat-in-webinar': everyone,
  'react-in-webinar': everyone,
  'say-in-webinar': everyone,
  'vote-in-webinar': everyone,
  'answer-in-webinar': everyone,
  'save-webinar-template': ['owner', 'admin', 'content'],
  'share-webinar-template': ['owner', 'admin', 'content'],
  'renew-lead-magnet-link': everyone,
  'join-newsletter-by-link': everyone,
  'request-another-lead-magnet': everyone,
  'open-launch': everyone,
  'open-launch-watch': everyone,
  'join-launch': everyone,
  'resolve-launch-link': everyone,
  'resend-launch-link': everyone,
  'request-launch-code': everyone,
  'enter-launch-code': everyone,
  'note-launch-progress': everyone,
  'complete-launch-content': everyone,
  'open-launch-worksheet': everyone,
  'comment-on-launch': everyone,
  'leave-launch': everyone,
  'return-to-launch': everyone,
  'wait-for-launch': everyone,
  'ask-for-launch-content': everyone,
  'start-launch-checkout': everyone,
  'add-lead-magnet': ['owner', 'admin', 'content'],
  'add-lead-magnet-file': ['owner', 'admin', 'content'],
  'add-launch-worksheet': ['owner', 'admin', 'content'],
  'open-action-link': everyone,
  'act-by-link': everyone,
  'leave-review': everyone,
  'leave-asked-review': everyone,
  'confirm-review': everyone,
  'disown-review': everyone,
  'renew-review-link': everyone,
  'decide-review-wording': everyone,
  'propose-review-wording': ['owner', 'admin', 'content'],
  'ask-for-review': ['owner', 'admin', 'coach', 'sales'],
  'count-bio-click': everyone,
  'join-waitlist': everyone,
  'add-product': ['owner', 'admin', 'content'],
  'upload-import': ['owner', 'admin'],
  'check-import': ['owner', 'admin'],
  'run-import': ['owner', 'admin'],
  'roll-back-import': ['owner', 'admin'],
  'import-errors': ['owner', 'admin'],
  'export-contacts': ['owner', 'admin'],
  'plan-appointments': ['owner', 'admin', 'coach', 'sales'],
  'export-appointments': ['owner', 'admin'],
  'save-template': ['owner', 'admin'],
  'invite-staff': ['owner', 'admin'],
  'resend-staff-invitation': ['owner', 'admin'],
  'export-person': ['owner', 'admin'],
  'check-automation': ['owner', 'admin'],
  'publish-automation': ['owner', 'admin'],
  'simulate-automation': ['owner', 'admin'],
  'read-my-metrics': ['client'],
  'read-client-metrics': ['owner', 'admin', 'coach'],
  'report-metric': ['client'],
  'read-budget': ['client'],
  'read-shared-budget': ['owner', 'admin', 'coach'],
  'save-budget-item': ['client'],
  'delete-budget-item': ['client'],
  'copy-budget-month': ['client'],
  'read-budget-import': ['client'],
  'import-budget-entries': ['client'],
  'share-budget': ['client'],
  'download-budget': ['client'],
  'erase-budget': ['client'],
  'google-calendar-changes': everyone,
  'find-missing-values': ['owner', 'admin'],
  'push-subscriptions': ['owner', 'admin', 'coach', 'sales', 'content'],
  'google-calendar-sync': ['owner', 'admin', 'coach', 'sales', 'content'],
}

const db = await testDatabase()
const functions = createFunctionList(testDependencies())
const { invoke } = createFunctions({ pool: db.authenticator, functions, log: pino({ level: 'silent' }) })
const callers = await makeCallers()

test('every function is listed with its allowed callers', () => {
  expect(functions.map((fn) => fn.name).sort()).toEqual(Object.keys(mayCall).sort())
})

for (const fn of functions)
  for (const kind of everyone) {
    const allowed = mayCall[fn.name]?.includes(kind)
    test(`${fn.name} ${allowed ? 'accepts' : 'refuses'} ${kind}`, async () => {
      const refusal = await invoke(fn.name, { nonsense: true }, { caller: callers[kind] }).then(
        () => 'answered',
        (error: { code?: string }) => error.code,
      )
      if (allowed)
        expect([
          'answered',
          'invalid_input',
          'file_empty',
          'bad_signature',
          'unknown_channel',
          'attempt_unknown',
          'quiz_closed',
        ]).toContain(refusal)
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
