// Section 5: validation rules.
import type { Rule } from './rule.ts'

const state = 'src/features/calendar/oauth-state.test.ts'
const calendar = 'e2e/a-calendar-is-connected.spec.ts'
const widget = 'e2e/the-accessibility-widget.spec.ts'
const profile = 'e2e/the-profile-of-the-business.spec.ts'

export const validation: Rule[] = [
  {
    rule: 'Sign-in or sign-up needs an email or phone plus a password',
    proof: [
      'src/platform/accounts/sign-in/auth-form.test.ts',
      'email and password are required, with one message for both',
    ],
  },
  {
    rule: 'A phone is offered where sign-in by phone is enabled',
    proof: [
      'e2e/a-sign-in-by-phone.spec.ts',
      'where sign-in by phone is enabled, a user signs in with their phone number and password',
    ],
  },
  {
    rule: 'Otherwise an error says one of them and a password must be provided',
    proof: [
      'src/client/sign-in/auth-client.test.ts',
      'a sign-in without an email or a phone is refused with the missing fields named',
    ],
  },
  {
    rule: "OAuth callback: a code is required ('No authorization code received')",
    proof: [state, 'spec §5: no code has its own error message'],
  },
  {
    rule: "A state differing from the saved one fails ('Invalid state parameter - possible CSRF attack')",
    proof: [state, 'spec §5: another state has its own error message'],
  },
  {
    rule: "An error parameter fails with 'Google OAuth error'",
    proof: [state, 'spec §5: another error has its own error message'],
  },
  {
    rule: "Turning back at Google is an error parameter too: 'Google OAuth error', in a calm tone",
    proof: [calendar, 'a declined consent shows the specified text without an error style'],
  },
  {
    rule: "An unauthenticated user fails ('User not authenticated')",
    proof: [calendar, 'spec §5: without a session the callback connects no calendar'],
  },
  {
    rule: 'A state is good once',
    proof: [calendar, 'a callback URL cannot be used twice'],
  },
  {
    rule: 'A code is good once',
    proof: [
      'src/features/calendar/calendar.db.test.ts',
      'a code is single-use and bound to the user who started the flow',
    ],
  },
  {
    rule: 'Image upload and profile save require a signed-in user',
    proof: [profile, "spec §5, §6: the settings require the owner's role, and a visitor is sent to sign in"],
  },
  {
    rule: 'Without a session the pictures’ store takes nothing',
    proof: ['conformance/storage.test.ts', 'an upload into the folder of another user or by a visitor is refused'],
  },
  {
    rule: 'A picture is one by its bytes, its size and its measures',
    proof: ['src/platform/business-profile/picture-file.test.ts', '%s is refused with a message'],
  },
  {
    rule: 'The essential cookie category cannot be turned off',
    proof: [
      'src/features/cookie-consent/preferences.test.ts',
      'the choice is stored under its key with version and date, and essential cookies cannot be refused',
    ],
  },
  {
    rule: 'Screen reader: the read button is disabled when already playing; pause and stop when idle',
    proof: [widget, 'the page is read aloud in Hebrew, paused, continued and stopped'],
  },
  {
    rule: 'The read button is disabled when there is no text',
    proof: ['src/features/accessibility/reader.test.ts', 'empty text does not start the reader'],
  },
  {
    rule: 'Pause and stop are disabled when speech is unsupported',
    proof: [widget, 'without a voice the reader shows a message and its buttons are disabled'],
  },
  {
    rule: 'Stored sessions need access_token, refresh_token and expires_at',
    proof: [
      'e2e/a-hostile-browser.spec.ts',
      'a stored session without an access token, a refresh token or an expiry is ignored',
    ],
  },
  {
    rule: 'Admin ids must be UUIDs',
    proof: ['src/kernel/auth/admin/admin.db.test.ts', 'an id that is not a UUID: GET admin/users responds with 404'],
  },
  {
    rule: 'Storage paths have leading, trailing and duplicate slashes removed',
    proof: [
      'src/kernel/storage/objects/defaults.db.test.ts',
      'leading, trailing and duplicate slashes of a path are removed',
    ],
  },
]
