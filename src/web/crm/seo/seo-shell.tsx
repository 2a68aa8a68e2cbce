// Tabs of the SEO section.
import '#features/seo/screens/seo.css'
import { Outlet, useLocation } from 'react-router'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { seoTabs, tabOf } from './tabs.ts'

export function Component() {
  const { pathname } = useLocation()
  return (
    <div className="view site-rooms">
      <div className="view__head">
        <h1>קידום האתר</h1>
      </div>
      <LinkTabs
        label="קידום האתר"
        tabs={seoTabs.map(({ to, text }) => ({ to, text, isOpen: tabOf(pathname) === to }))}
      />
      <Outlet />
    </div>
  )
}
