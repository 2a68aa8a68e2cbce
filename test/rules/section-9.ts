// Section 9: business constants and limits.
import type { Rule } from './rule.ts'

const accessibility = 'src/features/accessibility/accessibility.test.ts'
const reader = 'src/features/accessibility/reader.test.ts'
const clock = 'e2e/timings.spec.ts'
const errorClock = 'e2e/browser-error-timings.spec.ts'
const renewing =
  'spec §9: a token is refreshed at a 30 s tick with three ticks left; a failure is retried after 200 ms, doubling, within 30 s'
const noticesInTime =
  'spec §8, §9: notifications are retried once after a failure, not at all with an expired token, and refetched when stale'
const errorsInTime = 'cooldowns, caps, circuit breakers and mute periods start and end on time'
const storage = 'src/kernel/storage/objects/defaults.db.test.ts'
const listing = 'a listing returns the first 100 items by name, ascending'
const generated = 'src/features/notifications/derived-notices.test.ts'
const notices = 'src/features/notifications/notifications.test.ts'
const cookies = 'src/features/cookie-consent/preferences.test.ts'
const cookieChoice = 'the choice is stored under its key with version and date, and essential cookies cannot be refused'
const filter = 'src/lib/errors/error-filter.test.ts'
const caps = 'reports of %s errors are capped per minute'
const log = 'src/lib/errors/log.test.ts'
const tracker = 'src/features/tracking/page-view-tracker.test.ts'
const changes = 'src/client/change-buffer.test.ts'
const reconnect = 'src/client/reconnect.test.ts'
const backend = 'src/client/backend.test.ts'
const query = 'src/client/query.test.ts'
const fresh = 'spec §9: fresh for 5 minutes, collected at 15, no retries, no refetch on focus or reconnect'
const legal = 'the legal pages show dates, retention periods and the responsible person'

