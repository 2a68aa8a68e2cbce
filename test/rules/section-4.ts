// Section 4: states and transitions.
import type { Rule } from './rule.ts'

const session = 'src/client/session.test.ts'
const client = 'src/client/sign-in/auth-client.test.ts'
const accessibility = 'src/features/accessibility/accessibility.test.ts'
const reader = 'src/features/accessibility/reader.test.ts'
const check = 'src/web/portal/client-check.test.ts'
const generated = 'src/features/notifications/generated.test.ts'
const cookies = 'src/features/cookie-consent/preferences.test.ts'
const banner = 'e2e/the-cookie-banner.spec.ts'
const breaks = 'e2e/a-screen-that-breaks.spec.ts'
const clock = 'e2e/the-clock.spec.ts'
const filter = 'src/lib/errors/error-filter.test.ts'
const classes = 'every setting toggles a class on the root element, and the font scale is a CSS variable'
const reading = 'play, pause, resume and stop allow only the specified state transitions'
const retries = 'a screen that breaks leaves the frame standing, says so with a reference, and can be tried three times'
const realtime = 'spec §9: a live connection that broke is tried after 2, 4, 8, 16 and 32 s, and then given up in words'

export const states: Rule[] = [
  {
    rule: 'The loading flag starts true and turns false after the first session check',
    proof: [session, 'nobody knows who is signed in until the stored session was looked at; then nobody is'],
  },
  {
    rule: 'A token refresh event with no session logs a warning and signs the user out',
    proof: [session, 'a refreshed token without a session is warned of and signs the person out'],
  },
  {
    rule: 'INITIAL_SESSION, SIGNED_IN, SIGNED_OUT and any other event set session and user (user is null when no session)',
    proof: [session, 'every other event sets session and user, and no session means no user'],
  },
  {
    rule: 'TOKEN_REFRESHED with the same token is no change',
    proof: [session, 'the same token announced again is no change'],
  },
  {
    rule: 'PASSWORD_RECOVERY keeps the person at the new password',
    proof: [session, 'a reset link keeps the person at the new password until it is saved'],
  },
  {
    rule: 'PASSWORD_RECOVERY lands on /auth, from the mail to the new password',
    proof: [
      'e2e/a-business-opens.spec.ts',
      'spec §2, §4: a forgotten password is asked for, and the mailed link leads to a new one and nowhere past it',
    ],
  },
  {
    rule: 'MFA_CHALLENGE_VERIFIED',
    proof: [
      'conformance/browser/second-factor.test.ts',
      'an app is added by its picture, and its code raises the session',
    ],
  },
  {
    rule: 'A challenge when a verified factor exists',
    proof: [
      'e2e/a-second-factor.spec.ts',
      'whoever has an authenticator app shows its code at the door, and may take the app away',
    ],
  },
  {
    rule: 'Sessions persist in local storage',
    proof: ['conformance/browser/password.test.ts', 'the page may be loaded anew: the session stays'],
  },
  {
    rule: 'Sessions refresh automatically, in five tabs at once',
    proof: [
      'conformance/browser/tabs.test.ts',
      'five tabs wake up at once with a session that ran out: all refresh, and nobody is signed out',
    ],
  },
  {
    rule: 'Five tabs and one refresh',
    proof: [
      'conformance/browser/tabs.test.ts',
      'five tabs ask for a new token at the same moment and are given the same one',
    ],
  },
  {
    rule: 'A refresh failing with a non-retryable error removes the session',
    proof: [
      client,
      'a refresh that fails for good removes the session: at once when the token ran out, with its end otherwise',
    ],
  },
  {
    rule: 'An auth state change also refreshes the business profile',
    proof: ['src/web/follow-session.test.ts', 'spec §4: an auth state change also reads the business profile again'],
  },
  {
    rule: 'Client check: a user is a client if an active role client exists',
    proof: [check, 'whoever has no active role of a client is asked for nothing else'],
  },
  {
    rule: 'The client contact is loaded only for clients, active processes only for that contact',
    proof: [check, 'the client check asks for role, contact, processes, templates and stages, in this order'],
  },
  {
    rule: 'Stage instances sorted by stage order',
    proof: [
      'src/features/processes/processes.test.ts',
      'stages come in the order of the template, whatever order they were sent in (spec §4)',
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
    proof: ['e2e/what-the-browser-asks.spec.ts', 'notices, tasks, the business profile and what is changed of them'],
  },
  {
    rule: "Generated items (ids starting 'task-' or 'overdue-')",
    proof: [generated, 'only ids that begin with task- or overdue- are generated'],
  },
  {
    rule: 'Generated items are not persisted',
    proof: [generated, 'what was read stays read and what was deleted stays away, without a row in the database'],
  },
  {
    rule: 'OAuth callback: loading, then success or error',
    proof: [
      'e2e/a-calendar-is-connected.spec.ts',
      'spec §2, §5, §8: each failure is told in its own words, and the settings are there after 3 s; after 2 s of a success',
    ],
  },
  {
    rule: 'Cookie consent: the banner shows when there is no valid stored consent; the version must match',
    proof: [banner, 'a choice that ran out, and one of another version, are asked for again'],
  },
  {
    rule: 'Choices: accept all, essential only; each hides it',
    proof: [banner, '"${button}" hides the banner and is remembered on the next page'],
  },
  {
    rule: 'Choices: custom save',
    proof: [banner, 'a choice of one’s own is made by keyboard, and can be changed from the footer'],
  },
  {
    rule: 'Stored consent is valid under 12 months',
    proof: [cookies, 'a choice expires after twelve months, to the minute'],
  },
  {
    rule: 'A choice is recorded once for each person of a browser',
    proof: [
      'src/features/cookie-consent/multiple-users.test.ts',
      'two users of one browser get one record each, however often they return',
    ],
  },
  { rule: 'Error boundary: retry count increments; the retry button is disabled above 3', proof: [breaks, retries] },
  { rule: 'A repeated-error message shows when the count exceeds 1', proof: [breaks, retries] },
  {
    rule: 'What stands in place of a boundary that breaks itself',
    proof: [
      'e2e/a-hostile-browser.spec.ts',
      'spec §4: when the message about an error breaks too, plain words stand in its place, with a reference',
    ],
  },
  {
    rule: 'Error circuit breaker per category opens after 10 failures and resets after 30 s',
    proof: [filter, 'ten errors of a kind open its breaker for thirty seconds; the other kinds pass'],
  },
  {
    rule: 'The breaker in a browser, to the millisecond',
    proof: [clock, 'cooldown, caps, breakers and silences begin and end at their times'],
  },
  {
    rule: 'Opportunity stage changes trigger a notice',
    proof: ['src/features/opportunities/notices/opportunity-notices.test.ts', 'one change is told by name'],
  },
  {
    rule: 'Real-time channel: subscribed, error, retry',
    proof: [
      'src/client/realtime.test.ts',
      'a connection that breaks and comes back is told to everybody who listens, over one socket',
    ],
  },
  { rule: 'Real-time channel: gives up after failure', proof: [clock, realtime] },
  {
    rule: 'A form or a page of the portal that is open when the session ends waits for its person',
    proof: [
      'e2e/a-session-that-ends.spec.ts',
      'a page of the portal stands behind the question, too, and goes on where it was',
    ],
  },
]
