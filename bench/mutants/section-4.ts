// Section 4: states and transitions.
import { wrongIn } from './mutant.ts'

const fontScale = 'Font scale steps 1, 1.2, 1.4, 1.6 (100 to 160%); increase stops at max, decrease at min'
const classes =
  'High contrast, invert, link highlight, strong focus, reduced motion and large targets as classes on the root element, added or removed per setting'
const derived = "Generated items (ids starting 'task-' or 'overdue-')"

export const states = [
  ...wrongIn(4, 'src/features/accessibility/accessibility.ts', [
    [fontScale, '[1, 1.2, 1.4, 1.6]', '[1, 1.2, 1.4, 1.7]'],
    [fontScale, 'fontScales.length - 1', 'fontScales.length - 2'],
    ['Font scale as a page-wide variable', "'--a11y-font-scale'", "'--font-scale'"],
    [classes, "'a11y-contrast-high'", "'a11y-high'"],
    [classes, "'a11y-contrast-invert'", "'a11y-inverted'"],
    [classes, "'a11y-highlight-links'", "'a11y-links'"],
    [classes, "'a11y-strong-focus'", "'a11y-focus'"],
    [classes, "'a11y-reduce-motion'", "'a11y-motion'"],
    [classes, "'a11y-large-targets'", "'a11y-targets'"],
  ]),
  ...wrongIn(4, 'src/features/notifications/derived-notices.ts', [
    [derived, "startsWith('task-')", "startsWith('todo-')"],
    [derived, "startsWith('overdue-')", "startsWith('late-')"],
  ]),
  ...wrongIn(4, 'src/features/notifications/notifications.data.ts', [
    [
      'Notifications: marking read sets is_read true',
      ".update({ is_read: true }).eq('id', id)",
      ".update({ is_read: false }).eq('id', id)",
    ],
  ]),
  ...wrongIn(4, 'src/features/cookie-consent/preferences.ts', [
    ['Stored consent is valid under 12 months', 'validMonths = 12', 'validMonths = 13'],
    [
      'Cookie consent: the banner shows when there is no valid stored consent; the version must match',
      'version !== preferencesVersion || ',
      '',
    ],
  ]),
  ...wrongIn(4, 'src/ui/states/error-boundary.tsx', [
    [
      'Error boundary: retry count increments; the retry button is disabled above 3',
      'maxRetries = 3',
      'maxRetries = 4',
    ],
    ['A repeated-error message shows when the count exceeds 1', 'retries > 1 &&', 'retries > 2 &&'],
  ]),
  ...wrongIn(4, 'src/lib/errors/error-filter.ts', [
    [
      'Error circuit breaker per category opens after 10 failures and resets after 30 s',
      'failures: 10',
      'failures: 11',
    ],
    [
      'Error circuit breaker per category opens after 10 failures and resets after 30 s',
      'resetMs: 30_000',
      'resetMs: 31_000',
    ],
    ['The breaker in a browser, to the millisecond', 'resetMs: 30_000', 'resetMs: 29_000'],
  ]),
  ...wrongIn(4, 'src/platform/accounts/accounts.data.ts', [
    [
      'Client check: a user is a client if an active role client exists',
      ".eq('role', 'client')",
      ".eq('role', 'coach')",
    ],
  ]),
]
