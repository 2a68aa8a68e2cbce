// Section 7: calls.
import { wrongIn } from './mutant.ts'

const upload =
  "Upload to storage bucket 'business-logos' (logo types) or 'business-profiles' under path user/type_timestamp.ext with upsert and no cache"
const tasks =
  "select tasks (id, name, due_date, status) of the user with status 'To Do' due between today and tomorrow, limit 10"
const notices = 'select notifications of the user, newest first, limit 50'

export const calls = [
  ...wrongIn(7, 'src/kernel/auth/auth.ts', [
    ['POST signup: email, password, data', "'POST', '/signup'", "'POST', '/sign-up'"],
    ['POST token with grant_type password', "'POST', '/token'", "'POST', '/tokens'"],
    ['POST verify', "'POST', '/verify'", "'POST', '/verification'"],
    ['POST otp', "'POST', '/otp'", "'POST', '/otps'"],
    ['POST recover (email, redirect_to)', "'POST', '/recover'", "'POST', '/recovery'"],
    ['POST resend', "'POST', '/resend'", "'POST', '/send'"],
    ['GET user', "'GET', '/user'", "'GET', '/me'"],
    ['PUT user', "'PUT', '/user'", "'PUT', '/me'"],
    ['GET reauthenticate', "'GET', '/reauthenticate'", "'GET', '/authenticate'"],
    ['POST logout with scope global, local or others', "'POST', '/logout'", "'POST', '/log-out'"],
    [
      'POST factors; POST factors/{id}/challenge; POST factors/{id}/verify',
      "'/factors', enrollFactor",
      "'/factor', enrollFactor",
    ],
    ['DELETE factors/{id}', "'DELETE', '/factors/:factorId'", "'DELETE', '/factor/:factorId'"],
    ['GET .well-known/jwks.json', '/.well-known/jwks.json', '/.well-known/keys.json'],
  ]),
  ...wrongIn(7, 'src/kernel/auth/providers/routes.ts', [
    ['POST sso', "'POST', '/sso'", "'POST', '/saml'"],
    ['GET authorize (provider, redirect_to, scopes)', "'GET', '/authorize'", "'GET', '/authorization'"],
    [
      'GET user/identities/authorize; DELETE user/identities/{id}',
      "'DELETE', '/user/identities/",
      "'DELETE', '/user/identity/",
    ],
  ]),
  ...wrongIn(7, 'src/kernel/auth/admin/routes.ts', [
    ['Admin: /admin/users, /admin/users/{id}', "'POST', '/admin/users'", "'POST', '/admin/user'"],
    ['Admin: /admin/generate_link', '/admin/generate_link', '/admin/link'],
    [
      'Admin: /admin/users/{id}/factors',
      "'DELETE', '/admin/users/:userId/factors/",
      "'DELETE', '/admin/users/:userId/factor/",
    ],
  ]),
  ...wrongIn(7, 'src/kernel/storage/routes/bucket-routes.ts', [
    [
      'Bucket calls: GET, POST, PUT, DELETE on bucket and bucket/{id}; POST bucket/{id}/empty',
      '/bucket/:id/empty',
      '/bucket/:id/clear',
    ],
  ]),
  ...wrongIn(7, 'src/kernel/storage/routes/writing-routes.ts', [
    [
      'POST or PUT object/{bucket}/{path}',
      "app.put<ObjectParams>('/object/:bucket/*'",
      "app.put<ObjectParams>('/objects/:bucket/*'",
    ],
    ['object/move, copy', "'/object/move'", "'/object/rename'"],
    [
      'object/sign, upload/sign',
      "app.post<ObjectParams>('/object/sign/:bucket/*'",
      "app.post<ObjectParams>('/object/link/:bucket/*'",
    ],
    ['object/list/{bucket}', "'/object/list/:bucket'", "'/object/listing/:bucket'"],
  ]),
  ...wrongIn(7, 'src/features/notifications/notifications.data.ts', [
    [notices, "order('created_at', { ascending: false })", "order('created_at')"],
    ['update notifications is_read for all unread of the user', ".eq('is_read', false)", ".eq('is_read', true)"],
    [tasks, "'id, name, due_date, status'", "'id, name, due_date'"],
    [tasks, "'To Do'", "'Done'"],
    [tasks, 'addDays(today, 1)', 'addDays(today, 2)'],
  ]),
  ...wrongIn(7, 'src/features/notifications/notice-texts.ts', [[notices, 'stored: 50', 'stored: 51']]),
  ...wrongIn(7, 'src/features/notifications/derived-notices.ts', [[tasks, '{ upcoming: 10, ', '{ upcoming: 11, ']]),
  ...wrongIn(7, 'src/features/processes/processes.data.ts', [
    [
      'select client_processes by contact_id and status active',
      ".eq('contact_id', contactId)\n    .eq('status', 'active')",
      ".eq('contact_id', contactId)\n    .eq('status', 'closed')",
    ],
    ['select process_templates (id, name, description) by ids', "'id, name, description'", "'id, name'"],
  ]),
  ...wrongIn(7, 'src/platform/business-profile/business-profile.ts', [
    [
      'logo and logo-light also set logo_url',
      "'logo-light': { bucket: 'business-logos', columns: ['logo_light_url', 'logo_url']",
      "'logo-light': { bucket: 'business-logos', columns: ['logo_light_url']",
    ],
    [upload, "profile: { bucket: 'business-profiles'", "profile: { bucket: 'business-logos'"],
  ]),
  ...wrongIn(7, 'src/platform/business-profile/pictures.data.ts', [
    [upload, "cacheControl: '0'", "cacheControl: '60'"],
    [upload, '${kind}_${now}', '${kind}-${now}'],
    [
      'Then get the public URL with a timestamp query; then update logo_light_url, logo_dark_url or profile_image_url',
      '?t=${now}',
      '',
    ],
  ]),
  ...wrongIn(7, 'src/features/calendar/calendar.data.ts', [
    [
      'Function invoke google-calendar-sync with body action oauth_callback, code, user_id',
      'code, user_id: userId',
      'code',
    ],
  ]),
]
