// Inserts the posts that a browser test starts with.
import { backendAs } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import type { PostInput } from '../blog.ts'
import { blankPost, runPostAction, savePost } from '../editing.data.ts'

export const backend = backendAs('content')

export const paragraph = (text: string): PostInput['body'] =>
  ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }) as PostInput['body']

/** A draft that passes the publishing checks. */
export async function addPost(known: Partial<PostInput> = {}) {
  const input: PostInput = {
    ...blankPost(unique('מאמר')),
    excerpt: 'תקציר של המאמר',
    body: paragraph('המילים הראשונות'),
    ...known,
  }
  const { id, version } = await savePost(backend, input)
  return { id, version, written: input }
}

export async function addPublished(known: Partial<PostInput> = {}) {
  const post = await addPost(known)
  return { ...post, version: await runPostAction(backend, 'publish', { id: post.id, version: post.version }) }
}

export async function readPost(id: string) {
  const { data } = await backend
    .from('posts')
    .select('*, draft:post_revisions!posts_draft_id_fkey(title, plain), slugs:post_slugs(slug, is_current)')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}
