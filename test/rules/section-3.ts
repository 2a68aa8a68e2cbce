// Section 3: entities and their fields.
import type { Rule } from './rule.ts'

const columns = 'test/spec-entities.db.test.ts'
const each = '%s has the fields of the specification'
const session = 'src/client/session.test.ts'
const accessibility = 'src/features/accessibility/accessibility.test.ts'
const cookies = 'src/features/cookie-consent/preferences.test.ts'

export const entities: Rule[] = [
  {
    rule: 'Session: access_token, refresh_token, expires_in, expires_at, token_type, user',
    proof: ['conformance/auth.test.ts', 'a correct password returns a session with the fields of the contract'],
  },
  {
    rule: 'User: identities, factors (factor_type totp or phone, status such as verified), email, metadata',
    proof: [
      'src/kernel/auth/factors/factors.db.test.ts',
      'an authenticator app is enrolled; its first code verifies it and raises the session to aal2',
    ],
  },
  {
    rule: 'Auth context: user, session, loading',
    proof: [session, 'the session is unknown until storage is read, and then there is no user'],
  },
  {
    rule: 'Actions: sign in with password, sign out',
    proof: [session, 'signing in and signing out notify all subscribers'],
  },
  { rule: 'Action: sign up with password', proof: [session, 'a new account is pending until its email is confirmed'] },
  {
    rule: 'Action: sign in with Google',
    proof: [
      'e2e/a-second-factor.spec.ts',
      'a Google sign-in also requires the code, and continues to the requested page',
    ],
  },
  {
    rule: 'Action: reset password',
    proof: [
      'e2e/a-business-opens.spec.ts',
      'spec §2, §4: a password reset is requested, and the mailed link requires a new password, which cannot be skipped',
    ],
  },
  { rule: 'Contact: client_user_id', proof: [columns, each] },
  { rule: 'user_roles: user_id, role, is_active', proof: [columns, each] },
  { rule: 'client_processes: id, contact_id, process_template_id, status', proof: [columns, each] },
  { rule: 'process_templates: id, name, description', proof: [columns, each] },
  { rule: 'process_stage_instances: id, client_process_id, process_stage_id', proof: [columns, each] },
  { rule: 'process_stages: id, name, stage_order, description, stage_type', proof: [columns, each] },
  {
    rule: 'Processes and stages stand as a seed',
    proof: [
      'src/features/processes/processes.db.test.ts',
      'an installation has six default stages in order, each with its duration and tasks',
    ],
  },
  {
    rule: 'Notification: id, type, title, message, severity, related_entity_type, related_entity_id, is_read, created_at, metadata',
    proof: [columns, each],
  },
  { rule: 'Task: id, name, due_date, status, user_id', proof: [columns, each] },
  {
    rule: 'business_profiles: user_id, business_name, logo_url, logo_light_url, logo_dark_url, profile_image_url, updated_at, brand_colors',
    proof: [columns, each],
  },
  {
    rule: 'brand_colors: primary, secondary, accent as hex colours',
    proof: [columns, 'brand colours are primary, secondary and accent, each six hexadecimal digits'],
  },
  { rule: 'Opportunity: name, stage', proof: [columns, each] },
  {
    rule: 'Cookie preferences: essential, functional, performance, marketing, consent date, version, under key cookie-preferences',
    proof: [
      cookies,
      'the choice is stored under its key with version and date, and essential cookies cannot be refused',
    ],
  },
  {
    rule: 'Event record: id, type, timestamp, userId, data, source',
    proof: ['src/lib/event-bus.test.ts', 'an event is a record with its id, type, time, user, data and source'],
  },
  {
    rule: 'The event bus has readers: error reports and notices',
    proof: [
      'src/web/event-readers.test.ts',
      'a reported error is sent to the server through the event bus, with its source',
    ],
  },
  {
    rule: 'Accessibility settings in local storage under key a11y-settings as JSON; every change is saved',
    proof: [
      'e2e/the-accessibility-widget.spec.ts',
      'a visitor changes reading settings by keyboard alone, and the next page applies them',
    ],
  },
  {
    rule: 'Defaults: fontScale 1, contrast normal, highlightLinks, strongFocus, reduceMotion and largeTargets false',
    proof: [accessibility, 'the default settings match the specification'],
  },
  {
    rule: 'Stored values are merged over defaults on load',
    proof: [accessibility, 'stored settings override the defaults'],
  },
  {
    rule: 'A read failure falls back to defaults',
    proof: [accessibility, 'a missing or invalid stored value gives the default settings'],
  },
  {
    rule: 'Nonsense under any key leaves the site and the app as they are',
    proof: [
      'e2e/a-hostile-browser.spec.ts',
      'spec §3, §5: arbitrary values under the storage keys do not break the site or the app',
    ],
  },
  {
    rule: 'Real-time event: eventType (INSERT, UPDATE, DELETE), table, new row, old row',
    proof: [
      'conformance/realtime-changes.test.ts',
      'filters, selected columns and deletes work, and changes on one node reach the other (protocol %s)',
    ],
  },
]
