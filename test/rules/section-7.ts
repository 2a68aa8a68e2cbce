// Section 7: calls.
import type { Rule } from './rule.ts'

const auth = 'src/kernel/auth/auth.db.test.ts'
const whole = 'src/kernel/auth/client.db.test.ts'
const wholeWay = 'the official client signs up, confirms, signs in, refreshes, changes data, recovers and signs out'
const flows = 'conformance/auth-flows.test.ts'
const providers = 'conformance/auth-providers.test.ts'
const factors = 'src/kernel/auth/factors/factors.db.test.ts'
const admin = 'conformance/auth-admin.test.ts'
const files = 'conformance/storage-files.test.ts'
const asks = 'e2e/requests-of-the-browser.spec.ts'
const ofClient = 'a client’s role, contact, processes, templates, instances and stages, in this order'
const ofStaff = 'notifications, tasks, the business profile, and their updates'
const notices = 'src/features/notifications/notifications.test.ts'
const inLimits = 'spec §7, §9: the newest fifty notifications are requested, and ten tasks each for today and tomorrow'
const profile = 'e2e/the-profile-of-the-business.spec.ts'
const picture =
  'spec §7, §8: an image is stored in its bucket and column and shown on the site; other files are rejected'

export const calls: Rule[] = [
  {
    rule: 'Each call carries an api key header and a bearer token',
    proof: ['src/client/backend.test.ts', 'spec §7: each call carries the api key and a bearer token'],
  },
  { rule: 'POST signup: email, password, data', proof: [whole, wholeWay] },
  {
    rule: 'POST signup: phone',
    proof: ['src/kernel/auth/phone/phone.db.test.ts', 'a sign-up by phone is confirmed by the sent code, once'],
  },
  {
    rule: 'POST signup: captcha',
    proof: ['src/kernel/auth/captcha/captcha.db.test.ts', '%s requires a captcha'],
  },
  {
    rule: 'POST signup: code challenge',
    proof: [
      'src/kernel/auth/flows/pkce.db.test.ts',
      'sign-up, magic link and recovery each return an auth code, and amr names the method',
    ],
  },
  { rule: 'POST token with grant_type password', proof: [auth, 'sign-in'] },
  {
    rule: 'POST token with grant_type refresh_token',
    proof: [
      'src/kernel/auth/sessions/refresh.db.test.ts',
      'a refresh returns the next refresh token of the same session',
    ],
  },
  {
    rule: 'POST token with grant_type pkce',
    proof: [
      flows,
      'a PKCE flow started on one node can be completed on the other, only once and only with its verifier',
    ],
  },
  {
    rule: 'POST token with grant_type id_token',
    proof: [providers, 'an ID token of a mobile app signs in only with its nonce and a valid signature'],
  },
  { rule: 'POST token with grant_type web3', proof: [auth, 'the web3 grant'] },
  {
    rule: 'POST otp',
    proof: [flows, 'opening a magic link shows a page, and its button signs in'],
  },
  { rule: 'POST verify', proof: [auth, 'a hash that was never mailed'] },
  { rule: 'POST resend', proof: [flows, 'resend responds the same for every address'] },
  { rule: 'POST recover (email, redirect_to)', proof: [whole, wholeWay] },
  { rule: 'POST sso', proof: ['src/kernel/auth/providers/google.db.test.ts', 'SAML sign-on is not supported'] },
  {
    rule: 'GET authorize (provider, redirect_to, scopes)',
    proof: [
      'src/kernel/auth/providers/google.db.test.ts',
      'the authorization request carries client id, state, nonce, PKCE and the client’s parameters',
    ],
  },
  { rule: 'GET user', proof: [auth, 'a signed-in user reads their own account'] },
  { rule: 'PUT user', proof: ['conformance/auth.test.ts', 'a signed-in user reads and changes their own data'] },
  {
    rule: 'GET reauthenticate',
    proof: [flows, 'a signed-in user can request a reauthentication code'],
  },
  {
    rule: 'POST logout with scope global, local or others',
    proof: ['src/kernel/auth/sessions/refresh.db.test.ts', 'sign-out ends this session, the others, or all'],
  },
  {
    rule: 'POST factors; POST factors/{id}/challenge; POST factors/{id}/verify',
    proof: [factors, 'an authenticator app is enrolled; its first code verifies it and raises the session to aal2'],
  },
  {
    rule: 'DELETE factors/{id}',
    proof: [factors, 'unenrolling a factor lowers its sessions to aal1, also after a refresh'],
  },
  {
    rule: 'GET user/identities/authorize; DELETE user/identities/{id}',
    proof: [providers, 'a Google identity is linked, and unlinked while another identity remains'],
  },
  {
    rule: 'GET .well-known/jwks.json',
    proof: ['conformance/auth.test.ts', 'the JWKS is public and contains no secret'],
  },
  {
    rule: 'Admin: /admin/users, /admin/users/{id}',
    proof: [admin, 'an administrator creates, reads, updates and deletes an account'],
  },
  { rule: 'Admin: /admin/generate_link', proof: [admin, 'an address change is completed by two generated links'] },
  { rule: 'Admin: /admin/users/{id}/factors', proof: [admin, 'an administrator deletes a lost factor'] },

  {
    rule: 'Bucket calls: GET, POST, PUT, DELETE on bucket and bucket/{id}; POST bucket/{id}/empty',
    proof: [files, 'buckets are created, read, updated, emptied and deleted'],
  },
  {
    rule: 'POST or PUT object/{bucket}/{path}',
    proof: [files, 'an upload to an existing key is refused, and an upsert or update replaces the file'],
  },
  { rule: 'object/move, copy', proof: [files, 'files are moved and copied, inside a bucket and across'] },
  {
    rule: 'object/sign, upload/sign',
    proof: [files, 'signed URLs open one file for download or upload until they expire'],
  },
  { rule: 'object/list/{bucket}', proof: [files, 'both list methods return folders'] },
  {
    rule: 'object/info; HEAD object',
    proof: [files, 'file metadata is stored and returned: content type, cache control, custom metadata'],
  },
  {
    rule: 'public paths',
    proof: [files, 'a public file needs no api key, and range and conditional requests are supported'],
  },
  { rule: 'render/image paths', proof: [files, 'images are returned in the requested size'] },

  { rule: "select user_roles by user_id, role 'client', is_active true", proof: [asks, ofClient] },
  { rule: 'select contacts by client_user_id', proof: [asks, ofClient] },
  { rule: 'select client_processes by contact_id and status active', proof: [asks, ofClient] },
  { rule: 'select process_templates (id, name, description) by ids', proof: [asks, ofClient] },
  { rule: 'select process_stage_instances by client_process_id list', proof: [asks, ofClient] },
  { rule: 'select process_stages by ids', proof: [asks, ofClient] },
  { rule: 'select notifications of the user, newest first, limit 50', proof: [notices, inLimits] },
  { rule: 'update notifications is_read by id', proof: [asks, ofStaff] },
  { rule: 'update notifications is_read for all unread of the user', proof: [asks, ofStaff] },
  { rule: 'delete a notification by id', proof: [asks, ofStaff] },
  {
    rule: "select tasks (id, name, due_date, status) of the user with status 'To Do' due between today and tomorrow, limit 10",
    proof: [notices, inLimits],
  },
  { rule: 'select business_profiles by user_id (possibly single)', proof: [asks, ofStaff] },
  { rule: 'update business_profiles with updated_at', proof: [asks, ofStaff] },
  {
    rule: 'insert business_profiles',
    proof: [
      'src/platform/business-profile/business-profile.db.test.ts',
      'users have one profile each and access to no other',
    ],
  },
  {
    rule: "Upload to storage bucket 'business-logos' (logo types) or 'business-profiles' under path user/type_timestamp.ext with upsert and no cache",
    proof: [profile, picture],
  },
  {
    rule: 'Then get the public URL with a timestamp query; then update logo_light_url, logo_dark_url or profile_image_url',
    proof: [profile, picture],
  },
  {
    rule: 'logo and logo-light also set logo_url',
    proof: [
      'src/platform/business-profile/business-profile.test.ts',
      'spec §7: logos and the profile image have separate buckets; a logo and a light logo also set the general logo',
    ],
  },
  { rule: 'RPC get_public_business_profile, anonymous access', proof: [asks, ofStaff] },
  {
    rule: 'Function invoke google-calendar-sync with body action oauth_callback, code, user_id',
    proof: ['e2e/a-calendar-is-connected.spec.ts', 'spec §2: a calendar is connected, listed, opened and disconnected'],
  },
  {
    rule: 'Whoever user_id names, the caller is connected',
    proof: [
      'src/features/calendar/calendar.db.test.ts',
      'the connection belongs to the caller, regardless of the user id in the body',
    ],
  },
  {
    rule: 'Real-time subscription to row changes on a table with an optional filter, all event types; used for opportunities',
    proof: [asks, ofStaff],
  },
  {
    rule: 'Who may hear of a row',
    proof: [
      'conformance/realtime.test.ts',
      'staff receive changes of a task; a client receives none, and a visitor is refused',
    ],
  },
  {
    rule: 'A page-view beacon goes to a social ad pixel, with an image fallback',
    proof: [
      'e2e/the-pixel.spec.ts',
      'a page view is sent only with consent to marketing cookies, by script or tracking image',
    ],
  },
]
