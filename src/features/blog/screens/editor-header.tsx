// Header of the post editor: status, save state and actions.
import {
  ArrowRight,
  CalendarClock,
  ExternalLink,
  Eye,
  EllipsisVertical,
  EyeOff,
  History,
  Send,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { refusals } from '#features/blog/blog.ts'
import { usePostAction } from '#features/blog/editing.data.ts'
import { postPath } from '#features/blog/slug.ts'
import { formatLongDate, formatTime, relativeTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import type { SaveState } from '#platform/editing/autosave.ts'
import { PostBadge } from './post-badge.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useDeletePost } from './use-delete-post.ts'
import type { PostEditing } from './use-post-editing.ts'

/** Ids of the editor fields that fix a refused publication, by refusal code. */
const fieldsOfRefusals: Readonly<Record<string, string>> = {
  title_missing: 'post-title',
  excerpt_missing: 'post-excerpt',
  body_missing: 'post-body',
}

export type NewsletterParts = {
  /** Whether the published post equals the draft: there is nothing to publish. */
  isCurrent: boolean
  /** Publishes the current draft; false if it was refused. */
  publish: () => Promise<boolean>
  onClose: () => void
}
type Props = {
  editing: PostEditing
  onHistory: () => void
  /** The dialog that publishes and sends a campaign; absent for users who may not send. */
  newsletter?: ((parts: NewsletterParts) => ReactNode) | undefined
}

export function EditorHeader({ editing, onHistory, newsletter }: Props) {
  const { state, save, note, saving, savedAt } = editing
  const [openDialog, setOpenDialog] = useState<'preview' | 'schedule' | 'newsletter'>()
  const publish = usePostAction('publish')
  const unpublish = usePostAction('unpublish')
  const removePost = useDeletePost()
  // Covers the preceding save and the request: a second click in between would be refused as stale.
  const { running, run } = useSingleFlight<'publish' | 'take down' | 'delete' | 'preview'>()
  const navigate = useNavigate()
  const isPublic = state.status === 'published'
  const isCurrent = isPublic && state.isShownAsSaved && !editing.isUnsaved

  async function publishNow(at: Date | undefined): Promise<boolean> {
    if (!(await save())) return false
    try {
      const version = await publish.mutateAsync({ ...editing.seen(), ...(at && { at: at.toISOString() }) })
      note({
        version,
        isShownAsSaved: true,
        status: at ? 'scheduled' : 'published',
        scheduled_for: at?.toISOString() ?? null,
        published_at: at ? state.published_at : (state.published_at ?? new Date().toISOString()),
      })
      if (openDialog === 'schedule') setOpenDialog(undefined)
      if (at) toast.success(`המאמר יופיע באתר ב${formatLongDate(at)}, בשעה ${formatTime(at)}`, { id: 'post-save' })
      else
        toast.success('המאמר באתר, ומבקרים רואים אותו מעכשיו', {
          id: 'post-save',
          action: { text: 'צפייה', run: () => void window.open(postPath(editing.state.slug), '_blank', 'noopener') },
        })
      return true
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'המאמר עוד לא פורסם', id: 'post-save' })
      const field = fieldsOfRefusals[refusalCode(error) ?? '']
      if (field) {
        // The field is behind a modal dialog, which restores focus when it closes.
        flushSync(() => setOpenDialog(undefined))
        setTimeout(() => document.getElementById(field)?.focus())
      }
      return false
    }
  }

  const publishAt = (at?: Date) => run('publish', () => publishNow(at))
  const isPublishing = running === 'publish'

  async function confirmUnpublish() {
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
        <SaveStateLabel saving={saving} savedAt={savedAt} />
        <Menu
          align="end"
          trigger={<Button look="ghost" iconOnly aria-label="עוד" icon={<Icon of={EllipsisVertical} />} />}
        >
          <MenuItem icon={History} onSelect={onHistory}>
            גרסאות קודמות
          </MenuItem>
          {!isPublic && (
            <MenuItem icon={CalendarClock} onSelect={() => setOpenDialog('schedule')}>
              {state.status === 'scheduled' ? 'תזמון אחר' : 'תזמון הפרסום'}
            </MenuItem>
          )}
          {newsletter && (
            <MenuItem
              icon={Send}
              onSelect={() => void run('preview', async () => (await save()) && setOpenDialog('newsletter'))}
            >
              {isCurrent ? 'שליחה כניוזלטר' : 'פרסום ושליחה כניוזלטר'}
            </MenuItem>
          )}
          {isPublic && (
            <MenuItem icon={ExternalLink} render={<Link to={postPath(state.slug)} target="_blank" reloadDocument />}>
              צפייה באתר
            </MenuItem>
          )}
          {state.status !== 'draft' && (
            <MenuItem icon={EyeOff} onSelect={() => void run('take down', confirmUnpublish)}>
              {isPublic ? 'הסרה מהאתר' : 'ביטול התזמון'}
            </MenuItem>
          )}
          <MenuItem
            icon={Trash2}
            danger
            onSelect={() =>
              void run('delete', async () => {
                if ((await save()) && (await removePost(editing.seen()))) void navigate('/crm/blog')
              })
            }
          >
            מחיקה
          </MenuItem>
        </Menu>
        <Button
          icon={<Icon of={Eye} />}
          onClick={() => void run('preview', async () => (await save()) && setOpenDialog('preview'))}
        >
          תצוגה מקדימה
        </Button>
        <Button look="primary" busy={isPublishing} disabled={isCurrent} onClick={() => void publishAt()}>
          {isPublishing ? 'מפרסמים' : isPublic ? 'פרסום השינויים' : 'פרסום'}
        </Button>
      </div>
      {openDialog === 'preview' && <PreviewDialog post={state} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'newsletter' &&
        newsletter?.({
          isCurrent,
          publish: async () => isCurrent || (await publishNow(undefined)),
          onClose: () => setOpenDialog(undefined),
        })}
      {openDialog === 'schedule' && (
        <ScheduleDialog
          before={state.scheduled_for}
          busy={isPublishing}
          onClose={() => setOpenDialog(undefined)}
          onChosen={(at) => void publishAt(at)}
        />
      )}
    </div>
  )
}

function SaveStateLabel({ saving, savedAt }: { saving: SaveState; savedAt: string }) {
  const now = useNow()
  const statusText = {
    saved: `נשמר ${relativeTime(savedAt, now)}`,
    pending: 'עוד רגע נשמר',
    saving: 'שומרים',
    failed: 'לא נשמר',
    conflict: 'לא נשמר',
  }[saving]
  return (
    <output
      className={saving === 'failed' || saving === 'conflict' ? 'post-saving post-saving--failed' : 'post-saving'}
    >
      {statusText}
    </output>
  )
}
