// Tabs of the site section.
import { Link, Outlet, useLocation } from 'react-router'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { buttonClasses } from '#ui/button.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

export function Component() {
  const { pathname } = useLocation()
  const mayUseLibrary = isAdmin(useOwnRoles())
  return (
    <div className="view">
      <div className="view__head">
        <h1>תוכן האתר</h1>
        {mayUseLibrary && (
          <div className="view__end">
            <Link className={buttonClasses({})} to="/admin/component-templates">
              ספריית המקטעים
            </Link>
          </div>
        )}
      </div>
      <LinkTabs label="תוכן האתר" tabs={siteTabs.map(({ to, text }) => ({ to, text, isOpen: to === pathname }))} />
      <Outlet />
    </div>
  )
}

/** Tabs of the site section, with paths below /crm/site. */
const siteTabs: readonly { to: string; text: string }[] = [
  { to: '/crm/site', text: 'עמודים' },
  { to: '/crm/site/pictures', text: 'תמונות' },
  { to: '/crm/site/reviews', text: 'המלצות' },
  { to: '/crm/site/figures', text: 'מספרים' },
  { to: '/crm/site/link-in-bio', text: 'עמוד הקישורים' },
  { to: '/crm/site/legal', text: 'מסמכים משפטיים' },
]
