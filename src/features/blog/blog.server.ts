// save-post: the only function that writes posts. The input is an untrusted tree; the stored body is sanitised.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { searchForm } from '#lib/hebrew/search-form.ts'
import { type Post, refusals, SavedPost, SavePost, type PostInput } from './blog.ts'
import { sanitizeBody, maxCharacters, plainOf, type PostBody, readingMinutes } from './post-body.ts'
import { slugOf } from './slug.ts'

export const savePost = defineFunction({
  name: 'save-post',
  caller: async (db) => (await db.one<{ may: boolean }>('select public.is_site_editor() as may')).may,
  as: 'service', // no role may insert revisions directly, because only this handler sanitises the body
  refusals,
  bodyLimit: 1024 * 1024,
  // Rate limit: leaves room for autosave.
  perClient: { burst: 120, refillMs: 60_000 },
  input: SavePost,
  output: SavedPost,
  async run({ input: { id, seenVersion, written }, db, caller }) {
    const content = contentOf(written)
    await refuseUnknownPicture(db, written)
    const post = id ? await lockPost(db, id, seenVersion) : await beginPost(db)
    const revision = await saveRevision(db, post, content, caller.userId)
    if (!post.has_own_slug && !post.published_at) await assignSlug(db, post.id, written.title)
    const { version, updated_at } = await db.one<Post>(
      'update posts set draft_id = $2, updated_at = clock_timestamp() where id = $1 returning version, updated_at',
      [post.id, revision],
    )
    const { slug } = await db.one<{ slug: string }>('select slug from post_slugs where post_id = $1 and is_current', [
      post.id,
    ])
    return { id: post.id, version, slug, savedAt: new Date(updated_at).toISOString() }
  },
})

type Content = Omit<PostInput, 'body'> & { body: PostBody; plain: string; search: string; reading_min: number }

function contentOf(input: PostInput): Content {
  const body = sanitizeBody(input.body)
  const plain = plainOf(body)
  if (plain.length > maxCharacters || JSON.stringify(body).length > 6 * maxCharacters)
    throw refusal('body_too_long', 422)
  const search = searchForm([input.title, input.excerpt, input.tags.join(' '), plain].join('\n'))
  return { ...input, body, plain, search, reading_min: readingMinutes(plain) }
}

async function refuseUnknownPicture(db: Db, { cover_id }: PostInput) {
  if (cover_id && (await db.query('select from pictures where id = $1', [cover_id])).length === 0)
    throw refusal('picture_unknown', 422)
}

/** Locks the row, so that concurrent saves are serialised and the second is refused as stale. */
async function lockPost(db: Db, id: string, seenVersion: number | undefined): Promise<Post> {
  const [post] = await db.query<Post>('select * from posts where id = $1 and deleted_at is null for update', [id])
  if (!post) throw refusal('post_gone', 404)
  if (post.version !== seenVersion) throw refusal('post_changed_meanwhile', 409)
  return post
}

const beginPost = (db: Db) => db.one<Post>('insert into posts default values returning *')

/**
 * One revision per author and ten minutes, so that the history is not one entry per autosave. Published and restored revisions are never
 * overwritten.
 */
async function saveRevision(db: Db, post: Post, content: Content, userId: string | undefined): Promise<string> {
  const columns = Object.keys(content)
  const values = Object.values(content).map((value: unknown, i) =>
    columns[i] === 'body' ? JSON.stringify(value) : value,
  )
  const places = columns.map((_, i) => `$${i + 3}`)
  const [same] = await db.query<{ id: string }>(
    `update post_revisions set (${columns.join(', ')}, saved_at) = (${places.join(', ')}, clock_timestamp())
     where id = $1 and created_by = $2 and why = 'saved' and created_at > now() - interval '10 minutes'
       and id is distinct from (select shown_id from posts where id = post_id)
     returning id`,
    [post.draft_id, userId, ...values],
  )
  if (same) return same.id
  const { id } = await db.one<{ id: string }>(
    `insert into post_revisions (post_id, created_by, ${columns.join(', ')}) values ($1, $2, ${places.join(', ')}) returning id`,
    [post.id, userId, ...values],
  )
  await forgetOldest(db, post.id, id)
  return id
}

const maxRevisions = 100

/** At most a hundred revisions are retained per post. */
const forgetOldest = (db: Db, post: string, newest: string) =>
  db.query(
    `delete from post_revisions r where r.post_id = $1 and r.id <> $2
       and not exists (select from posts p where p.id = $1 and r.id in (p.shown_id, p.draft_id))
       and r.id not in (select id from post_revisions where post_id = $1 order by saved_at desc limit ${maxRevisions})`,
    [post, newest],
  )

/** The slug follows the title until the post was published or a slug was chosen. */
async function assignSlug(db: Db, post: string, title: string) {
  await db.query('select give_post_slug($1, $2, false)', [post, slugOf(title) || `post-${post.slice(0, 8)}`])
}

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])

/** Job that publishes a scheduled post. */
export const publishPost: Task = async (payload, { pool }) => {
  await pool.query('select public.publish_due_post($1)', [(payload as { post: string }).post])
}
