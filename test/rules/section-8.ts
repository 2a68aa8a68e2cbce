// Section 8: the error catalogue.
import type { Rule } from './rule.ts'

const words = 'src/features/notifications/notifications.test.ts'
const letters = 'spec §8: the toast texts, verbatim'
const profile = 'e2e/the-profile-of-the-business.spec.ts'
const saved = 'spec §8: the owner edits the business profile, and the site shows it at once'
const picture =
  'spec §7, §8: an image is stored in its bucket and column and shown on the site; other files are rejected'
const calendar = 'e2e/a-calendar-is-connected.spec.ts'
const callback =
  'spec §2, §5, §8: each failure has its own text and redirects to the settings after 3 s; a success after 2 s'
const notices = 'src/features/opportunities/notices/opportunity-notices.test.ts'
const breaks = 'e2e/a-screen-crashes.spec.ts'
const retries =
  'a crashed screen leaves the navigation usable, shows an error reference, and can be retried three times'
const categories = 'src/lib/errors/categories.test.ts'
const client = 'src/client/sign-in/auth-client.test.ts'
const session = 'src/client/session.test.ts'
const reader = 'src/features/accessibility/reader.test.ts'

export const errors: Rule[] = [
  { rule: "'שגיאה בעדכון ההתראה' (mark one read failed)", proof: [words, letters] },
  { rule: "'שגיאה בעדכון ההתראות' (mark all failed)", proof: [words, letters] },
  {
    rule: "'שגיאה במחיקת ההתראה' (delete failed)",
    proof: [
      'e2e/the-toast-and-the-theme.spec.ts',
      'a success toast disappears after six seconds, an error toast stays; both are listed in the history',
    ],
  },
  {
    rule: "Success 'כל ההתראות סומנו כנקראו'",
    proof: [
      'e2e/the-bell.spec.ts',
      'the bell counts new urgent notifications and tasks due today; read and deleted states are stored',
    ],
  },
  { rule: "Business profile: success 'פרופיל העסק עודכן בהצלחה' (title 'הצלחה')", proof: [profile, saved] },
  { rule: "Business profile: error 'שגיאה בעדכון פרופיל העסק'", proof: [profile, saved] },
  { rule: "Image: error 'שגיאה בהעלאת התמונה'", proof: [profile, picture] },
  {
    rule: 'Image: success names light logo, dark logo or profile image as uploaded and updated successfully',
    proof: [
      'src/platform/business-profile/business-profile.test.ts',
      'spec §8: the upload message names the uploaded image',
    ],
  },
  {
    rule: "OAuth: success 'החיבור ל-Google Calendar הושלם בהצלחה!' (title 'חיבור הושלם')",
    proof: [calendar, 'spec §2: a calendar is connected, listed, opened and disconnected'],
  },
  { rule: "OAuth: failure 'שגיאה בחיבור: {message}'", proof: [calendar, callback] },
  { rule: 'Real-time notices: new opportunity created', proof: [notices, 'a single change is announced by name'] },
  { rule: 'Opportunity moved to a new stage', proof: [notices, 'a single change is announced by name'] },
  { rule: 'Opportunity deleted', proof: [notices, 'a single change is announced by name'] },
  {
    rule: 'Grouped counts of new, updated or deleted opportunities',
    proof: [
      notices,
      'forty opportunities moved to the bin are counted as forty deleted, regardless of the capacity of the buffer',
    ],
  },
  {
    rule: 'A connection error after reconnect attempts fail',
    proof: [notices, 'spec §8: a lost connection is announced after the last reconnect attempt'],
  },
  {
    rule: "Expired-token errors (code PGRST303 or 'JWT expired') return empty",
    proof: [words, 'spec §8: an expired token, recognised by %s, yields no notifications and no error'],
  },
  {
    rule: 'Expired-token errors stop notification fetching, no retry',
    proof: [
      'e2e/timings.spec.ts',
      'spec §8, §9: notifications are retried once after a failure, not at all with an expired token, and refetched when stale',
    ],
  },
  { rule: "Error boundary shows 'שגיאה ברכיב' with retry and reload buttons", proof: [breaks, retries] },
  { rule: "Repeated error text 'שגיאה חוזרת'", proof: [breaks, retries] },
  {
    rule: 'Error-filter categories: postMessage, flow diagram, authentication, network, critical, unknown',
    proof: [categories, '%o is categorized as %s'],
  },
  {
    rule: 'Only critical, authentication and unknown show the boundary',
    proof: [categories, 'only critical, authentication and unknown errors show the boundary'],
  },
  {
    rule: 'Cross-window messaging errors are filtered and throttled',
    proof: [
      'src/client/errors.test.ts',
      'cross-window messages are suppressed in the console beyond the limit; other errors are printed',
    ],
  },
  {
    rule: "Session missing ('Auth session missing!')",
    proof: [client, 'a call that needs a session returns the missing session error'],
  },
  {
    rule: 'Invalid credentials, weak password (with reasons)',
    proof: [client, 'a weak password error has its reasons, and invalid credentials their code'],
  },
  {
    rule: "Invalid token response ('Auth session or user missing')",
    proof: [client, 'a token response without a session or a user is not treated as a session'],
  },
  { rule: 'Invalid JWT', proof: [client, 'an invalid token is reported as AuthInvalidJwtError'] },
  {
    rule: 'Retryable fetch error',
    proof: [session, 'an unreachable server is a result, not an exception'],
  },
  {
    rule: 'Implicit-grant redirect errors',
    proof: [session, 'an expired link is reported until a user signs in'],
  },
  {
    rule: 'PKCE redirect errors',
    proof: [
      'src/kernel/auth/flows/pkce.db.test.ts',
      'an invalid link of a PKCE flow puts the error into query and fragment',
    ],
  },
  { rule: '502, 503, 504 are retryable', proof: [client, 'status %i is a retryable error'] },
  { rule: 'Sign-out ignores 401, 403, 404', proof: [client, 'a sign-out with status %i removes the local session'] },
  {
    rule: 'Sign-in, sign-up, Google and reset errors are returned to the caller',
    proof: [session, 'a wrong password returns its code and changes nothing'],
  },
  {
    rule: 'Their user-facing messages',
    proof: ['src/platform/accounts/sign-in/auth-form.test.ts', 'the error %o has a Hebrew sentence'],
  },
  {
    rule: 'Session errors go to the console',
    proof: [
      'src/client/sign-in/session-errors.test.ts',
      'a refused refresh of a stored session is logged to the console with its code',
    ],
  },
  {
    rule: 'Speaks in he-IL from the main area text',
    proof: ['e2e/the-accessibility-widget.spec.ts', 'the page is read aloud in Hebrew, paused, continued and stopped'],
  },
  {
    rule: 'Whitespace collapsed, cut at 12000 characters',
    proof: [reader, 'page text is collapsed to one line and cut at twelve thousand characters'],
  },
  {
    rule: 'If speech is unavailable the controls stay disabled',
    proof: [
      'e2e/the-accessibility-widget.spec.ts',
      'without a voice the reader shows a message and its buttons are disabled',
    ],
  },
  {
    rule: 'What a person sees has a reference that the server’s log knows',
    proof: ['src/server/site/visits/browser-errors.test.ts', 'the error reference shown to the user is in the log'],
  },
  {
    rule: 'Errors of the site’s pages reach the server, bounded',
    proof: [
      breaks,
      'an error on a public page is reported to the server by a lazily loaded reporter, and a burst of errors as four reports',
    ],
  },
]
