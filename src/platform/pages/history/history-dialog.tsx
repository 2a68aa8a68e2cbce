// Versions of a page: author, time, diff against the draft, restore.
import './history-dialog.css'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type Block, readBlocks } from '#platform/pages/blocks.ts'
import { changesBetween } from '#platform/pages/version-diff.ts'
import { revertBlock } from '#platform/pages/merge-blocks.ts'
import { usePageHistory, usePageVersion, type VersionLine } from '#platform/pages/editing.data.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { ChangesList } from './changes-list.tsx'

type Props = {
  path: string
  blocks: readonly Block[]
  publishedId: string | null
  /** Restores the whole page, or one block, from this version. */
  onRestore: (version: VersionLine, blocks: readonly Block[]) => void
  onClose: () => void
}

export function HistoryDialog({ path, publishedId, onClose, ...rest }: Props) {
  const { data: versions, error, refetch } = usePageHistory(path)
  const [chosenId, setChosen] = useState<string>()
  const selected = versions?.find(({ id }) => id === chosenId) ?? versions?.[0]
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title="היסטוריית הגרסאות">
      {error && !versions && <FailedToLoad insteadOf={versions} error={error} onRetry={() => void refetch()} />}
      {!versions && !error && (
        <DialogBody>
          <Loading />
        </DialogBody>
      )}
      {versions && selected && (
        <DialogBody>
          <div className="history">
            <ul className="history__versions" aria-label="גרסאות">
              {versions.map((version) => (
                <li key={version.id}>
                  <button
                    type="button"
                    {...(version.id === selected.id && { 'aria-current': true })}
                    onClick={() => setChosen(version.id)}
                  >
                    <VersionLabel version={version} isPublished={version.id === publishedId} />
                  </button>
                </li>
              ))}
            </ul>
            <Version key={selected.id} version={selected} {...rest} onClose={onClose} />
          </div>
        </DialogBody>
      )}
    </Dialog>
  )
}

function VersionLabel({ version, isPublished }: { version: VersionLine; isPublished: boolean }) {
  const now = useNow()
  const nameOf = useStaffName()
  const { number, note, is_planted, created_by, created_at } = version
  return (
    <>
      <b>גרסה {number}</b>
      {isPublished && <Badge kind="success">באתר</Badge>}
      <span>
        {is_planted ? 'הגיעה עם המערכת' : relativeTime(created_at, now)}
        {!is_planted && nameOf(created_by) && (
          <>
            , <bdi>{nameOf(created_by)}</bdi>
          </>
        )}
      </span>
      {note && <small>{note}</small>}
    </>
  )
}

function Version({
  version,
  blocks,
  onRestore,
  onClose,
}: Pick<Props, 'blocks' | 'onRestore' | 'onClose'> & { version: VersionLine }) {
  const { data, error, refetch } = usePageVersion(version.id)
  if (error && !data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const then = readBlocks(data)
  const changes = changesBetween(blocks, then)
  return (
    <div className="history__version">
      {changes.length === 0 ? (
        <p className="hint">זה בדיוק מה שכתוב עכשיו.</p>
      ) : (
        <>
          <p className="history__lead">מה ישתנה בחזרה לגרסה {version.number}:</p>
          <ChangesList changes={changes} onTake={(id) => onRestore(version, revertBlock(blocks, then, id))} />
          <DialogActions>
            <Button
              look="primary"
              onClick={() => {
                onRestore(version, then)
                onClose()
              }}
            >
              חזרה לגרסה {version.number}
            </Button>
          </DialogActions>
        </>
      )}
    </div>
  )
}
