import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { kindLabels, restDayOf, staffRefusals } from '#features/launches/launch-edit.ts'
import { useContentFigures, useOrderContents } from '#features/launches/launches.data.ts'
import type { Launch, LaunchContent } from '#features/launches/launches.ts'
import { dayOf, formatDate, formatTime } from '#lib/time/dates.ts'
import { moveByOne, OrderButtons } from '#platform/editing/order-buttons.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ContentDialog } from './content-dialog.tsx'
import { ContentWorksheet } from './content-worksheet.tsx'
import { RemoveContentDialog } from './remove-content-dialog.tsx'

type Props = { launch: Launch; contents: readonly LaunchContent[] }

/** The contents in order, with release time, files, and actions. */
export function LaunchContents({ launch, contents }: Props) {
  const [edited, setEdited] = useState<{ content?: LaunchContent }>()
  const [removed, setRemoved] = useState<LaunchContent>()
  const ordering = useOrderContents()
  const { data: figures } = useContentFigures(launch.id)
  const ids = contents.map(({ id }) => id)
  const move = (id: string, by: -1 | 1) =>
    ordering.mutate(
      { launch: launch.id, ids: moveByOne(ids, id, by) },
      { onError: (error) => void toast.error(refusalText(error, staffRefusals)) },
    )
  return (
    <Block
      title="תכנים"
      action={
        <Button size="sm" icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
          תוכן
        </Button>
      }
    >
      {contents.length === 0 && <BlockText>אין עדיין תכנים.</BlockText>}
      <ol className="takers">
        {contents.map((content, i) => (
          <li key={content.id}>
            <div>
              {i + 1}. <bdi>{content.title}</bdi>
              <small>
                {kindLabels[content.kind]} · {opening(content, contents)}
                {content.expires_hours !== null && ` · נסגר ${content.expires_hours} שעות אחרי הפתיחה`}
                {content.required_for_next && ' · צריך להשלים לפני הבא'}
              </small>
              <Watched of={figures?.get(content.id)} />
              {content.kind === 'video' && content.video === null && (
                <small className="launch-missing">עוד אין סרטון</small>
              )}
              <ContentWorksheet content={content} />
            </div>
            <div className="launch-acts">
              <OrderButtons
                name={content.title}
                isFirst={i === 0}
                isLast={i === contents.length - 1}
                onMove={(by) => move(content.id, by)}
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`עריכת ${content.title}`}
                icon={<Icon of={Pencil} />}
                onClick={() => setEdited({ content })}
              />
              <Button look="ghost" size="sm" onClick={() => setRemoved(content)} aria-label={`מחיקה: ${content.title}`}>
                מחיקה
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <ContentDialog launch={launch} contents={contents} edited={edited} onClose={() => setEdited(undefined)} />
      <RemoveContentDialog content={removed} onClose={() => setRemoved(undefined)} />
    </Block>
  )
}

const Watched = ({ of: figures }: { of: { opened: number; completed: number } | undefined }) =>
  figures !== undefined &&
  figures.opened > 0 && (
    <small>
      נכנסו {figures.opened.toLocaleString('he-IL')}, השלימו {figures.completed.toLocaleString('he-IL')}
    </small>
  )

function opening(content: LaunchContent, contents: readonly LaunchContent[]) {
  const { release_kind: kind, release_at: at, release_hours: hours, release_day: day, release_time: time } = content
  if (kind === 'at' && at) {
    const rest = restDayOf(dayOf(at))
    return `${formatDate(at)} בשעה ${formatTime(at)}${rest ? ` (${rest})` : ''}`
  }
  if (kind === 'hours') return hours === 0 ? 'מיד אחרי ההצטרפות' : `${hours ?? 0} שעות אחרי ההצטרפות`
  if (kind === 'day') return `יום ${day ?? 0} אחרי ההצטרפות, ${time?.slice(0, 5) ?? ''}`
  return `אחרי השלמת ״${contents.find(({ id }) => id === content.release_after)?.title ?? ''}״`
}
