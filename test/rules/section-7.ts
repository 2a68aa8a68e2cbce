// Section 7: calls.
import type { Rule } from './rule.ts'

const auth = 'src/kernel/auth/auth.db.test.ts'
const whole = 'src/kernel/auth/client.db.test.ts'
const wholeWay = 'sign up, confirm, sign in, refresh, change, forget, recover, sign out'
const flows = 'conformance/auth-flows.test.ts'
const providers = 'conformance/auth-providers.test.ts'
const factors = 'src/kernel/auth/factors/factors.db.test.ts'
const admin = 'conformance/auth-admin.test.ts'
const files = 'conformance/storage-files.test.ts'
const asks = 'e2e/what-the-browser-asks.spec.ts'
const ofClient = 'a client’s role, contact, processes, templates, instances and stages, in this order'
const ofStaff = 'notices, tasks, the business profile and what is changed of them'
const profile = 'e2e/the-profile-of-the-business.spec.ts'
const picture =
  'spec §7, §8: a picture lies in its bucket, stands in its column and is on the site; what is no picture is refused in words'

export const calls: Rule[] = [
  {
    rule: 'Each call carries an api key header and a bearer token',
    proof: ['src/client/backend.test.ts', 'spec §7: each call carries the api key and a bearer token'],
  },
  { rule: 'POST signup: email, password, data', proof: [whole, wholeWay] },
  {
    rule: 'POST signup: phone',
    proof: [
      'src/kernel/auth/phone/phone.db.test.ts',
      'a sign-up by phone is confirmed by the code of the message, once',
    ],
  },
  {
    rule: 'POST signup: captcha',
    proof: ['src/kernel/auth/captcha/captcha.db.test.ts', '%s asks whether it was a person'],
  },
  {
    rule: 'POST signup: code challenge',
    proof: [
      'src/kernel/auth/flows/pkce.db.test.ts',
      'a sign-up, a magic link and a recovery each end with a code, and the session says how one came',
    ],
  },
  { rule: 'POST token with grant_type password', proof: [auth, 'sign-in'] },
  {
    rule: 'POST token with grant_type refresh_token',
    proof: [
      'src/kernel/auth/sessions/refresh.db.test.ts',
      'a refresh answers with the next token and the same session',
    ],
  },
  {
    rule: 'POST token with grant_type pkce',
    proof: [flows, 'a flow that begins at one node ends at the other, once, and only with its verifier'],
  },
  {
    rule: 'POST token with grant_type id_token',
    proof: [
      providers,
      'an app that asks the provider by itself signs in with the ID token, and nobody else does with it',
    ],
  },
  { rule: 'POST token with grant_type web3', proof: [auth, 'the grant of a wallet'] },
  {
    rule: 'POST otp',
    proof: [flows, 'a magic link shows a page to whatever opens it, and its button signs in'],
  },
  { rule: 'POST verify', proof: [auth, 'a hash that nobody mailed'] },
  { rule: 'POST resend', proof: [flows, 'resending says the same to everybody'] },
  { rule: 'POST recover (email, redirect_to)', proof: [whole, wholeWay] },
  { rule: 'POST sso', proof: ['src/kernel/auth/providers/google.db.test.ts', 'sign-on by companies is not there'] },
  {
    rule: 'GET authorize (provider, redirect_to, scopes)',
    proof: [
      'src/kernel/auth/providers/google.db.test.ts',
      'the question to Google names us, is bound to this browser and carries the wishes of the client',
    ],
  },
  { rule: 'GET user', proof: [auth, 'who am I'] },
  { rule: 'PUT user', proof: ['conformance/auth.test.ts', 'a signed-in user reads and changes their own data'] },
  {
    rule: 'GET reauthenticate',
    proof: [flows, 'whoever is signed in may ask for a code to prove it once more'],
  },
  {
    rule: 'POST logout with scope global, local or others',
    proof: ['src/kernel/auth/sessions/refresh.db.test.ts', 'signing out ends this device, the others, or all'],
  },
  {
    rule: 'POST factors; POST factors/{id}/challenge; POST factors/{id}/verify',
    proof: [factors, 'an app is added, its first code makes it count and the session one of aal2'],
  },
  {
    rule: 'DELETE factors/{id}',
    proof: [factors, 'taking a factor away puts its sessions back to aal1, also after a refresh'],
  },
  {
    rule: 'GET user/identities/authorize; DELETE user/identities/{id}',
    proof: [providers, 'a Google account is added to one’s own, and taken away while another way in stays'],
  },
  {
    rule: 'GET .well-known/jwks.json',
    proof: ['conformance/auth.test.ts', 'the public keys are public and hold no secret'],
  },
  {
    rule: 'Admin: /admin/users, /admin/users/{id}',
    proof: [admin, 'an administrator makes, reads, changes and deletes an account'],
  },
  { rule: 'Admin: /admin/generate_link', proof: [admin, 'an address changes by two generated links'] },
  { rule: 'Admin: /admin/users/{id}/factors', proof: [admin, 'a lost factor is taken away'] },

  {
    rule: 'Bucket calls: GET, POST, PUT, DELETE on bucket and bucket/{id}; POST bucket/{id}/empty',
    proof: [files, 'buckets are made, found, changed, emptied and deleted'],
  },
  {
    rule: 'POST or PUT object/{bucket}/{path}',
    proof: [files, 'a taken key is refused, replaced by upsert, replaced by update'],
  },
  { rule: 'object/move, copy', proof: [files, 'files are moved and copied, inside a bucket and across'] },
  {
    rule: 'object/sign, upload/sign',
    proof: [files, 'links open one file for a while, to read it or to write it'],
  },
  { rule: 'object/list/{bucket}', proof: [files, 'folders are listed by both ways'] },
  {
    rule: 'object/info; HEAD object',
    proof: [files, 'what is said of a file is kept: type, cache, metadata; and can be asked for'],
  },
  {
    rule: 'public paths',
    proof: [files, 'a public file needs no key; parts and unchanged files are answered as such'],
  },
  { rule: 'render/image paths', proof: [files, 'pictures come in the size that was asked for'] },

  { rule: "select user_roles by user_id, role 'client', is_active true", proof: [asks, ofClient] },
  { rule: 'select contacts by client_user_id', proof: [asks, ofClient] },
  { rule: 'select client_processes by contact_id and status active', proof: [asks, ofClient] },
  { rule: 'select process_templates (id, name, description) by ids', proof: [asks, ofClient] },
  { rule: 'select process_stage_instances by client_process_id list', proof: [asks, ofClient] },
  { rule: 'select process_stages by ids', proof: [asks, ofClient] },
  { rule: 'select notifications of the user, newest first, limit 50', proof: [asks, ofStaff] },
  { rule: 'update notifications is_read by id', proof: [asks, ofStaff] },
  { rule: 'update notifications is_read for all unread of the user', proof: [asks, ofStaff] },
  { rule: 'delete a notification by id', proof: [asks, ofStaff] },
  {
    rule: "select tasks (id, name, due_date, status) of the user with status 'To Do' due between today and tomorrow, limit 10",
    proof: [asks, ofStaff],
  },
  { rule: 'select business_profiles by user_id (possibly single)', proof: [asks, ofStaff] },
  { rule: 'update business_profiles with updated_at', proof: [asks, ofStaff] },
  {
    rule: 'insert business_profiles',
    proof: [
      'src/features/business-profile/business-profile.db.test.ts',
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
      'src/features/business-profile/business-profile.test.ts',
      'spec §7: logos and the profile image have separate buckets; a logo and a light logo also set the general logo',
    ],
  },
  { rule: 'RPC get_public_business_profile, anonymous access', proof: [asks, ofStaff] },
  {
    rule: 'Function invoke google-calendar-sync with body action oauth_callback, code, user_id',
    proof: [
      'e2e/a-calendar-is-connected.spec.ts',
      'spec §2: a calendar is connected, seen, looked at and disconnected',
    ],
  },
  {
    rule: 'Whoever user_id names, the caller is connected',
    proof: [
      'src/features/calendar/calendar.db.test.ts',
      'the connection belongs to the caller, whatever user id the body names',
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
      'staff hear of a task as it changes; a client hears nothing, and a visitor is told that there is nothing to hear',
    ],
  },
  {
    rule: 'A page-view beacon goes to a social ad pixel, with an image fallback',
    proof: [
      'e2e/the-pixel.spec.ts',
      'a page view is told only after marketing cookies were allowed, by the script or else by a picture',
    ],
  },
]
