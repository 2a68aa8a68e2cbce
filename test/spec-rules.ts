// The rules of the specification's sections 2 to 9 that carry a number, a text or an order, in its own words, and the test that holds each.
// A rule without a proof is still to come; the list of those only shrinks.

export type Rule = {
  section: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  rule: string
  /** Where the proof stands, and its whole title, or the first words of its row in a table. */
  proof?: [file: string, title: string]
}

const session = 'src/client/session.test.ts'
const accessibility = 'src/features/accessibility/accessibility.test.ts'
const reader = 'src/features/accessibility/reader.test.ts'
const widget = 'e2e/the-accessibility-widget.spec.ts'
const bell = 'e2e/the-bell.spec.ts'
const generated = 'src/features/notifications/generated.test.ts'
const cookies = 'src/features/cookie-consent/preferences.test.ts'
const banner = 'e2e/the-cookie-banner.spec.ts'
const filter = 'src/lib/errors/error-filter.test.ts'
const categories = 'src/lib/errors/categories.test.ts'
const log = 'src/lib/errors/log.test.ts'
const breaks = 'e2e/a-screen-that-breaks.spec.ts'
const events = 'src/lib/event-bus.test.ts'
const tracker = 'src/features/tracking/page-view-tracker.test.ts'
const guard = 'src/web/auth/auth-guard.test.ts'
const guarded = 'e2e/the-guard.spec.ts'
const notices = 'src/features/opportunities/opportunity-notices.test.ts'
const changes = 'src/client/change-buffer.test.ts'
const reconnect = 'src/client/reconnect.test.ts'

