// Section 6: roles and permissions.
import type { Rule } from './rule.ts'

const profile = 'src/platform/business-profile/business-profile.db.test.ts'

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
    proof: ['src/platform/accounts/accounts.db.test.ts', 'a deactivated role grants no rights'],
  },
  {
    rule: 'Non-clients go to /client-login',
    proof: ['src/web/portal/client-guard.test.ts', 'not a client: also redirected to sign in'],
  },
  {
    rule: 'Notifications are scoped to the signed-in user',
    proof: ['src/features/notifications/notifications.db.test.ts', 'roles that may see the notices of sales: sales'],
  },
  {
    rule: 'Tasks are scoped to the signed-in user',
    proof: ['e2e/requests-of-the-browser.spec.ts', 'notifications, tasks, the business profile, and their updates'],
  },
  {
    rule: 'The business profile is per user',
    proof: [profile, 'users have one profile each and access to no other'],
  },
  {
    rule: 'The public business profile (logo, name) is readable without login through a server function',
    proof: [profile, "visitors read the owner's profile without the owner's id"],
  },
  {
    rule: 'Staff and admin roles: the database closes what the guard hides',
    proof: [
      'src/platform/accounts/accounts.db.test.ts',
      'a user with a verified second factor has staff rights only at aal2; an unverified factor does not affect their rights',
    ],
  },
  {
    rule: 'The backend client uses a public anonymous key',
    proof: [
      'src/server/site/site.db.test.ts',
      'the app shell contains the anon key and the sign-in providers, and the old dashboard URL redirects to it',
    ],
  },
]
