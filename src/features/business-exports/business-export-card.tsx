import './business-export-card.css'
import { useId } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { formatLongDate, relativeTime } from '#lib/time/dates.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { formatFileSize } from '#lib/format-file-size.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { useDownloadExport, useNewestExport, useRequestExport } from './business-exports.data.ts'
import { type BusinessExport, errorTexts, refusals } from './business-exports.ts'

const number = new Intl.NumberFormat('he-IL')

/** The export of the whole business as one file. Rendered for owners only. */
export function BusinessExportCard() {
  const isOwner = useOwnRoles().includes('owner')
  const { data: newest } = useNewestExport(isOwner)
  const request = useRequestExport()
  const download = useDownloadExport()
  if (!isOwner || newest === undefined) return null
  const isMaking = newest !== null && ['waiting', 'running'].includes(newest.state)
  const error = request.error ?? download.error
  return (
    <div className="settings__form">
      <SettingsCard
        title="כל נתוני העסק בקובץ אחד"
        text="קובץ ZIP עם כל הטבלאות (Excel ו־JSON) וכל הקבצים שהועלו. ההכנה נעשית ברקע, הקובץ נשמר שבוע, וכל הורדה נרשמת ביומן."
        action={
          <Button size="sm" onClick={() => request.mutate()} busy={request.isPending} disabled={isMaking}>
            {newest?.state === 'ready' ? 'הכנה מחדש' : 'הכנת הקובץ'}
          </Button>
        }
      >
        {isMaking && <Progress made={newest} />}
        {newest?.state === 'ready' && (
          <div className="business-export">
            <Summary made={newest} />
            <Button look="primary" size="sm" onClick={() => download.mutate(newest.id)} busy={download.isPending}>
              הורדה
            </Button>
          </div>
        )}
        {newest?.state === 'failed' && (
          <ErrorText>{errorTexts[newest.fault as BusinessExport['fault'] & string]}</ErrorText>
        )}
        {error && <ErrorText>{refusalText(error, refusals)}</ErrorText>}
      </SettingsCard>
    </div>
  )
}

type FinishedExport = Pick<
  BusinessExport,
  'done_entries' | 'all_entries' | 'size_bytes' | 'row_count' | 'finished_at' | 'expires_at'
>

function Summary({ made }: { made: FinishedExport }) {
  const now = useNow()
  return (
    <p>
      מוכן {relativeTime(made.finished_at!, now)}: {number.format(made.row_count!)} שורות,{' '}
      {formatFileSize(made.size_bytes!)}. אפשר להוריד עד {formatLongDate(made.expires_at!)}.
    </p>
  )
}

function Progress({ made }: { made: FinishedExport }) {
  const id = useId()
  const { done_entries: done, all_entries: all } = made
  return (
    <output className="business-export__progress">
      <span id={id}>
        {all === 0 ? 'מתחילים…' : `נכתבו ${number.format(done)} קבצים מתוך ${number.format(all)}. אפשר להמשיך לעבוד.`}
      </span>
      <progress max={Math.max(1, all)} value={done} aria-labelledby={id} />
    </output>
  )
}
