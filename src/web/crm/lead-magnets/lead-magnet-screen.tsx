// One lead magnet: details, file, sequence, and the contacts behind its counts. Its page is edited in the page editor.
import '#features/products/screens/product-screen.css'
import { ExternalLink, FilePen } from 'lucide-react'
import { Link } from 'react-router'
import { useLeadMagnet } from '#features/lead-magnets/lead-magnets.data.ts'
import { pageOf } from '#features/lead-magnets/lead-magnets.ts'
import { useSeesContacts } from '#platform/accounts/gates/contacts-only.tsx'
import { pageEditorPath } from '#platform/pages/page-editor-path.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { buttonClasses, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { LeadMagnetFile } from './lead-magnet-file.tsx'
import { LeadMagnetForm } from './lead-magnet-form.tsx'
import { LeadMagnetPeople } from './lead-magnet-people.tsx'

export function Component() {
  const magnetId = useIdParam('magnetId')
  const { data: magnet, error, isPending, refetch } = useLeadMagnet(magnetId)
  const seesPeople = useSeesContacts()
  useScreenTitle(magnet?.title ?? 'מדריך להורדה')
  if (isPending) return <Loading page size="lg" />
  if (error && !magnet) return <FailedToLoad insteadOf={magnet} error={error} onRetry={() => void refetch()} />
  if (!magnet) return <NotFound />
  return (
    <div className="view">
      <div className="view__head">
        <h1>
          <bdi>{magnet.title}</bdi>
        </h1>
        <div className="view__end">
          {magnet.is_active && (
            <ButtonLink href={pageOf(magnet)} target="_blank" rel="noreferrer" icon={<Icon of={ExternalLink} />}>
              צפייה
            </ButtonLink>
          )}
          <Link className={buttonClasses({})} to={pageEditorPath(pageOf(magnet))}>
            <Icon of={FilePen} />
            כתיבת העמוד
          </Link>
        </div>
      </div>
      <div className="product">
        <LeadMagnetForm key={magnet.id} magnet={magnet} />
        <div className="product__side">
          <LeadMagnetFile magnet={magnet} />
          <LeadMagnetPeople magnet={magnet} seesPeople={seesPeople} />
        </div>
      </div>
    </div>
  )
}
