// Section 5: validation rules.
import { wrongIn } from './mutant.ts'

const picture = 'A picture is one by its bytes, its size and its measures'

export const validation = [
  ...wrongIn(5, 'src/features/calendar/oauth-state.ts', [
    [
      "OAuth callback: a code is required ('No authorization code received')",
      'No authorization code received',
      'No code received',
    ],
    [
      "A state differing from the saved one fails ('Invalid state parameter - possible CSRF attack')",
      'Invalid state parameter - possible CSRF attack',
      'Invalid state parameter',
    ],
    ["An error parameter fails with 'Google OAuth error'", "refused: 'Google OAuth error'", "refused: 'Google error'"],
    [
      "Turning back at Google is an error parameter too: 'Google OAuth error', in a calm tone",
      "cancelled: 'Google OAuth error'",
      "cancelled: 'Cancelled'",
    ],
    ["An unauthenticated user fails ('User not authenticated')", 'User not authenticated', 'User not signed in'],
  ]),
  ...wrongIn(5, 'src/platform/accounts/sign-in/auth-form.ts', [
    ['Sign-in or sign-up needs an email or phone plus a password', 'יש להזין דוא״ל וסיסמה', 'שדה חובה'],
    ['A phone is offered where sign-in by phone is enabled', 'יש להזין דוא״ל או טלפון, וסיסמה', 'שדה חובה'],
  ]),
  ...wrongIn(5, 'src/features/cookie-consent/preferences.ts', [
    [
      'The essential cookie category cannot be turned off',
      '  return { essential: true, ...choice,',
      '  return { ...choice, essential: !!values.essential as true,',
    ],
  ]),
  ...wrongIn(5, 'src/client/picture-file.ts', [[picture, '5 * 1024 * 1024', '6 * 1024 * 1024']]),
  ...wrongIn(5, 'src/kernel/auth/admin/admin-user.ts', [
    ['Admin ids must be UUIDs', 'user_id must be an UUID', 'user_id must be a number'],
  ]),
]
