// The link-in-bio page: texts, ordered links, clicks.
import '#platform/screens/link-rows.css'
import '#features/bio/screens/bio-screen.css'
import { ExternalLink, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { type StoredLink, useBio } from '#features/bio/bio.data.ts'
import { bioPath, clickDays, firstClickDay } from '#features/bio/bio.ts'
import { dayOf } from '#lib/time/dates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { BioClicks } from '#features/bio/screens/bio-clicks.tsx'
import { BioLinkDialog } from '#features/bio/screens/bio-link-dialog.tsx'
import { BioLinkRows } from './bio-link-rows.tsx'
import { BioTextForm } from '#features/bio/screens/bio-text-form.tsx'

export function Component() {
  useScreenTitle('עמוד הקישורים')
  const now = useNow()
  const { data, error, isPending, refetch } = useBio(firstClickDay(dayOf(now)))
  const [edited, setEdited] = useState<{ link?: StoredLink }>()
  if (isPending) return <Loading page size="lg" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  const { page, links } = data
  return (
    <div className="bio-screen">
      <section aria-labelledby="bio-links">
        <div className="row-bar">
          <h2 id="bio-links">הקישורים</h2>
          <span className="row__acts">
            <ButtonLink href={bioPath} target="_blank" rel="noreferrer" icon={<Icon of={ExternalLink} />}>
              לעמוד עצמו
            </ButtonLink>
            <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
              קישור
            </Button>
          </span>
        </div>
        {links.length === 0 ? (
          <EmptyState text="אין עדיין קישורים. כתובת אחת בפרופיל של הרשת החברתית, וממנה לכל מקום: שיחה, מדריך, בלוג." />
        ) : (
          <BioLinkRows links={links} now={now} onEdit={(link) => setEdited({ link })} />
        )}
      </section>
      <div className="bio-screen__side">
        <BioTextForm latest={page} />
        <BioClicks links={links} days={clickDays} />
      </div>
      <BioLinkDialog
        edited={edited && { latest: links.find(({ id }) => id === edited.link?.id) ?? edited.link }}
        onClose={() => setEdited(undefined)}
      />
    </div>
  )
}
