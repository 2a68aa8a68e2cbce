// Paths that returned 404.
import { CornerUpLeft, X } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useDismissMissing, useMissingPages } from '#features/redirects/redirects.data.ts'
import type { NotFoundEntry } from '#features/redirects/redirects.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'

export function Component() {
  useScreenTitle('כתובות שלא נמצאו')
  const { data: missing, error, isPending, refetch } = useMissingPages()
  const [from, setFrom] = useState<string>()
  if (isPending) return <Loading page size="lg" />
  if (!missing) return <FailedToLoad insteadOf={missing} error={error} onRetry={() => void refetch()} />
  if (missing.length === 0)
    return <EmptyState text="אף אחד לא הגיע לכתובת שאינה קיימת. כשזה יקרה, הכתובת תופיע כאן ואפשר יהיה להפנות אותה." />
  return (
    <>
      <p className="seo-note">נרשמת רק הכתובת עצמה, בלי מי שביקשו אותה. מה שנשבר מופיע כאן תוך כמה שניות.</p>
      <Table label="כתובות שלא נמצאו">
        <thead>
          <tr>
            <th scope="col">כתובת</th>
            <th scope="col">פעמים</th>
            <th scope="col" className="table__wide">
              מאיפה הגיעו
            </th>
            <th scope="col" className="table__wide">
              לאחרונה
            </th>
            <th scope="col">
              <span className="vh">פעולות</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {missing.map((entry) => (
            <Row key={entry.path} entry={entry} onLead={() => setFrom(entry.path)} />
          ))}
        </tbody>
      </Table>
      <RedirectDialog open={from !== undefined} from={from} onOpenChange={(open) => !open && setFrom(undefined)} />
    </>
  )
}

function Row({ entry, onLead }: { entry: NotFoundEntry; onLead: () => void }) {
  const { path, count: times, reports, last_ref, last_at } = entry
  const now = useNow()
  const forgetting = useDismissMissing()
  return (
    <tr>
      <td className="seo-title">
        <Ltr>{path}</Ltr>
        {reports > 0 && (
          <small>
            <Badge kind="warning">{count(reports, { one: 'דיווח אחד', two: 'שני דיווחים', other: '# דיווחים' })}</Badge>
          </small>
        )}
      </td>
      <td>{times.toLocaleString('he-IL')}</td>
      <td className="table__wide">{last_ref ? <Ltr>{last_ref}</Ltr> : 'לא ידוע'}</td>
      <td className="table__wide">{relativeTime(last_at, now)}</td>
      <td className="seo-acts">
        <Button size="sm" icon={<Icon of={CornerUpLeft} />} onClick={onLead} aria-label={`הפניה מ־${path}`}>
          הפניה
        </Button>
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`הסרת ${path} מהרשימה`}
          icon={<Icon of={X} />}
          onClick={() => forgetting.mutate(path, { onError: (error) => void toast.error(refusalText(error)) })}
        />
      </td>
    </tr>
  )
}
