// Search over all messages: sent, waiting, and unsent with the reason.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { logPageSize, type LogKind, useMessageLog } from '../message-log.data.ts'
import { outcomeLabels, reasonSentence } from '../message-reasons.ts'
import { MessageList } from './message-list.tsx'

const kinds: Record<LogKind, string> = { all: 'הכול', ahead: 'מחכות', sent: 'נשלחו', not_sent: 'לא נשלחו' }

export function Component() {
  useScreenTitle('יומן ההודעות')
  const [params, setParams] = useSearchParams()
  const [text, setText] = useState('')
  const kindParam = params.get('kind') ?? 'all'
  const kind = kindParam in kinds ? (kindParam as LogKind) : 'all'
  const outcome = params.get('outcome') ?? undefined
  const reason = params.get('reason') ?? undefined
  const from = params.get('since')
  const since = from && !Number.isNaN(Date.parse(from)) ? from : undefined
  const { data, error, isPending, refetch } = useMessageLog({
    text,
    kind,
    outcome,
    reason,
    since,
    page: pageOf(params) - 1,
  })
  const show = (next: LogKind) => setParams(next === 'all' ? {} : { kind: next }, { replace: true })
  return (
    <section className="email-part" aria-labelledby="message-log">
      <h2 id="message-log" className="vh">
        יומן ההודעות
      </h2>
      <div className="email-bar">
        <SearchField
          label="חיפוש הודעה"
          placeholder="שם, כתובת או נושא"
          value={text}
          onChange={(query) => {
            setText(query)
            show(kind)
          }}
        />
        <fieldset className="email-reasons" aria-label="אילו הודעות">
          {(Object.keys(kinds) as LogKind[]).map((one) => (
            <Button
              key={one}
              size="sm"
              look={one === kind ? 'primary' : 'ghost'}
              aria-pressed={one === kind}
              onClick={() => show(one)}
            >
              {kinds[one]}
            </Button>
          ))}
        </fieldset>
      </div>
      {(outcome || reason) && (
        <p className="email-reasons">
          <span>
            מוצגות רק הודעות שלגביהן: {reason ? reasonSentence(reason) : (outcomeLabels[outcome ?? ''] ?? outcome)}
            {since && `, מאז ${formatLongDate(since)}, ${formatTime(since)}`}
          </span>
          <Button size="sm" look="ghost" onClick={() => show('all')}>
            לכל ההודעות
          </Button>
        </p>
      )}
      {isPending && <Loading />}
      {error && !data && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="email-note">אין הודעה שמתאימה לחיפוש.</p>}
      {data && data.total > 0 && <MessageList messages={data.messages} showsContact />}
      {data && data.total > logPageSize && (
        <Pager
          page={data.page + 1}
          size={logPageSize}
          total={data.total}
          to={(to) =>
            `?${new URLSearchParams({ ...(kind !== 'all' && { kind }), ...(outcome && { outcome }), ...(reason && { reason }), ...(since && { since }), page: String(to) })}`
          }
        />
      )}
    </section>
  )
}
