// Section 9: business constants and limits.
import { wrongIn } from './mutant.ts'

const history = 'Event history cap 1000'
const storedStale = 'Notifications: stale time 2 min stored; retry once'
const upcoming = "Upcoming tasks: severity medium, titled 'משימה קרובה'"
const overdue = "Late tasks: severity high, titled 'משימה באיחור'"
const consent = 'Cookie consent: version 1.0; key cookie-preferences'
const duplicates = 'Duplicate logs suppressed after 3 within 30 s'
const metrics = 'Metrics older than an hour cleared every 10 min'
const burst = '5 rapid errors within 1 s open a 60 s breaker'
const repeats = '2 repeats logged, then 60 s silence'
const breaker = 'Circuit breaker 10 failures, 30 s'
const script = 'Page-view tracker: 20 retries at 100 ms'
const reconnect = 'Up to 5 reconnect attempts, delay 2000 ms doubling'
const socket = 'Heartbeat 25000 ms; default timeout 10000 ms'
const queries = 'Queries: stale 5 min; garbage collected at 15 min'
const automatic = 'Queries: no retries, no refetch on focus or reconnect by default'
const brand = 'Theme: brand colours applied as CSS variables'
const retention = 'The privacy page states 7 years retention for tax reporting'

export const limits = [
  ...wrongIn(9, 'src/features/accessibility/accessibility.ts', [
    ['Font scale steps 1, 1.2, 1.4, 1.6', '[1, 1.2, 1.4, 1.6]', '[1, 1.25, 1.4, 1.6]'],
  ]),
  ...wrongIn(9, 'src/features/accessibility/reader.ts', [
    ['Reader text cap 12000 characters', 'characters: 12_000', 'characters: 11_999'],
    ['Language he-IL', "'he-IL'", "'he'"],
  ]),
  ...wrongIn(9, 'src/client/backend.ts', [
    ['Default flow implicit', "flowType: 'implicit'", "flowType: 'pkce'"],
    [socket, 'heartbeatIntervalMs: 25_000', 'heartbeatIntervalMs: 26_000'],
    [socket, 'timeout: 10_000', 'timeout: 11_000'],
  ]),
  ...wrongIn(9, 'src/kernel/storage/objects/list.ts', [
    ['Storage: default listing 100 items, offset 0', 'limit ?? 100', 'limit ?? 99'],
    ['Storage: default listing 100 items, offset 0', 'offset ?? 0', 'offset ?? 1'],
    ['Storage: sorted by name ascending', "sortBy?.order ?? 'asc'", "sortBy?.order ?? 'desc'"],
  ]),
  ...wrongIn(9, 'src/features/notifications/notice-texts.ts', [
    ['Notifications: fetch 50 stored', 'stored: 50', 'stored: 49'],
    [storedStale, 'storedStaleMs: 120_000', 'storedStaleMs: 121_000'],
    [storedStale, 'retries: 1', 'retries: 2'],
    ['Unread high and critical severity count as high priority', "severity === 'critical'", "severity === 'medium'"],
  ]),
  ...wrongIn(9, 'src/features/notifications/derived-notices.ts', [
    ['Merged list max 100', 'merged: 100', 'merged: 101'],
    ['Stale time 1 min generated', 'staleMs: 60_000', 'staleMs: 61_000'],
    ['Upcoming tasks: max 10', '{ upcoming: 10, ', '{ upcoming: 9, '],
    [upcoming, "'משימה קרובה'", "'משימה'"],
    [upcoming, "'medium' : 'high'", "'low' : 'high'"],
    [overdue, "'משימה באיחור'", "'משימה'"],
    [overdue, "'medium' : 'high'", "'medium' : 'critical'"],
  ]),
  ...wrongIn(9, 'src/features/notifications/notifications.data.ts', [
    ['Upcoming tasks: today to tomorrow', 'addDays(today, 1)', 'addDays(today, 0)'],
  ]),
  ...wrongIn(9, 'src/features/cookie-consent/preferences.ts', [
    ['Cookie consent: valid 12 months', 'validMonths = 12', 'validMonths = 11'],
    [consent, "'1.0'", "'1.1'"],
    [consent, "'cookie-preferences'", "'cookies'"],
    ['Cookie consent: default only essential on', 'values[category] === true', 'values[category] !== false'],
  ]),
  ...wrongIn(9, 'src/lib/event-bus.ts', [[history, 'eventHistoryCap = 1000', 'eventHistoryCap = 1001']]),
  ...wrongIn(9, 'src/lib/errors/log-buffer.ts', [
    ['Log buffer 100', 'lines: 100', 'lines: 101'],
    [duplicates, 'duplicates: 3', 'duplicates: 4'],
    [duplicates, 'duplicatesWithinMs: 30_000', 'duplicatesWithinMs: 31_000'],
  ]),
  ...wrongIn(9, 'src/lib/errors/error-filter.ts', [
    ['Cooldown 5 s', 'cooldownMs: 5_000', 'cooldownMs: 6_000'],
    ['20 per minute overall', 'perMinute: 20', 'perMinute: 21'],
    ['Per-category caps: postMessage 3', 'postMessage: 3', 'postMessage: 4'],
    ['Per-category caps: flow diagram 5', 'flowDiagram: 5', 'flowDiagram: 6'],
    ['Per-category caps: authentication 10', 'authentication: 10', 'authentication: 11'],
    ['Per-category caps: network 8', 'network: 8', 'network: 9'],
    ['Per-category caps: unknown 15', 'unknown: 15', 'unknown: 16'],
    [breaker, 'failures: 10', 'failures: 9'],
    [breaker, 'resetMs: 30_000', 'resetMs: 29_000'],
    [metrics, 'metricsKeptMs: 3_600_000', 'metricsKeptMs: 4_300_000'],
    [metrics, 'cleaningEveryMs: 600_000', 'cleaningEveryMs: 601_000'],
    [
      'Cooldown, caps, breakers and silences in a browser, at their exact times',
      'cooldownMs: 5_000',
      'cooldownMs: 4_000',
    ],
  ]),
  ...wrongIn(9, 'src/lib/errors/burst-filter.ts', [
    [burst, 'errors: 5', 'errors: 6'],
    [burst, 'withinMs: 1_000', 'withinMs: 900'],
    [burst, 'withinMs: 1_000, silenceMs: 60_000', 'withinMs: 1_000, silenceMs: 59_000'],
    [repeats, 'logged: 2', 'logged: 3'],
    [repeats, 'logged: 2, silenceMs: 60_000', 'logged: 2, silenceMs: 61_000'],
  ]),
  ...wrongIn(9, 'src/features/tracking/page-view-tracker.ts', [
    ['Page-view tracker: dedupe 500 ms', 'dedupeMs: 500', 'dedupeMs: 501'],
    [script, 'retries: 20', 'retries: 19'],
    [script, 'retryMs: 100', 'retryMs: 101'],
  ]),
  ...wrongIn(9, 'src/ui/toast/toast-region.tsx', [['Toasts: limit 1', 'limit: 1', 'limit: 2']]),
  ...wrongIn(9, 'src/ui/toast/toast-history.ts', [
    ['Toasts: removal delay 1000000 ms', 'removalDelayMs = 1_000_000', 'removalDelayMs = 1_000_001'],
  ]),
  ...wrongIn(9, 'src/client/change-buffer.ts', [
    ['Real-time: throttle 2000 ms', 'CHANGES_EVERY_MS = 2_000', 'CHANGES_EVERY_MS = 2_001'],
    ['At most 20 pending updates per channel', 'MAX_QUEUED = 20', 'MAX_QUEUED = 21'],
    ['10 when reduced', 'MAX_QUEUED_HIDDEN = 10', 'MAX_QUEUED_HIDDEN = 11'],
  ]),
  ...wrongIn(9, 'src/client/reconnect.ts', [
    [reconnect, 'ATTEMPTS = 5', 'ATTEMPTS = 6'],
    [reconnect, 'FIRST_WAIT_MS = 2_000', 'FIRST_WAIT_MS = 2_001'],
    [reconnect, '* 2 ** (', '* 3 ** ('],
  ]),
  ...wrongIn(9, 'src/client/query.ts', [
    [queries, 'staleTime: 5 * minute', 'staleTime: 6 * minute'],
    [queries, 'gcTime: 15 * minute', 'gcTime: 14 * minute'],
    [queries, '        retry: false,\n', '        retry: 1,\n'],
    [automatic, 'refetchOnWindowFocus: false', 'refetchOnWindowFocus: true'],
  ]),
  ...wrongIn(9, 'src/platform/business-profile/brand.ts', [[brand, '`--brand-${seed}`', '`--${seed}`']]),
  ...wrongIn(9, 'src/ui/theme-dark.css', [
    [
      'In dark mode the sidebar colour is 80 percent of the secondary colour',
      'var(--brand-secondary) 80%, black',
      'var(--brand-secondary) 85%, black',
    ],
  ]),
  ...wrongIn(9, 'src/platform/business-profile/business-profile.seed.ts', [
    ['Company registration number 516127057 appears in legal pages', "'516127057'", "'516127058'"],
  ]),
  ...wrongIn(9, 'src/features/legal/legal.tables.sql', [
    [retention, 'שבע שנים לצורכי דיווח מס', 'שש שנים לצורכי דיווח מס'],
  ]),
]
