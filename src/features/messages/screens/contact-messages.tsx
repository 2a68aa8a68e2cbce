// The messages of one contact: sent, waiting and not sent.
import { useSearchParams } from 'react-router'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { logPageLength, useMessageLog } from '../message-log.data.ts'
import { MessageList } from './message-list.tsx'

export function ContactMessages({ contactId }: { contactId: string }) {
  const [params] = useSearchParams()
  const { data, error, isPending, refetch } = useMessageLog({ contactId, page: pageOf(params) - 1 })
  if (isPending) return <Loading />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <p className="block__text">עוד לא יצאה הודעה אוטומטית, ואין הודעה שמחכה.</p>
  return (
    <>
      <MessageList messages={data.messages} />
      {data.total > logPageLength && (
        <Pager page={data.page + 1} size={logPageLength} total={data.total} to={(to) => `?tab=messages&page=${to}`} />
      )}
    </>
  )
}
