// Queries and mutations of posts for site editors.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { readAll } from '#client/read-all.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { StoredImage } from '#platform/images/images.ts'
import type { Post, PostRevision, SavedPost, PostInput } from './blog.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'post_revisions.body': PostRevision['body']
  }
}

const pictureColumns = 'id, format, width, height'
const key = ['posts'] as const

export type EditedPost = Post & {
  draft: Pick<PostRevision, 'title' | 'saved_at' | 'created_by'> & { category: { name: string } | null }
  slugs: { slug: string; is_current: boolean }[]
}
export type OpenedRevision = PostRevision & { cover: StoredImage | null }
export type OpenedPost = Omit<EditedPost, 'draft'> & { draft: OpenedRevision }

const listedColumns =
  '*, draft:post_revisions!posts_draft_id_fkey(title, saved_at, created_by, category:post_categories(name)), slugs:post_slugs(slug, is_current)'
const openedColumns = `*, draft:post_revisions!posts_draft_id_fkey(*, cover:pictures(${pictureColumns})), slugs:post_slugs(slug, is_current)`

export const currentSlug = ({ slugs }: Pick<EditedPost, 'slugs'>) =>
  slugs.find(({ is_current }) => is_current)?.slug ?? ''

/** All posts, last edited first, deleted ones included. */
export async function readEditedPosts(backend: Backend): Promise<EditedPost[]> {
  const posts = await readAll((from, to) =>
    backend
      .from('posts')
      .select(listedColumns, { count: 'exact' })
      .order('updated_at', { ascending: false })
      .order('id')
      .range(from, to)
      .throwOnError(),
  )
  // A post is created together with its draft, although the column is nullable.
  return posts.map((post) => ({ ...post, draft: post.draft! }))
}

/** One post with its draft; null if it does not exist or is deleted. */
export async function readOpenedPost(backend: Backend, id: string): Promise<OpenedPost | null> {
  const { data } = await backend
    .from('posts')
    .select(openedColumns)
    .eq('id', id)
    .is('deleted_at', null)
    .maybeSingle()
    .throwOnError()
  return data && { ...data, draft: data.draft! }
}

export function useEditedPosts() {
  const backend = useBackend()
  return useQuery({ queryKey: [...key, 'all'], queryFn: () => readEditedPosts(backend), staleTime: 0 })
}

export function useOpenedPost(id: string) {
  const backend = useBackend()
  // Not cached: the editor must start from the stored draft.
  return useQuery({ queryKey: [...key, id], queryFn: () => readOpenedPost(backend, id), staleTime: 0, gcTime: 0 })
}

/** Initial value of a new post. */
export const blankPost = (title = ''): PostInput => ({
  title,
  excerpt: '',
  body: { type: 'doc', content: [] },
  cover_id: null,
  cover_alt: '',
  cover_art: 'gap',
  category_id: null,
  author_id: null,
  tags: [],
})

export const savePost = (backend: Backend, input: PostInput, of?: { id: string; seenVersion: number }) =>
  invoke<SavedPost>(backend, 'save-post', { ...of, written: input })

const calls = {
  publish: 'publish_post',
  unpublish: 'unpublish_post',
  remove: 'delete_post',
  bringBack: 'restore_post',
  restoreRevision: 'restore_post_revision',
  changeSlug: 'change_post_slug',
} as const
type PostAction = { id: string; version: number; at?: string; revision?: string; slug?: string }

/** Calls a post function by name; returns the post's new version. Throws the refusal of the database. */
export async function runPostAction(backend: Backend, what: keyof typeof calls, { id, version, ...more }: PostAction) {
  const { data } = await backend.rpc(calls[what], { post: id, seen_version: version, ...more }).throwOnError()
  return data
}

export function usePostAction(what: keyof typeof calls) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (deed: PostAction) => runPostAction(backend, what, deed),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...key, 'all'] }),
  })
}

export function useCreatePost() {
  const backend = useBackend()
  return useMutation({ mutationFn: () => savePost(backend, blankPost()) })
}

/** Pins a post to the top of the public list, or unpins it. */
export function useFeaturePost() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, featured }: Pick<Post, 'id' | 'featured'>) => {
      const { data } = await backend
        .from('posts')
        .update({ featured })
        .eq('id', id)
        .select('version')
        .single()
        .throwOnError()
      return data.version
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [...key, 'all'] }),
  })
}

/** URL of a new preview link, which replaces the previous link. */
export async function openPreview(backend: Backend, { id, slug }: { id: string; slug: string }): Promise<string> {
  const { data } = await backend.rpc('open_post_preview', { post: id }).throwOnError()
  return `/blog/${encodeURIComponent(slug)}?preview=${data}`
}

export const closePreview = async (backend: Backend, id: string) =>
  void (await backend.rpc('close_post_preview', { post: id }).throwOnError())

export type RevisionLine = Pick<PostRevision, 'id' | 'title' | 'plain' | 'excerpt' | 'why' | 'created_by' | 'saved_at'>

/** All revisions of a post, newest first. */
export const readRevisions = (backend: Backend, post: string): Promise<RevisionLine[]> =>
  readAll((from, to) =>
    backend
      .from('post_revisions')
      .select('id, title, plain, excerpt, why, created_by, saved_at', { count: 'exact' })
      .eq('post_id', post)
      .order('saved_at', { ascending: false })
      .order('id')
      .range(from, to)
      .throwOnError(),
  )

export function useRevisions(post: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, post, 'revisions'],
    staleTime: 0,
    queryFn: () => readRevisions(backend, post),
  })
}
