// Section 4: states and transitions.
import type { Rule } from './rule.ts'

const session = 'src/client/session.test.ts'
const client = 'src/client/sign-in/auth-client.test.ts'
const accessibility = 'src/features/accessibility/accessibility.test.ts'
const reader = 'src/features/accessibility/reader.test.ts'
const check = 'src/web/portal/client-check.test.ts'
const generated = 'src/features/notifications/derived-notices.test.ts'
const cookies = 'src/features/cookie-consent/preferences.test.ts'
const banner = 'e2e/the-cookie-banner.spec.ts'
const breaks = 'e2e/a-screen-crashes.spec.ts'
const clock = 'e2e/timings.spec.ts'
const errorClock = 'e2e/browser-error-timings.spec.ts'
const filter = 'src/lib/errors/error-filter.test.ts'
const classes = 'every setting toggles a class on the root element, and the font scale is a CSS variable'
const reading = 'play, pause, resume and stop allow only the specified state transitions'
const retries =
  'a crashed screen leaves the navigation usable, shows an error reference, and can be retried three times'
const realtime = 'spec §9: a broken realtime connection is retried after 2, 4, 8, 16 and 32 s, then an error is shown'

export const states: Rule[] = [
  {
    rule: 'The loading flag starts true and turns false after the first session check',
    proof: [session, 'the session is unknown until storage is read, and then there is no user'],
  },
  {
    rule: 'A token refresh event with no session logs a warning and signs the user out',
    proof: [session, 'a refreshed token without a session logs a warning and signs the user out'],
  },
  {
    rule: 'INITIAL_SESSION, SIGNED_IN, SIGNED_OUT and any other event set session and user (user is null when no session)',
    proof: [session, 'every other event sets session and user, and no session means no user'],
  },
  {
    rule: 'TOKEN_REFRESHED with the same token is no change',
    proof: [session, 'an unchanged token is not reported as a change'],
  },
  {
    rule: 'PASSWORD_RECOVERY keeps the person at the new password',
    proof: [session, 'a reset link keeps the user at the new password form until it is saved'],
  },
  {
    rule: 'PASSWORD_RECOVERY lands on /auth, from the mail to the new password',
    proof: [
      'e2e/a-business-opens.spec.ts',
      'spec §2, §4: a password reset is requested, and the mailed link requires a new password, which cannot be skipped',
    ],
  },
  {
    rule: 'MFA_CHALLENGE_VERIFIED',
    proof: [
      'conformance/browser/second-factor.test.ts',
      'an authenticator app is enrolled by QR code, and its code raises the session to aal2',
    ],
  },
  {
    rule: 'A challenge when a verified factor exists',
    proof: [
      'e2e/a-second-factor.spec.ts',
      'a user with an authenticator app enters its code at sign-in, and can remove the app',
    ],
  },
  {
    rule: 'Sessions persist in local storage',
    proof: ['conformance/browser/password.test.ts', 'the session survives a reload'],
  },
  {
    rule: 'Sessions refresh automatically, in five tabs at once',
    proof: [
      'conformance/browser/tabs.test.ts',
      'five tabs that wake up with an expired session all refresh and stay signed in',
    ],
  },
  {
    rule: 'Five tabs and one refresh',
    proof: ['conformance/browser/tabs.test.ts', 'five concurrent refreshes get the same token'],
  },
  {
    rule: 'A refresh failing with a non-retryable error removes the session',
    proof: [client, 'a final refresh error removes the session: at once for an expired token, otherwise at its expiry'],
  },
  {
    rule: 'An auth state change also refreshes the business profile',
    proof: ['src/web/follow-session.test.ts', 'spec §4: an auth state change refetches the business profile'],
  },
  {
    rule: 'Client check: a user is a client if an active role client exists',
    proof: [check, 'the client check requests role, contact, processes, templates and stages, in this order'],
  },
  {
    rule: 'The client contact is loaded only for clients, active processes only for that contact',
    proof: [check, 'the client check requests role, contact, processes, templates and stages, in this order'],
  },
  {
    rule: 'Stage instances sorted by stage order',
    proof: [
      'src/features/processes/processes.test.ts',
      'stages are in the template’s order, regardless of the order in the response (spec §4)',
    ],
  },
  {
    rule: 'Font scale steps 1, 1.2, 1.4, 1.6 (100 to 160%); increase stops at max, decrease at min',
    proof: [accessibility, 'the font scale moves through its four steps and stops at both ends'],
  },
  {
    rule: 'Screen reader: idle to playing on read; playing to paused; paused to playing on resume; any to idle on stop',
    proof: [reader, reading],
  },
  {
    rule: 'Any to idle on end of speech',
    proof: [reader, 'text is spoken sentence by sentence in Hebrew, then the state returns to idle'],
  },
  { rule: 'Speech that never ends', proof: [reader, 'an utterance that never ends is abandoned after the timeout'] },
  { rule: 'Any to idle on speech error', proof: [reader, 'a speech error returns the state to idle'] },
  { rule: 'Font scale as a page-wide variable', proof: [accessibility, classes] },
  {
    rule: 'High contrast, invert, link highlight, strong focus, reduced motion and large targets as classes on the root element, added or removed per setting',
    proof: [accessibility, classes],
  },
  {
    rule: 'Notifications: marking read sets is_read true',
    proof: ['e2e/requests-of-the-browser.spec.ts', 'notifications, tasks, the business profile, and their updates'],
  },
  {
    rule: "Generated items (ids starting 'task-' or 'overdue-')",
    proof: [generated, 'only notifications whose ids begin with task- or overdue- count as derived'],
  },
  {
    rule: 'Generated items are not persisted',
    proof: [generated, 'read and deleted states of derived notifications are applied locally, without a database row'],
  },
  {
    rule: 'OAuth callback: loading, then success or error',
    proof: [
      'e2e/a-calendar-is-connected.spec.ts',
      'spec §2, §5, §8: each failure has its own text and redirects to the settings after 3 s; a success after 2 s',
    ],
  },
  {
    rule: 'Cookie consent: the banner shows when there is no valid stored consent; the version must match',
    proof: [banner, 'the banner is shown again after the choice expires or the policy version changes'],
  },
  {
    rule: 'Choices: accept all, essential only; each hides it',
    proof: [banner, '"${button}" hides the banner, also on the next page'],
  },
  {
    rule: 'Choices: custom save',
    proof: [banner, 'a custom choice is made by keyboard, and can be changed from the footer'],
  },
  {
    rule: 'Stored consent is valid under 12 months',
    proof: [cookies, 'a choice expires after twelve months, to the minute'],
  },
  {
    rule: 'A choice is recorded once for each person of a browser',
    proof: [
      'src/features/cookie-consent/multiple-users.test.ts',
      'two users of one browser get one record each, no matter how often they return',
    ],
  },
  { rule: 'Error boundary: retry count increments; the retry button is disabled above 3', proof: [breaks, retries] },
  { rule: 'A repeated-error message shows when the count exceeds 1', proof: [breaks, retries] },
  {
    rule: 'The fallback of a boundary that breaks itself',
    proof: [
      'e2e/a-hostile-browser.spec.ts',
      'spec §4: when the error message fails too, a plain message with a reference is shown',
    ],
  },
  {
    rule: 'Error circuit breaker per category opens after 10 failures and resets after 30 s',
    proof: [filter, 'ten errors of a category open its breaker for thirty seconds; other categories pass'],
  },
  {
    rule: 'The breaker in a browser, to the millisecond',
    proof: [errorClock, 'cooldowns, caps, circuit breakers and mute periods start and end on time'],
  },
  {
    rule: 'Opportunity stage changes trigger a notice',
    proof: ['src/features/opportunities/notices/opportunity-notices.test.ts', 'a single change is announced by name'],
  },
  {
    rule: 'Real-time channel: subscribed, error, retry',
    proof: ['src/client/realtime.test.ts', 'a restored connection notifies every listener, over one socket'],
  },
  { rule: 'Real-time channel: gives up after failure', proof: [clock, realtime] },
  {
    rule: 'A form or a page of the portal that is open when the session ends waits for its person',
    proof: [
      'e2e/a-session-expires.spec.ts',
      'a portal page is also covered by the re-authentication dialog, and remains usable afterwards',
    ],
  },
]
