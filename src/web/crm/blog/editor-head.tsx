// Above a post: where it stands, whether it is saved, and what may be done with it.
import { ArrowRight, CalendarClock, ExternalLink, Eye, EllipsisVertical, EyeOff, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/blog/blog.ts'
import { usePostAction } from '#features/blog/editing.data.ts'
import { postPath } from '#features/blog/slug.ts'
import { formatLongDate, formatTime, relativeTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useOneAtATime } from '../one-at-a-time.ts'
import type { Saving } from '../self-saving.ts'
import { PostBadge } from './post-badge.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useDeletePost } from './use-delete-post.ts'
import type { PostEditing } from './use-post-editing.ts'

type Props = { editing: PostEditing; onHistory: () => void }

export function EditorHead({ editing, onHistory }: Props) {
  const { state, save, note, saving, savedAt } = editing
  const [asking, setAsking] = useState<'preview' | 'schedule'>()
  const publish = usePostAction('publish')
  const unpublish = usePostAction('unpublish')
  const removePost = useDeletePost()
  // From the saving that comes first until the answer: a second press meanwhile would find another version and be refused.
  const { doing, once } = useOneAtATime<'publish' | 'take down' | 'delete' | 'preview'>()
  const navigate = useNavigate()
  const isPublic = state.status === 'published'
  const isCurrent = isPublic && state.isShownAsSaved && !editing.isUnsaved

  async function publishNow(at: Date | undefined) {
    if (!(await save())) return
    try {
      const version = await publish.mutateAsync({ ...editing.seen(), ...(at && { at: at.toISOString() }) })
      note({
        version,
        isShownAsSaved: true,
        status: at ? 'scheduled' : 'published',
        scheduled_for: at?.toISOString() ?? null,
        published_at: at ? state.published_at : (state.published_at ?? new Date().toISOString()),
      })
      setAsking(undefined)
      if (at) toast.success(`המאמר יופיע באתר ב${formatLongDate(at)}, בשעה ${formatTime(at)}`, { id: 'post-save' })
      else
        toast.success('המאמר באתר, ומבקרים רואים אותו מעכשיו', {
          id: 'post-save',
          action: { text: 'צפייה', run: () => void window.open(postPath(editing.state.slug), '_blank', 'noopener') },
        })
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'המאמר עוד לא פורסם', id: 'post-save' })
    }
  }

  const publishAt = (at?: Date) => once('publish', () => publishNow(at))
  const isPublishing = doing === 'publish'

  async function takeDown() {
    if (!(await save())) return
    try {
      const version = await unpublish.mutateAsync(editing.seen())
      note({ version, status: 'draft', scheduled_for: null, isShownAsSaved: false })
      toast.info(isPublic ? 'המאמר הוסר מהאתר. הכתובת שלו נשמרת' : 'התזמון בוטל', { id: 'post-save' })
    } catch (error) {
      toast.error(refusalText(error, refusals), { id: 'post-save' })
    }
  }

  return (
    <div className="view__head">
      <Link to="/crm/blog" className="btn btn--ghost btn--icon btn--sm" aria-label="לכל המאמרים">
        <Icon of={ArrowRight} />
      </Link>
      <h1 className="truncate">
        <bdi>{editing.written.title || 'מאמר חדש'}</bdi>
      </h1>
      <PostBadge {...state} />
      <div className="view__end">
        <SavingWords saving={saving} savedAt={savedAt} />
        <Menu
          align="end"
          trigger={<Button look="ghost" iconOnly aria-label="עוד" icon={<Icon of={EllipsisVertical} />} />}
        >
          <MenuItem icon={History} onSelect={onHistory}>
            גרסאות קודמות
          </MenuItem>
          {!isPublic && (
            <MenuItem icon={CalendarClock} onSelect={() => setAsking('schedule')}>
              {state.status === 'scheduled' ? 'תזמון אחר' : 'תזמון הפרסום'}
            </MenuItem>
          )}
          {isPublic && (
            <MenuItem icon={ExternalLink} render={<Link to={postPath(state.slug)} target="_blank" reloadDocument />}>
              צפייה באתר
            </MenuItem>
          )}
          {state.status !== 'draft' && (
            <MenuItem icon={EyeOff} onSelect={() => void once('take down', takeDown)}>
              {isPublic ? 'הסרה מהאתר' : 'ביטול התזמון'}
            </MenuItem>
          )}
          <MenuItem
            icon={Trash2}
            danger
            onSelect={() =>
              void once('delete', async () => {
                if ((await save()) && (await removePost(editing.seen()))) void navigate('/crm/blog')
              })
            }
          >
            מחיקה
          </MenuItem>
        </Menu>
        <Button
          icon={<Icon of={Eye} />}
          onClick={() => void once('preview', async () => (await save()) && setAsking('preview'))}
        >
          תצוגה מקדימה
        </Button>
        <Button look="primary" busy={isPublishing} disabled={isCurrent} onClick={() => void publishAt()}>
          {isPublishing ? 'מפרסמים' : isPublic ? 'פרסום השינויים' : 'פרסום'}
        </Button>
      </div>
      {asking === 'preview' && <PreviewDialog post={state} onClose={() => setAsking(undefined)} />}
      {asking === 'schedule' && (
        <ScheduleDialog
          before={state.scheduled_for}
          busy={isPublishing}
          onClose={() => setAsking(undefined)}
          onChosen={(at) => void publishAt(at)}
        />
      )}
    </div>
  )
}

function SavingWords({ saving, savedAt }: { saving: Saving; savedAt: string }) {
  const now = useNow()
  const words = {
    saved: `נשמר ${relativeTime(savedAt, now)}`,
    waiting: 'עוד רגע נשמר',
    saving: 'שומרים',
    failed: 'לא נשמר',
    behind: 'לא נשמר',
  }[saving]
  return (
    <output className={saving === 'failed' || saving === 'behind' ? 'post-saving post-saving--failed' : 'post-saving'}>
      {words}
    </output>
  )
}
