import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { staffRefusals } from '#features/launches/launch-edit.ts'
import { useLaunchComments, useModerateComment } from '#features/launches/launches.data.ts'
import type { Launch, LaunchComment, LaunchContent } from '#features/launches/launches.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AnswerDialog } from './answer-dialog.tsx'

type Props = { launch: Launch; contents: readonly LaunchContent[] | undefined }

const labels = { pending: 'ממתינה', visible: 'מוצגת', hidden: 'מוסתרת' } as const

/** The comments of a launch, unanswered ones first. */
export function LaunchComments({ launch, contents }: Props) {
  const { data: comments } = useLaunchComments(contents, launch.id)
  const moderating = useModerateComment()
  const [answered, setAnswered] = useState<LaunchComment>()
  const change = (id: string, to: { status?: LaunchComment['status']; pinned?: boolean }) =>
    moderating.mutate({ id, ...to }, { onError: (error) => void toast.error(refusalText(error, staffRefusals)) })
  const inOrder = comments?.toSorted((a, b) => Number(b.status === 'pending') - Number(a.status === 'pending'))
  const titleOf = (id: string) => contents?.find((one) => one.id === id)?.title ?? ''
  return (
    <Block title="תגובות">
      {(inOrder?.length ?? 0) === 0 && <BlockText>עוד אין תגובות.</BlockText>}
      <ul className="takers">
        {inOrder?.map((comment) => (
          <li key={comment.id}>
            <div>
              <b>
                <bdi>{comment.shown_name}</bdi>
              </b>{' '}
              <Badge kind={comment.status === 'pending' ? 'warning' : 'outline'}>{labels[comment.status]}</Badge>
              <p className="launch-words">{comment.body}</p>
              <small>
                {titleOf(comment.content_id)} · {formatDate(comment.created_at)}
              </small>
            </div>
            <div className="launch-acts">
              {comment.status !== 'visible' && (
                <Button size="sm" look="soft" onClick={() => change(comment.id, { status: 'visible' })}>
                  אישור
                </Button>
              )}
              {comment.status !== 'hidden' && (
                <Button size="sm" look="ghost" onClick={() => change(comment.id, { status: 'hidden' })}>
                  הסתרה
                </Button>
              )}
              <Button size="sm" look="ghost" onClick={() => change(comment.id, { pinned: !comment.pinned })}>
                {comment.pinned ? 'ביטול נעיצה' : 'נעיצה'}
              </Button>
              <Button size="sm" look="ghost" onClick={() => setAnswered(comment)}>
                תשובה
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <AnswerDialog comment={answered} onClose={() => setAnswered(undefined)} />
    </Block>
  )
}
