// Tabs of the email section.
import '#features/campaigns/screens/email.css'
import { Outlet, useLocation } from 'react-router'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { AccessDenied } from '#platform/screens/access-denied.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

export function Component() {
  const { pathname } = useLocation()
  const mayAll = isAdmin(useOwnRoles())
  const tabs = emailTabs.filter(({ isForAdmins }) => mayAll || !isForAdmins)
  const isOpen = tabs.some(({ to }) => to === pathname)
  return (
    <div className="view email">
      <div className="view__head">
        <h1>דיוור</h1>
      </div>
      {tabs.length > 1 && (
        <LinkTabs label="דיוור" tabs={tabs.map(({ to, text }) => ({ to, text, isOpen: to === pathname }))} />
      )}
      {isOpen ? (
        <Outlet />
      ) : (
        <AccessDenied text="רשימות, נוסחים ושעות פתוחים לבעלות ולהנהלה. מי שאחראי על העסק יכול לתת גישה." />
      )}
    </div>
  )
}

/** Tabs of the email section; only owners and admins see recipients. */
const emailTabs: readonly { to: string; text: string; isForAdmins: boolean }[] = [
  { to: '/crm/email', text: 'דיוורים', isForAdmins: false },
  { to: '/crm/email/templates', text: 'תבניות', isForAdmins: false },
  { to: '/crm/email/readers', text: 'רשימות וקוראים', isForAdmins: true },
  { to: '/crm/email/sequences', text: 'רצפים', isForAdmins: true },
  { to: '/crm/email/texts', text: 'נוסחי הודעות', isForAdmins: true },
  { to: '/crm/email/messages', text: 'יומן הודעות', isForAdmins: true },
  { to: '/crm/email/plan', text: 'תוכנית ההודעות', isForAdmins: true },
  { to: '/crm/email/health', text: 'תקינות', isForAdmins: true },
]
