// Resources: recordings, guides and received files.
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useUserId } from '#client/session-context.tsx'
import { type MyResource, useMyFiles, useMyResources, useOpenRecording } from '#features/portal/portal.data.ts'
import { refusals } from '#features/portal/portal.ts'
import { useStageMaterials } from '#features/processes/stage-materials.data.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { MaterialList } from '../material-list.tsx'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { Document } from './document.tsx'

export function Component() {
  const me = useUserId()
  const resources = useMyResources()
  const files = useMyFiles()
  const stageMaterials = useStageMaterials()
  const [sought, setSought] = useState('')
  const isSought = (...texts: string[]) => texts.some((text) => text.includes(sought.trim()))
  const received = files.data?.filter(({ uploaded_by }) => uploaded_by !== me)
  const isKnown = Boolean(resources.data && received && stageMaterials.data)
  const error = resources.error ?? files.error ?? stageMaterials.error
  const isEmpty = resources.data?.length === 0 && received?.length === 0 && stageMaterials.data?.length === 0
  const found = resources.data?.filter(({ title, about }) => isSought(title, about)) ?? []
  const foundFiles = received?.filter(({ name }) => isSought(name)) ?? []
  const foundOfStages = stageMaterials.data?.filter(({ title, stage }) => isSought(title, stage.name)) ?? []
  const recordings = found.filter(({ kind }) => kind === 'recording')
  const guides = found.filter(({ kind }) => kind === 'guide')
  return (
    <PortalPage title="חומרים" lead="חומרים של השלבים שנפתחו, הקלטות, מדריכים וקבצים שקיבלתם.">
      {!isKnown && error && (
        <FailedToLoad
          insteadOf={undefined}
          error={error}
          onRetry={() => void Promise.all([resources.refetch(), files.refetch(), stageMaterials.refetch()])}
        />
      )}
      {!isKnown && !error && <Loading />}
      {isEmpty && (
        <EmptyState
          title="עוד אין כאן חומרים"
          text="הקלטות של הדרכות שנרשמתם אליהן, מדריכים וקבצים שנשתף אתכם יופיעו כאן."
        />
      )}
      {isKnown && !isEmpty && (
        <>
          <TextField
            name="sought"
            type="search"
            label="חיפוש בחומרים"
            autoComplete="off"
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
          {[...Map.groupBy(foundOfStages, ({ stage_id }) => stage_id)].map(([stageId, materials]) => (
            <PortalCard key={stageId} id={`stage-${stageId}`} title={`השלב ${materials[0]!.stage.name}`}>
              <MaterialList materials={materials} />
            </PortalCard>
          ))}
          {recordings.length > 0 && (
            <PortalCard id="recordings" title="הקלטות">
              <ul className="portal-tasks">
                {recordings.map((one) => (
                  <Recording key={one.id} recording={one} />
                ))}
              </ul>
            </PortalCard>
          )}
          {guides.length > 0 && (
            <PortalCard id="guides" title="מדריכים ודפי עבודה">
              <ul className="portal-tasks">
                {guides.map(({ id, title, about, path }) => (
                  <li key={id}>
                    <a className="portal-file" href={path}>
                      <bdi>{title}</bdi>
                    </a>
                    {about && <small>{about}</small>}
                  </li>
                ))}
              </ul>
            </PortalCard>
          )}
          {foundFiles.length > 0 && (
            <PortalCard id="received" title="קבצים שקיבלתם">
              <ul className="portal-tasks">
                {foundFiles.map((file) => (
                  <Document key={file.id} file={file} />
                ))}
              </ul>
            </PortalCard>
          )}
          {found.length + foundFiles.length + foundOfStages.length === 0 && (
            <output className="portal-quiet">לא נמצאו חומרים עם המילים האלה.</output>
          )}
        </>
      )}
    </PortalPage>
  )
}

function Recording({ recording: { id, title, about, path, until } }: { recording: MyResource }) {
  const now = useNow()
  const open = useOpenRecording()
  async function watch() {
    try {
      location.assign(await open.mutateAsync({ registration: id, slug: path }))
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <li>
      <button type="button" className="portal-file" onClick={() => void watch()}>
        <bdi>{title}</bdi>
      </button>
      <small>{[about, until && `זמינה עד ${formatDayNear(until, now)}`].filter(Boolean).join(' · ')}</small>
    </li>
  )
}
