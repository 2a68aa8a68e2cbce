// The post editor: text at the right, settings at the left. Drafts autosave; visitors see only what is published.
import '#features/blog/screens/post-editor-screen.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type OpenedPost, useOpenedPost } from '#features/blog/editing.data.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { TextEditor } from '../post-editor/text-editor.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { PostConflictNotice } from '#features/blog/screens/post-conflict-notice.tsx'
import { EditorHeader } from '#features/blog/screens/editor-header.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { PostNewsletterDialog } from './post-newsletter-dialog.tsx'
import { PostPanel } from './post-panel.tsx'
import { RevisionsDialog } from '#features/blog/screens/revisions-dialog.tsx'
import { usePostEditing } from '#features/blog/screens/use-post-editing.ts'

export function Component() {
  const postId = useIdParam('postId')
  const { data: post, error, isPending, refetch } = useOpenedPost(postId)
  const [round, setRound] = useState(0)
  useScreenTitle(post?.draft.title || 'מאמר')
  if (isPending) return <Loading page size="lg" />
  if (error && !post) return <FailedToLoad insteadOf={post} error={error} onRetry={() => void refetch()} />
  if (!post) return <NoPost />
  // A refetched row remounts the editor, so that earlier edits are never saved over it.
  return (
    <Editor key={`${postId} ${round}`} opened={post} onReread={() => void refetch().then(() => setRound(round + 1))} />
  )
}

const NoPost = () => (
  <div className="view">
    <EmptyState
      title="אין מאמר כזה"
      text="ייתכן שמישהו מחק אותו. מאמרים שנמחקו מחכים ברשימה, תחת ״נמחקו״."
      action={
        <Link className="btn btn--primary" to="/crm/blog">
          לכל המאמרים
        </Link>
      }
    />
  </div>
)

function Editor({ opened, onReread }: { opened: OpenedPost; onReread: () => void }) {
  const editing = usePostEditing(opened)
  useUnsaved(editing.isUnsaved, editing.save)
  const { written, change, state } = editing
  const [history, setHistory] = useState(false)
  const maySend = isAdmin(useOwnRoles())
  useInvalidatePosts()
  useSaveKey(() => void editing.save())
  return (
    <div className="view post-editor">
      <EditorHeader
        editing={editing}
        onHistory={() => setHistory(true)}
        newsletter={maySend ? (parts) => <PostNewsletterDialog editing={editing} {...parts} /> : undefined}
      />
      {editing.saving === 'conflict' && (
        <PostConflictNotice onMine={() => void editing.keepMine()} onTheirs={onReread} />
      )}
      <div className="post-editor__in">
        <div className="post-editor__text">
          <TextAreaField
            id="post-title"
            name="title"
            label="כותרת"
            value={written.title}
            maxLength={120}
            rows={1}
            dir="auto"
            onChange={(event) => change({ title: event.target.value.replaceAll('\n', ' ') })}
          />
          <TextAreaField
            id="post-excerpt"
            name="excerpt"
            label="תקציר"
            hint="משפט או שניים: מופיעים ברשימת המאמרים, בתוצאות החיפוש ובשיתוף"
            value={written.excerpt}
            maxLength={300}
            rows={2}
            dir="auto"
            onChange={(event) => change({ excerpt: event.target.value.replaceAll('\n', ' ') })}
          />
          <TextEditor id="post-body" body={opened.draft.body} onChange={(body) => change({ body })} />
        </div>
        <PostPanel editing={editing} cover={opened.draft.cover} />
      </div>
      {history && (
        <RevisionsDialog
          postId={state.id}
          latest={editing.seen}
          written={written}
          save={editing.save}
          onClose={() => setHistory(false)}
          onRestored={onReread}
        />
      )}
    </div>
  )
}

/** Invalidates the list of posts when the editor unmounts. */
function useInvalidatePosts() {
  const queries = useQueryClient()
  useEffect(() => () => void queries.invalidateQueries({ queryKey: ['posts', 'all'] }), [queries])
}

/** Ctrl+S saves immediately. */
function useSaveKey(save: () => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.code !== 'KeyS') return
      event.preventDefault()
      save()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
