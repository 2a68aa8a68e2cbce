import { useState } from 'react'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import type { ListedPage } from '#platform/pages/editing.data.ts'
import { Button } from '#ui/button.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { OpenSiteDialog } from './open-site-dialog.tsx'

/** States that the site is unpublished, with a publish button. Renders nothing once the site is published. */
export function SiteStatus({ pages }: { pages: readonly ListedPage[] }) {
  const { data: business } = usePublicBusinessProfile()
  const mayOpen = isAdmin(useOwnRoles())
  const [openDialog, setOpenDialog] = useState(false)
  if (!business || business.is_published) return null
  return (
    <div className="site-state">
      <div>
        <h2>האתר עוד לא פתוח</h2>
        <p>
          מבקרים רואים בינתיים רק את שם העסק ואת דרכי הקשר.{' '}
          {mayOpen ? 'עברו על העמודים, וכשהם מדברים בשמכם, פתחו את האתר.' : 'מי שמנהלים את העסק יכולים לפתוח אותו.'}
        </p>
      </div>
      {mayOpen && (
        <Button look="primary" onClick={() => setOpenDialog(true)}>
          פתיחת האתר
        </Button>
      )}
      {openDialog && <OpenSiteDialog pages={pages} onClose={() => setOpenDialog(false)} />}
    </div>
  )
}