export const limits: Rule[] = [
  {
    rule: 'Font scale steps 1, 1.2, 1.4, 1.6',
    proof: [accessibility, 'the font scale moves through its four steps and stops at both ends'],
  },
  {
    rule: 'Reader text cap 12000 characters',
    proof: [reader, 'page text is collapsed to one line and cut at twelve thousand characters'],
  },
  {
    rule: 'Language he-IL',
    proof: [reader, 'text is spoken sentence by sentence in Hebrew, then the state returns to idle'],
  },
  {
    rule: 'Storage key a11y-settings; hostile values leave the defaults',
    proof: [accessibility, 'an invalid stored value gives the defaults: %s'],
  },

  { rule: 'Auth: auto-refresh tick 30 s', proof: [clock, renewing] },
  { rule: 'Refresh begins at 3 ticks or fewer remaining (90 s)', proof: [clock, renewing] },
  { rule: 'Retry backoff from 200 ms doubling, within 30 s total', proof: [clock, renewing] },
  {
    rule: 'Default OTP channel sms',
    proof: ['src/kernel/auth/phone/phone.db.test.ts', 'a sign-up by phone is confirmed by the sent code, once'],
  },
  {
    rule: 'Default flow implicit',
    proof: [backend, 'spec §9: the default flow is implicit, and the session is persisted and refreshed'],
  },

  { rule: 'Storage: default listing 100 items, offset 0', proof: [storage, listing] },
  { rule: 'Storage: sorted by name ascending', proof: [storage, listing] },
  {
    rule: 'Default cache-control 3600; uploads do not overwrite by default',
    proof: [storage, 'an upload does not overwrite, and is cached for an hour'],
  },

  {
    rule: 'Notifications: fetch 50 stored',
    proof: [
      notices,
      'spec §7, §9: the newest fifty notifications are requested, and ten tasks each for today and tomorrow',
    ],
  },
  {
    rule: 'Notifications: stale time 2 min stored; retry once',
    proof: [notices, 'spec §9: fifty are read, fresh for two minutes, with one retry'],
  },
  { rule: 'Stale times and the one retry, in a browser', proof: [clock, noticesInTime] },
  {
    rule: 'Merged list max 100',
    proof: [generated, 'stored and derived notifications are merged into one list, newest first, at most a hundred'],
  },
  {
    rule: 'Stale time 1 min generated',
    proof: [generated, 'spec §9: ten of each kind, a hundred in total, fresh for a minute'],
  },
  {
    rule: "Upcoming tasks: severity medium, titled 'משימה קרובה'",
    proof: [generated, 'a task due today or tomorrow yields a notification of medium severity'],
  },
  {
    rule: 'Upcoming tasks: today to tomorrow',
    proof: ['e2e/requests-of-the-browser.spec.ts', 'notifications, tasks, the business profile, and their updates'],
  },
  { rule: 'Upcoming tasks: max 10', proof: [generated, 'each kind yields at most ten notifications'] },
  {
    rule: "Late tasks: severity high, titled 'משימה באיחור'",
    proof: [generated, 'an overdue task yields a notification of high severity'],
  },
  {
    rule: 'Unread high and critical severity count as high priority',
    proof: [generated, 'unread notifications of high and critical severity count as urgent'],
  },

  { rule: 'Cookie consent: valid 12 months', proof: [cookies, 'a choice expires after twelve months, to the minute'] },
  { rule: 'Cookie consent: version 1.0; key cookie-preferences', proof: [cookies, cookieChoice] },
  { rule: 'Cookie consent: default only essential on', proof: [cookies, 'only an explicit `true` allows a category'] },

  {
    rule: 'Event history cap 1000',
    proof: ['src/lib/event-bus.test.ts', 'the history holds the newest thousand events'],
  },
  { rule: 'Log buffer 100', proof: [log, 'the log buffer holds the newest hundred lines'] },
  {
    rule: 'Duplicate logs suppressed after 3 within 30 s',
    proof: [log, 'an identical line is recorded three times in thirty seconds'],
  },

  { rule: 'Cooldown 5 s', proof: [filter, 'a repeated error is reported again after five seconds, not before'] },
  {
    rule: '20 per minute overall',
    proof: [
      filter,
      'at most twenty errors a minute are reported across categories; critical errors have no cap per category',
    ],
  },
  { rule: 'Per-category caps: postMessage 3', proof: [filter, caps] },
  { rule: 'Per-category caps: flow diagram 5', proof: [filter, caps] },
  {
    rule: 'Per-category caps: authentication 10',
    proof: [filter, 'ten errors of a category open its breaker for thirty seconds; other categories pass'],
  },
  { rule: 'Per-category caps: network 8', proof: [filter, caps] },
  {
    rule: 'Per-category caps: unknown 15',
    proof: [filter, 'fifteen unknown errors are reported per minute when they are too infrequent to open the breaker'],
  },
  {
    rule: 'Circuit breaker 10 failures, 30 s',
    proof: [filter, 'ten errors of a category open its breaker for thirty seconds; other categories pass'],
  },
  {
    rule: 'Metrics older than an hour cleared every 10 min',
    proof: [filter, 'metrics older than an hour are cleared every ten minutes'],
  },
  {
    rule: '5 rapid errors within 1 s open a 60 s breaker',
    proof: [log, 'five errors within a second silence the log for a minute'],
  },
  {
    rule: '2 repeats logged, then 60 s silence',
    proof: [log, 'an error is logged with two repeats, and then suppressed for a minute'],
  },
  {
    rule: 'Cooldown, caps, breakers and silences in a browser, at their exact times',
    proof: [errorClock, errorsInTime],
  },

  {
    rule: 'Page-view tracker: dedupe 500 ms',
    proof: [tracker, 'a view is tracked once within half a second, and again after it'],
  },
  {
    rule: 'Page-view tracker: 20 retries at 100 ms',
    proof: [tracker, 'the tracker waits for the script, polling it twenty times at intervals of a tenth of a second'],
  },
  { rule: 'Page-view tracker: image fallback', proof: [tracker, 'without the script the tracking image is used'] },
  {
    rule: 'Toasts: limit 1',
    proof: [
      'e2e/the-toast-and-the-theme.spec.ts',
      'a success toast disappears after six seconds, an error toast stays; both are listed in the history',
    ],
  },
  {
    rule: 'Toasts: removal delay 1000000 ms',
    proof: ['src/ui/toast/toast-history.test.ts', 'a dismissed toast is removed from the history after 1000000 ms'],
  },

  {
    rule: 'Real-time: throttle 2000 ms',
    proof: [changes, 'the first change is delivered immediately, the following ones as a batch two seconds later'],
  },
  {
    rule: 'At most 20 pending updates per channel',
    proof: [changes, 'at most twenty changes are queued; the oldest are dropped and reported once each'],
  },
  { rule: '10 when reduced', proof: [changes, 'in a hidden tab at most ten changes are queued'] },
  {
    rule: 'Up to 5 reconnect attempts, delay 2000 ms doubling',
    proof: [reconnect, 'a lost connection is retried after 2, 4, 8, 16 and 32 seconds, and then onGiveUp is called'],
  },
  {
    rule: 'Reconnecting in a browser, at the exact times',
    proof: [
      clock,
      'spec §9: a broken realtime connection is retried after 2, 4, 8, 16 and 32 s, then an error is shown',
    ],
  },
  {
    rule: 'Heartbeat 25000 ms; default timeout 10000 ms',
    proof: [backend, 'spec §9: a heartbeat every 25000 ms, and a join timeout of ten seconds'],
  },
  { rule: 'Queries: stale 5 min; garbage collected at 15 min', proof: [query, fresh] },
  {
    rule: 'Queries: no retries, no refetch on focus or reconnect by default',
    proof: [clock, 'spec §9: every other query runs once, without refetch on focus or reconnect'],
  },

  {
    rule: 'Theme: brand colours applied as CSS variables',
    proof: ['src/platform/business-profile/brand.test.ts', 'three colours become three CSS variables'],
  },
  {
    rule: 'Brand colours reach the app and the site when they are saved',
    proof: [
      'e2e/the-profile-of-the-business.spec.ts',
      'spec §9: colours are previewed and contrast-checked before saving, and apply to the app and the site',
    ],
  },
  {
    rule: 'In dark mode the sidebar colour is 80 percent of the secondary colour',
    proof: [
      'e2e/the-toast-and-the-theme.spec.ts',
      'in dark mode the sidebar has eighty percent of the secondary colour, and its text always has a contrast of 4.5 to 1',
    ],
  },
  {
    rule: 'Company registration number 516127057 appears in legal pages',
    proof: ['test/public-pages.db.test.ts', legal],
  },
  {
    rule: 'The privacy page states 7 years retention for tax reporting',
    proof: ['test/public-pages.db.test.ts', legal],
  },
]
