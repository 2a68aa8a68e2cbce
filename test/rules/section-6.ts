// Section 6: roles and permissions.
import type { Rule } from './rule.ts'

const profile = 'src/features/business-profile/business-profile.db.test.ts'

export const permissions: Rule[] = [
  {
    rule: 'Protected routes need a signed-in user',
    proof: ['e2e/the-route-guard.spec.ts', 'spec §2: every staff page is behind the guard, including planned ones'],
  },
  {
    rule: "An active user_roles record with role 'client' grants the client portal",
    proof: [
      'e2e/a-client-opens-the-portal.spec.ts',
      'a client is redirected to the portal sign-in, and from there back to the requested page',
    ],
  },
  {
    rule: 'A role that is not active grants nothing',
    proof: ['src/features/accounts/accounts.db.test.ts', 'a role that is switched off gives nothing'],
  },
  {
    rule: 'Non-clients go to /client-login',
    proof: ['src/web/portal/client-guard.test.ts', 'not a client: also redirected to sign in'],
  },
  {
    rule: 'Notifications are scoped to the signed-in user',
    proof: ['src/features/notifications/notifications.db.test.ts', 'see the notices of sales'],
  },
  {
    rule: 'Tasks are scoped to the signed-in user',
    proof: ['e2e/requests-of-the-browser.spec.ts', 'notifications, tasks, the business profile, and their updates'],
  },
  {
    rule: 'The business profile is per user',
    proof: [profile, 'every user keeps one profile of their own, and only their own'],
  },
  {
    rule: 'The public business profile (logo, name) is readable without login through a server function',
    proof: [profile, 'the profile of the owner is the one of the business, for visitors without whose it is'],
  },
  {
    rule: 'Staff and admin roles: the database closes what the guard hides',
    proof: [
      'src/features/accounts/accounts.db.test.ts',
      'whoever has an authenticator app is of the business only after its code, and whoever has begun to add one still is',
    ],
  },
  {
    rule: 'The backend client uses a public anonymous key',
    proof: [
      'src/server/site/site.db.test.ts',
      'the signed-in app is one page that carries the public key, and the old dashboard leads to it',
    ],
  },
]
