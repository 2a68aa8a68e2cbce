// Section 8: the error catalogue.
import type { Rule } from './rule.ts'

const words = 'src/features/notifications/notifications.test.ts'
const letters = 'spec §8: what the toasts say, to the letter'
const profile = 'e2e/the-profile-of-the-business.spec.ts'
const saved = 'spec §8: the owner says who the business is, and the site says so at once'
const picture =
  'spec §7, §8: a picture lies in its bucket, stands in its column and is on the site; what is no picture is refused in words'
const calendar = 'e2e/a-calendar-is-connected.spec.ts'
const callback =
  'spec §2, §5, §8: each failure is told in its own words, and the settings are there after 3 s; after 2 s of a success'
const notices = 'src/features/opportunities/notices/opportunity-notices.test.ts'
const breaks = 'e2e/a-screen-that-breaks.spec.ts'
const retries = 'a screen that breaks leaves the frame standing, says so with a reference, and can be tried three times'
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
      'a toast of success leaves after six seconds, one of an error stays; what was said can be read again',
    ],
  },
  {
    rule: "Success 'כל ההתראות סומנו כנקראו'",
    proof: [
      'e2e/the-bell.spec.ts',
      'the bell counts what is new and urgent, a task of the day among it; reading and deleting are remembered',
    ],
  },
  { rule: "Business profile: success 'פרופיל העסק עודכן בהצלחה' (title 'הצלחה')", proof: [profile, saved] },
  { rule: "Business profile: error 'שגיאה בעדכון פרופיל העסק'", proof: [profile, saved] },
  { rule: "Image: error 'שגיאה בהעלאת התמונה'", proof: [profile, picture] },
  {
    rule: 'Image: success names light logo, dark logo or profile image as uploaded and updated successfully',
    proof: [
      'src/features/business-profile/business-profile.test.ts',
      'spec §8: the upload message names the uploaded image',
    ],
  },
  {
    rule: "OAuth: success 'החיבור ל-Google Calendar הושלם בהצלחה!' (title 'חיבור הושלם')",
    proof: [calendar, 'spec §2: a calendar is connected, seen, looked at and disconnected'],
  },
  { rule: "OAuth: failure 'שגיאה בחיבור: {message}'", proof: [calendar, callback] },
  { rule: 'Real-time notices: new opportunity created', proof: [notices, 'one change is told by name'] },
  { rule: 'Opportunity moved to a new stage', proof: [notices, 'one change is told by name'] },
  { rule: 'Opportunity deleted', proof: [notices, 'one change is told by name'] },
  {
    rule: 'Grouped counts of new, updated or deleted opportunities',
    proof: [notices, 'several changes of one kind are counted, also those that did not fit'],
  },
  {
    rule: 'A connection error after reconnect attempts fail',
    proof: [notices, 'spec §8: that the connection is lost is said when the attempts are over'],
  },
  {
    rule: "Expired-token errors (code PGRST303 or 'JWT expired') stop notification fetching, return empty, no retry",
    proof: [
      'e2e/the-clock.spec.ts',
      'spec §8, §9: notices are read again once after a failure, not at all with an expired token, and when they are old enough',
    ],
  },
  { rule: "Error boundary shows 'שגיאה ברכיב' with retry and reload buttons", proof: [breaks, retries] },
  { rule: "Repeated error text 'שגיאה חוזרת'", proof: [breaks, retries] },
  {
    rule: 'Error-filter categories: postMessage, flow diagram, authentication, network, critical, unknown',
    proof: [categories, '%o is taken for %s'],
  },
  {
    rule: 'Only critical, authentication and unknown show the boundary',
    proof: [categories, 'only critical, authentication and unknown errors show the boundary'],
  },
  {
    rule: 'Cross-window messaging errors are filtered and throttled',
    proof: [
      'src/client/errors.test.ts',
      'messages between windows are silenced once they are too many; other errors stay in the console',
    ],
  },
  {
    rule: "Session missing ('Auth session missing!')",
    proof: [client, 'a call that needs a session says that there is none'],
  },
  {
    rule: 'Invalid credentials, weak password (with reasons)',
    proof: [client, 'a weak password comes with its reasons, wrong credentials with their code'],
  },
  {
    rule: "Invalid token response ('Auth session or user missing')",
    proof: [client, 'a token answer without a session or a user is no session'],
  },
  { rule: 'Invalid JWT', proof: [client, 'a token that is none is told by its name'] },
  {
    rule: 'Retryable fetch error',
    proof: [session, 'a server that cannot be reached is an answer too'],
  },
  {
    rule: 'Implicit-grant redirect errors',
    proof: [session, 'an old link says so until somebody signs in'],
  },
  {
    rule: 'PKCE redirect errors',
    proof: [
      'src/kernel/auth/flows/pkce.db.test.ts',
      'a link that is no good tells a client that waits for a code in the query and in the fragment',
    ],
  },
  { rule: '502, 503, 504 are retryable', proof: [client, '%i may be tried again'] },
  { rule: 'Sign-out ignores 401, 403, 404', proof: [client, 'signing out ignores %i: who is out is out'] },
  {
    rule: 'Sign-in, sign-up, Google and reset errors are returned to the caller',
    proof: [session, 'a wrong password is answered with its code and changes nothing'],
  },
  {
    rule: 'Their user-facing messages',
    proof: ['src/web/auth/auth-form.test.ts', '%o is said in words'],
  },
  {
    rule: 'Session errors go to the console',
    proof: [session, 'a refreshed token without a session is warned of and signs the person out'],
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
      'where the machine has no voice the reader says so and stays quiet',
    ],
  },
  {
    rule: 'What a person sees has a reference that the server’s log knows',
    proof: [
      'src/server/site/visits/browser-errors.test.ts',
      'the reference that a person reads out is found in the log',
    ],
  },
  {
    rule: 'Errors of the site’s pages reach the server, bounded',
    proof: [
      breaks,
      'an error on a page of the site reaches the server, a storm of them as four, and who tells it came only then',
    ],
  },
]