export const rules: Rule[] = [
  {
    section: 2,
    rule: 'Public routes, authentication, protected routes, redirects',
    proof: [
      'test/routes.test.ts',
      'every address of the specification is in the sitemap or in the list of those to come',
    ],
  },
  {
    section: 2,
    rule: '/crm is the landing after sign-up confirmation or Google sign-in',
    proof: ['src/client/session.test.ts', 'a new account waits for the mail to be answered'],
  },
  {
    section: 2,
    rule: '/dashboard redirects to /crm',
    proof: [
      'src/server/site/site.db.test.ts',
      'the signed-in app is one page that carries the public key, and the old dashboard leads to it',
    ],
  },
  {
    section: 2,
    rule: "Auth guard: while the session loads it shows a loading indicator with the Hebrew text for 'verifying permissions'",
    proof: [guard, 'while the session loads the guard waits, whoever it may be'],
  },
  {
    section: 2,
    rule: "With no signed-in user it redirects to /auth and passes the requested path as 'from'",
    proof: [guard, 'a stranger is sent to sign in, and the whole requested path is remembered'],
  },
  {
    section: 2,
    rule: 'Otherwise it shows the content',
    proof: [guarded, 'whoever is not signed in is sent to sign in, and afterwards back to where they wanted to go'],
  },
  {
    section: 2,
    rule: 'The indicator has sizes sm, md, lg (16, 20, 24 px)',
    proof: [
      'e2e/a-client-opens-the-portal.spec.ts',
      'the indicator is 16, 20 or 24 pixels wide, and says that something is loading',
    ],
  },
  {
    section: 2,
    rule: "Client guard: shows 'אימות הרשאות לקוח...' while checking; with no user to /client-login, remembering the origin; who is no client, too",
    proof: [
      'e2e/a-client-opens-the-portal.spec.ts',
      'a client is led to their own door, and through it back to where they wanted to go',
    ],
  },
  {
    section: 2,
    rule: '/auth/google/callback shows loading, then success or error; after 2 s or 3 s it goes to /crm/settings?tab=integrations',
    proof: [
      'e2e/a-calendar-is-connected.spec.ts',
      'spec §2, §5, §8: each failure is told in its own words, and the settings are there after 3 s; after 2 s of a success',
    ],
  },
  {
    section: 2,
    rule: 'Public header: logo, nav, a personal-area link, mobile menu',
    proof: ['e2e/every-screen.spec.ts', 'every screen can be used by everybody ${name}'],
  },
  {
    section: 2,
    rule: "A floating round button at bottom-left, labelled 'אפשרויות נגישות'; a left side sheet 'תוסף נגישות', max width 420 px, 90% of viewport",
    proof: [widget, 'on a desk the sheet stands at the left and is no wider than 420 pixels'],
  },
  {
    section: 2,
    rule: "'הקטן טקסט', a percentage, 'הגדל טקסט'; 'ניגודיות': 'רגיל', 'גבוה', 'היפוך'; four toggles",
    proof: [widget, 'a visitor makes the site readable by keyboard alone, and finds it so on the next page'],
  },
  {
    section: 2,
    rule: "'קורא מסך וירטואלי': 'לקרוא', 'השהה'/'המשך', 'עצור'",
    proof: [widget, 'the page is read aloud in Hebrew, paused, continued and stopped'],
  },

  {
    section: 3,
    rule: 'Auth context: user, session, loading, and five actions',
    proof: [session, 'nobody knows who is signed in until the stored session was looked at; then nobody is'],
  },
  {
    section: 3,
    rule: 'Cookie preferences: essential, functional, performance, marketing, consent date, version, under key cookie-preferences',
    proof: [
      cookies,
      'the choice is kept under its key, with its version and its day, and essential cookies cannot be refused',
    ],
  },
  {
    section: 3,
    rule: 'Event record: id, type, timestamp, userId, data, source',
    proof: [events, 'an event is a record with its id, type, time, user, data and source'],
  },
  {
    section: 3,
    rule: 'Accessibility settings in local storage under key a11y-settings; stored values are merged over defaults',
    proof: [accessibility, 'what was chosen is laid over the defaults'],
  },
  {
    section: 3,
    rule: 'A read failure falls back to defaults',
    proof: [accessibility, 'a first visit, and a store that holds nonsense, give the defaults'],
  },
  {
    section: 3,
    rule: 'client_processes, process_templates, process_stage_instances, process_stages',
    proof: [
      'src/features/processes/processes.db.test.ts',
      'an installation starts with six stages in their order, each with its days and its tasks',
    ],
  },

  {
    section: 4,
    rule: 'The loading flag starts true and turns false after the first session check',
    proof: [session, 'nobody knows who is signed in until the stored session was looked at; then nobody is'],
  },
  {
    section: 4,
    rule: 'A token refresh event with no session logs a warning and signs the user out',
    proof: [session, 'a refreshed token without a session is warned of and signs the person out'],
  },
  {
    section: 4,
    rule: 'Any other event sets session and user (user is null when no session)',
    proof: [session, 'every other event sets session and user, and no session means no user'],
  },
  {
    section: 4,
    rule: 'PASSWORD_RECOVERY lands on /auth',
    proof: [session, 'a reset link keeps the person at the new password until it is saved'],
  },
  {
    section: 4,
    rule: 'MFA_CHALLENGE_VERIFIED',
    proof: [
      'conformance/browser/second-factor.test.ts',
      'an app is added by its picture, and its code raises the session',
    ],
  },
  {
    section: 4,
    rule: 'Sessions persist in local storage and refresh automatically',
    proof: [
      'conformance/browser/tabs.test.ts',
      'five tabs wake up at once with a session that ran out: all refresh, and nobody is signed out',
    ],
  },
  {
    section: 4,
    rule: 'Client check: role, contact, active processes, stage instances sorted by stage order',
    proof: [
      'src/web/portal/client-check.test.ts',
      'the client check asks for role, contact, processes, templates and stages, in this order',
    ],
  },
  {
    section: 4,
    rule: 'Font scale steps 1, 1.2, 1.4, 1.6; increase stops at max, decrease at min',
    proof: [accessibility, 'text grows and shrinks by the four steps and stops at their ends'],
  },
  {
    section: 4,
    rule: 'Screen reader: idle to playing on read; playing to paused; paused to playing on resume; any to idle on stop, end or error',
    proof: [
      reader,
      'reading, pausing, going on and stopping lead from state to state as they should, and nowhere else',
    ],
  },
  { section: 4, rule: 'Any to idle on speech error', proof: [reader, 'an error of the voice ends the reading'] },
  {
    section: 4,
    rule: 'Font scale as a page-wide variable; the other settings as classes on the root element',
    proof: [
      accessibility,
      'every choice is a class on the root, put there or taken away, and the text size is a variable',
    ],
  },
  {
    section: 4,
    rule: "Generated items (ids starting 'task-' or 'overdue-') are not persisted",
    proof: [generated, 'what was read stays read and what was deleted stays away, without a row in the database'],
  },
  {
    section: 4,
    rule: 'Cookie banner shows when there is no valid stored consent',
    proof: [banner, 'a choice that ran out, and one of another version, are asked for again'],
  },
  {
    section: 4,
    rule: 'Choices: accept all, essential only; each hides it',
    proof: [banner, '"${button}" hides the banner and is remembered on the next page'],
  },
  {
    section: 4,
    rule: 'Choices: custom save',
    proof: [banner, 'a choice of one’s own is made by keyboard, and can be changed from the footer'],
  },
  {
    section: 4,
    rule: 'Stored consent is valid under 12 months',
    proof: [cookies, 'a choice stands for twelve months, to the minute'],
  },
  {
    section: 4,
    rule: 'Error boundary: the retry button is disabled above 3; a repeated-error message shows when the count exceeds 1',
    proof: [
      breaks,
      'a screen that breaks leaves the frame standing, says so with a reference, and can be tried three times',
    ],
  },
  {
    section: 4,
    rule: 'Error circuit breaker per category opens after 10 failures and resets after 30 s',
    proof: [filter, 'ten errors of a kind open its breaker for thirty seconds; the other kinds pass'],
  },
  { section: 4, rule: 'Opportunity stage changes trigger a notice', proof: [notices, 'one change is told by name'] },
  {
    section: 4,
    rule: 'Real-time channel: subscribed, error, retry, gives up after failure',
    proof: [
      'src/client/realtime.test.ts',
      'a server that is gone is tried 2, 4, 8, 16 and 32 seconds apart, and then the listener is told',
    ],
  },

  {
    section: 5,
    rule: 'Sign-in or sign-up needs an email or phone plus a password; otherwise an error says so',
    proof: ['src/web/auth/auth-form.test.ts', 'an address and a password are needed, and said so in one sentence'],
  },
  {
    section: 5,
    rule: "OAuth callback: 'No authorization code received', 'Invalid state parameter - possible CSRF attack', 'Google OAuth error', 'User not authenticated'",
    proof: [
      'e2e/a-calendar-is-connected.spec.ts',
      'spec §2, §5, §8: each failure is told in its own words, and the settings are there after 3 s; after 2 s of a success',
    ],
  },
  {
    section: 5,
    rule: 'The essential cookie category cannot be turned off',
    proof: [
      cookies,
      'the choice is kept under its key, with its version and its day, and essential cookies cannot be refused',
    ],
  },
  {
    section: 5,
    rule: 'The read button is disabled when there is no text or already playing; pause and stop when unsupported or idle',
    proof: [widget, 'the page is read aloud in Hebrew, paused, continued and stopped'],
  },
  {
    section: 5,
    rule: 'Admin ids must be UUIDs',
    proof: ['src/kernel/auth/admin/admin.db.test.ts', 'an id that is none'],
  },

  {
    section: 6,
    rule: 'Protected routes need a signed-in user',
    proof: [guarded, 'whoever is not signed in is sent to sign in, and afterwards back to where they wanted to go'],
  },
  {
    section: 6,
    rule: "An active user_roles record with role 'client' grants the client portal; non-clients go to /client-login",
    proof: ['src/web/portal/client-guard.test.ts', 'somebody who is no client: also to the sign-in'],
  },
  {
    section: 6,
    rule: 'Notifications and tasks are scoped to the signed-in user',
    proof: ['src/features/notifications/notifications.db.test.ts', 'see the notices of sales'],
  },
  {
    section: 6,
    rule: 'The business profile is per user',
    proof: [
      'src/features/business-profile/business-profile.db.test.ts',
      'every user keeps one profile of their own, and only their own',
    ],
  },
  {
    section: 6,
    rule: 'The public business profile is readable without login through a server function',
    proof: [
      'src/features/business-profile/business-profile.db.test.ts',
      'the profile of the owner is the one of the business, for visitors without whose it is',
    ],
  },

  {
    section: 7,
    rule: 'select notifications of the user, newest first, limit 50',
    proof: [
      'e2e/a-client-opens-the-portal.spec.ts',
      'the browser asks for a member of the staff exactly what the specification writes',
    ],
  },
  {
    section: 7,
    rule: "select tasks (id, name, due_date, status) of the user with status 'To Do' due between today and tomorrow, limit 10",
    proof: [
      'e2e/a-client-opens-the-portal.spec.ts',
      'the browser asks for a member of the staff exactly what the specification writes',
    ],
  },
  {
    section: 7,
    rule: 'The five data calls of the client check',
    proof: [
      'e2e/a-client-opens-the-portal.spec.ts',
      'the browser asks for a client exactly what the specification writes, in its order',
    ],
  },
  {
    section: 7,
    rule: 'Function invoke google-calendar-sync with body action oauth_callback, code, user_id',
    proof: [
      'e2e/a-calendar-is-connected.spec.ts',
      'spec §2: a calendar is connected, seen, looked at and disconnected',
    ],
  },
  {
    section: 7,
    rule: 'A page-view beacon goes to a social ad pixel, with an image fallback',
    proof: [
      'e2e/the-pixel.spec.ts',
      'a page view is told only after marketing cookies were allowed, by the script or else by a picture',
    ],
  },
  {
    section: 7,
    rule: 'Upload to storage bucket business-logos or business-profiles with upsert and no cache, then the public URL',
    proof: ['conformance/storage.test.ts', 'the owner uploads a logo under their own folder and everybody can see it'],
  },
  {
    section: 7,
    rule: 'Real-time subscription to row changes on a table with an optional filter',
    proof: [
      'conformance/realtime.test.ts',
      'staff hear of a task as it changes; a client hears nothing, and a visitor is told that there is nothing to hear',
    ],
  },

  {
    section: 8,
    rule: "'כל ההתראות סומנו כנקראו'",
    proof: [
      bell,
      'the bell counts what is new and urgent, a task of the day among it; reading and deleting are remembered',
    ],
  },
  {
    section: 8,
    rule: 'Grouped counts of new, updated or deleted opportunities',
    proof: [notices, 'several changes of one kind are counted, also those that did not fit'],
  },
  {
    section: 8,
    rule: "OAuth: 'החיבור ל-Google Calendar הושלם בהצלחה!', 'חיבור הושלם', 'שגיאה בחיבור: {message}'",
    proof: [
      'e2e/a-calendar-is-connected.spec.ts',
      'spec §2, §5, §8: each failure is told in its own words, and the settings are there after 3 s; after 2 s of a success',
    ],
  },
  { section: 8, rule: "'פרופיל העסק עודכן בהצלחה', 'שגיאה בעדכון פרופיל העסק', 'שגיאה בהעלאת התמונה'" },
  {
    section: 8,
    rule: "Error boundary shows 'שגיאה ברכיב' with retry and reload; repeated error 'שגיאה חוזרת'",
    proof: [
      breaks,
      'a screen that breaks leaves the frame standing, says so with a reference, and can be tried three times',
    ],
  },
  {
    section: 8,
    rule: 'Error-filter categories: postMessage, flow diagram, authentication, network, critical, unknown',
    proof: [categories, '%o is taken for %s'],
  },
  {
    section: 8,
    rule: 'Only critical, authentication and unknown show the boundary',
    proof: [categories, 'only critical, authentication and unknown errors show the boundary'],
  },
  {
    section: 8,
    rule: 'Cross-window messaging errors are filtered and throttled',
    proof: [
      'src/client/errors.test.ts',
      'messages between windows are silenced once they are too many; other errors stay in the console',
    ],
  },
  {
    section: 8,
    rule: 'Weak password (with reasons), invalid credentials',
    proof: ['src/web/auth/auth-form.test.ts', '%o is said in words'],
  },
  {
    section: 8,
    rule: 'Speaks in he-IL from the main area text, whitespace collapsed, cut at 12000 characters',
    proof: [reader, 'of a page the text is read in one line, cut at twelve thousand characters'],
  },
  {
    section: 8,
    rule: 'If speech is unavailable the controls stay disabled',
    proof: [widget, 'where the machine has no voice the reader says so and stays quiet'],
  },

  {
    section: 9,
    rule: 'Storage key a11y-settings; hostile values leave the defaults',
    proof: [accessibility, 'a hostile value in the store leaves the defaults: %s'],
  },
  {
    section: 9,
    rule: 'Merged list max 100',
    proof: [generated, 'stored and generated notices are one list, the newest first, no longer than a hundred'],
  },
  {
    section: 9,
    rule: "Upcoming tasks: today to tomorrow, max 10, severity medium, titled 'משימה קרובה'",
    proof: [generated, 'a task of today or tomorrow makes a notice of medium severity'],
  },
  { section: 9, rule: 'At most 10 of each', proof: [generated, 'there are at most ten of each'] },
  {
    section: 9,
    rule: 'Unread high and critical severity count as high priority',
    proof: [generated, 'unread notices of high and critical severity are the urgent ones'],
  },
  {
    section: 9,
    rule: 'Cookie consent: version 1.0; default only essential on',
    proof: [cookies, 'only a plain yes allows anything'],
  },
  { section: 9, rule: 'Event history cap 1000', proof: [events, 'the newest thousand events are remembered'] },
  { section: 9, rule: 'Log buffer 100', proof: [log, 'the log keeps a hundred lines, the newest'] },
  {
    section: 9,
    rule: 'Duplicate logs suppressed after 3 within 30 s',
    proof: [log, 'the same line is taken three times in thirty seconds'],
  },
  { section: 9, rule: 'Cooldown 5 s', proof: [filter, 'the same error is told again after five seconds, not before'] },
  {
    section: 9,
    rule: '20 per minute overall',
    proof: [filter, 'twenty errors a minute are told over all kinds; a critical one has no cap of its own'],
  },
  {
    section: 9,
    rule: 'Per-category caps 3, 5, 10, 8, 15',
    proof: [filter, 'of %s errors no more than the cap are told in a minute'],
  },
  {
    section: 9,
    rule: 'Metrics older than an hour cleared every 10 min',
    proof: [filter, 'what is older than an hour is cleared, every ten minutes'],
  },
  {
    section: 9,
    rule: '5 rapid errors within 1 s open a 60 s breaker',
    proof: [log, 'five errors within a second silence the log for a minute'],
  },
  {
    section: 9,
    rule: '2 repeats logged, then 60 s silence',
    proof: [log, 'an error is logged with two repeats, and then not for a minute'],
  },
  {
    section: 9,
    rule: 'Page-view tracker: dedupe 500 ms',
    proof: [tracker, 'a view is told once within half a second, and again after it'],
  },
  {
    section: 9,
    rule: 'Page-view tracker: 20 retries at 100 ms',
    proof: [tracker, 'the script is waited for twenty times a tenth of a second'],
  },
  {
    section: 9,
    rule: 'Toasts: limit 1, removal delay 1000000 ms',
    proof: ['src/ui/toast-memory.test.ts', 'a dismissed toast leaves the store after 1000000 ms'],
  },
  {
    section: 9,
    rule: 'Real-time: throttle 2000 ms',
    proof: [changes, 'the first change goes out at once, the next ones together two seconds later'],
  },
  {
    section: 9,
    rule: 'At most 20 pending updates per channel',
    proof: [changes, 'at most twenty wait; the oldest give way and are counted by kind'],
  },
  { section: 9, rule: '10 when reduced', proof: [changes, 'while nobody looks, ten wait'] },
  {
    section: 9,
    rule: 'Up to 5 reconnect attempts, delay 2000 ms doubling',
    proof: [reconnect, 'five attempts follow after 2, 4, 8, 16 and 32 seconds, then it gives up'],
  },
  {
    section: 9,
    rule: 'Heartbeat 25000 ms; default timeout 10000 ms',
    proof: ['src/client/backend.test.ts', 'spec §9: a heartbeat every 25000 ms, and ten seconds for an answer'],
  },
  {
    section: 9,
    rule: 'Queries: stale 5 min; garbage collected at 15 min; no retries, no refetch on focus or reconnect by default',
    proof: [
      'src/client/query.test.ts',
      'spec §9: fresh for 5 minutes, collected at 15, no retries, no reading again on focus or reconnect',
    ],
  },
  {
    section: 9,
    rule: 'Theme: brand colours applied as CSS variables',
    proof: ['src/features/business-profile/brand.test.ts', 'three colours become three variables'],
  },
  {
    section: 9,
    rule: 'In dark mode the sidebar colour is 80 percent of the secondary colour',
    proof: ['e2e/the-toast-and-the-theme.spec.ts', 'in the dark the sidebar is eighty percent of the secondary colour'],
  },
]
