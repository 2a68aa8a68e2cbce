// List of posts: drafts, scheduled, published.
import './posts-screen.css'
import { Plus, Star, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { refusals } from '#features/blog/blog.ts'
import {
  type EditedPost,
  currentSlug,
  useCreatePost,
  useEditedPosts,
  usePostAction,
} from '#features/blog/editing.data.ts'
import { postPath } from '#features/blog/slug.ts'
import { useViewReport } from '#platform/page-views/page-views.data.ts'
import { formatDate, formatTime, relativeTime } from '#lib/time/dates.ts'
import { searchForm } from '#lib/hebrew/search-form.ts'
import { Badge, Count } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { PostBadge } from './post-badge.tsx'

const views = [
  { id: 'all', text: 'הכול', holds: (post: EditedPost) => !post.deleted_at },
  { id: 'draft', text: 'טיוטות', holds: (post: EditedPost) => !post.deleted_at && post.status === 'draft' },
  { id: 'scheduled', text: 'מתוזמנים', holds: (post: EditedPost) => post.status === 'scheduled' },
  { id: 'published', text: 'מפורסמים', holds: (post: EditedPost) => post.status === 'published' },
  { id: 'deleted', text: 'נמחקו', holds: (post: EditedPost) => post.deleted_at !== null },
] as const

export function Component() {
  useScreenTitle('בלוג')
  const { data: posts, error, isPending, refetch } = useEditedPosts()
  const [params] = useSearchParams()
  const [typed, setTyped] = useState('')
  const begin = useNewPost()
  const view = views.find(({ id }) => id === params.get('view')) ?? views[0]
  const shown = posts?.filter(view.holds).filter(({ draft }) => searchForm(draft.title).includes(searchForm(typed)))

  return (
    <div className="view posts">
      <div className="view__head">
        <h1>בלוג</h1>
        <div className="view__end">
          <SearchField label="חיפוש במאמרים" placeholder="מילה מהכותרת" value={typed} onChange={setTyped} />
          <Button look="primary" busy={begin.isPending} icon={<Icon of={Plus} />} onClick={begin.run}>
            מאמר חדש
          </Button>
        </div>
      </div>
      {isPending && <Loading page size="lg" />}
      {!posts && error && <FailedToLoad insteadOf={posts} error={error} onRetry={() => void refetch()} />}
      {posts?.length === 0 && (
        <EmptyState
          title="כאן נכתבים המאמרים של האתר"
          text="מאמר מתחיל כטיוטה שנשמרת מעצמה. מבקרים רואים אותו רק אחרי הפרסום."
          action={
            <Button look="primary" busy={begin.isPending} onClick={begin.run}>
              המאמר הראשון
            </Button>
          }
        />
      )}
      {posts && posts.length > 0 && (
        <>
          <nav className="posts__views" aria-label="מה מוצג">
            {views.map(({ id, text, holds }) => {
              const many = posts.filter(holds).length
              if (many === 0 && id !== 'all' && id !== view.id) return null
              return (
                <Link key={id} to={`?view=${id}`} replace {...(id === view.id && { 'aria-current': 'true' as const })}>
                  {text} <Count>{many}</Count>
                </Link>
              )
            })}
          </nav>
          {shown?.length === 0 ? (
            <EmptyState
              picture={false}
              text={typed ? 'לא מצאנו מאמר כזה. אפשר לחפש מילה אחרת מהכותרת.' : 'אין כאן מאמרים עכשיו.'}
            />
          ) : (
            <Posts posts={shown ?? []} />
          )}
        </>
      )}
    </div>
  )
}

/** The row is inserted before the editor opens, so that autosave has an id. */
function useNewPost() {
  const begin = useCreatePost()
  const navigate = useNavigate()
  return {
    isPending: begin.isPending,
    run: () =>
      void begin.mutateAsync().then(
        ({ id }) => navigate(`/crm/blog/${id}`),
        (error: unknown) => toast.error(refusalText(error, refusals), { title: 'המאמר לא נפתח' }),
      ),
  }
}

const number = new Intl.NumberFormat('he-IL')

function Posts({ posts }: { posts: readonly EditedPost[] }) {
  const { data: read } = useViewReport(30, useNow())
  const viewsAt = new Map(read?.pages.map(({ label, views }) => [label, views]))
  return (
    <Table label="המאמרים">
      <thead>
        <tr>
          <th scope="col">מאמר</th>
          <th scope="col">מצב</th>
          <th scope="col" className="table__wide">
            מועד
          </th>
          <th scope="col" className="table__wide">
            צפיות ב־30 ימים
          </th>
          <th scope="col" className="table__wide">
            נשמר לאחרונה
          </th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <Row key={post.id} post={post} views={read && (viewsAt.get(postPath(currentSlug(post))) ?? 0)} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ post, views }: { post: EditedPost; views: number | undefined }) {
  const { draft, status, shown_id, draft_id, scheduled_for, published_at, featured } = post
  const now = useNow()
  const name = useStaffName()(draft.created_by)
  const title = draft.title || 'בלי כותרת'
  const at = status === 'scheduled' ? scheduled_for : status === 'published' ? published_at : null
  return (
    <tr>
      <td className="posts__title">
        {featured && (
          <span title="ראשון ברשימה באתר">
            <Icon of={Star} />
            <span className="vh">ראשון ברשימה באתר</span>
          </span>
        )}
        {post.deleted_at ? <bdi>{title}</bdi> : <Link to={`/crm/blog/${post.id}`}>{title}</Link>}
        {draft.category && <small>{draft.category.name}</small>}
      </td>
      <td>
        <span className="posts__state">
          {post.deleted_at ? (
            <>
              <Badge kind="outline">נמחק</Badge>
              <RestoreButton post={post} />
            </>
          ) : (
            <PostBadge status={status} isShownAsSaved={shown_id === draft_id} />
          )}
        </span>
      </td>
      <td className="table__wide">
        {at ? formatDate(at) : <None />}
        {at && status === 'scheduled' && ` בשעה ${formatTime(at)}`}
      </td>
      <td className="table__wide">{status === 'published' && views !== undefined ? number.format(views) : <None />}</td>
      <td className="table__wide">
        {relativeTime(draft.saved_at, now)}
        {name && (
          <>
            , <bdi>{name}</bdi>
          </>
        )}
      </td>
    </tr>
  )
}

function RestoreButton({ post: { id, version } }: { post: EditedPost }) {
  const restore = usePostAction('bringBack')
  return (
    <Button
      size="sm"
      look="ghost"
      icon={<Icon of={Undo2} />}
      busy={restore.isPending}
      onClick={() =>
        // Awaited instead of mutation callbacks: those are dropped when the button unmounts after the refetch.
        void restore.mutateAsync({ id, version }).then(
          () => toast.success('המאמר חזר, כטיוטה'),
          (error) => toast.error(refusalText(error, refusals)),
        )
      }
    >
      החזרה
    </Button>
  )
}

const None = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="vh">אין</span>
  </>
)
