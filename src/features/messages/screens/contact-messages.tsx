// The messages of one contact or one entity: sent, waiting and not sent.
import { Link, useSearchParams } from 'react-router'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { entityOf, logPageSize, useMessageLog } from '../message-log.data.ts'
import { MessageList } from './message-list.tsx'

export function ContactMessages({ contactId }: { contactId: string }) {
  const [params] = useSearchParams()
  const entityParam = params.get('about')
  const about = entityOf(entityParam)
  const { data, error, isPending, refetch } = useMessageLog({ contactId, about, page: pageOf(params) - 1 })
  if (isPending) return <Loading />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  return (
    <>
      {about && (
        <p className="block__text">
          מוצגות רק ההודעות על עניין אחד{data.messages[0] && `: ${data.messages[0].context_label ?? 'אוטומציה'}`}, לכל
          מי שקיבלו אותן. <Link to="?tab=messages">לכל ההודעות של איש הקשר</Link>
        </p>
      )}
      {data.total === 0 && <p className="block__text">עוד לא יצאה הודעה אוטומטית, ואין הודעה שמחכה.</p>}
      {data.total > 0 && <MessageList messages={data.messages} showsContact={about !== undefined} />}
      {data.total > logPageSize && (
        <Pager
          page={data.page + 1}
          size={logPageSize}
          total={data.total}
          to={(page) => `?tab=messages&page=${page}${about ? `&about=${entityParam}` : ''}`}
        />
      )}
    </>
  )
}
