import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const editors = 'owner admin content'

async function begin(status: 'draft' | 'published') {
  const [post] = await db.sql<{ id: string; version: number }>(
    `with post as (insert into posts default values returning id),
       revision as (insert into post_revisions (post_id, title, excerpt, plain) select id, 'א', 'ב', 'ג' from post returning id, post_id),
       slug as (insert into post_slugs (slug, post_id) select 'a' || left(id::text, 8), id from post)
     select post_id as id, id as revision from revision`,
  )
  const { id } = post!
  await db.sql(
    `update posts set draft_id = r.id, shown_id = case when $2 then r.id end, status = $3, published_at = case when $2 then now() end
     from post_revisions r where r.post_id = posts.id and posts.id = $1`,
    [id, status === 'published', status],
  )
  const [row] = await db.sql<{ version: number }>('select version from posts where id = $1', [id])
  return { id, version: row!.version }
}

await db.sql(`insert into post_authors (name) values ('א')`)
const draft = await begin('draft')
const published = await begin('published')

/** The role `authenticated` has the authors' column grants; only `anon` is limited to published columns. */
const readers = `visitor ${editors}`
const onPosts: [string, string][] = [
  [`select from posts where status = 'draft'`, editors],
  [`select from posts where status = 'published'`, readers],
  [`select created_by from posts where status = 'published'`, editors],
  [`select created_by from post_revisions where post_id = $published`, editors],
  [`select title from post_revisions where post_id = $draft`, editors],
  [`select title from post_revisions where post_id = $published`, readers],
  [`select slug from post_slugs where post_id = $draft`, editors],
  [`select slug from post_slugs where post_id = $published`, readers],
  [`select from published_posts where id = $published`, readers],
  [`select from published_posts where id = $draft`, 'no role'],
  ['update posts set featured = true returning id', editors],
  [`update posts set status = 'published' returning id`, 'no role'],
  [`insert into posts default values returning id`, 'no role'],
  ['delete from posts returning id', 'no role'],
  [`update post_revisions set title = 'x' returning id`, 'no role'],
  [`insert into post_slugs (slug, post_id) select 'x', id from posts returning slug`, 'no role'],
  [`insert into post_categories (slug, name) values ('x', 'x') returning id`, editors],
  [`update post_categories set name = 'x' returning id`, editors],
  ['delete from post_categories returning id', editors],
  [`insert into post_authors (name) values ('x') returning id`, editors],
  [`update post_authors set about = 'x' returning id`, editors],
  ['delete from post_authors returning id', editors],
  ['select token_hash from post_previews', 'no role'],
  ['select created_by from pictures', 'no role'],
  [`insert into pictures (format, width, height, bytes) values ('jpeg', 1, 1, 1) returning id`, 'no role'],
]
test.each(onPosts)('roles allowed to: %s', async (statement, expected) => {
  const meant = statement.replace('$draft', `'${draft.id}'`).replace('$published', `'${published.id}'`)
  expect(await whoMay(db, as, meant)).toBe(expected)
})

test.each(['publish_post', 'unpublish_post', 'delete_post', 'restore_post'])(
  'only site editors may use %s',
  async (call) => {
    const { id, version } = await begin(call === 'publish_post' ? 'draft' : 'published')
    expect(await whoMay(db, as, `select ${call}($1, $2)`, [id, version])).toBe(editors)
  },
)

test('only site editors can create and revoke preview links', async () => {
  expect(await whoMay(db, as, 'select open_post_preview($1)', [draft.id])).toBe(editors)
  expect(await whoMay(db, as, 'select close_post_preview($1)', [draft.id])).toBe(editors)
})

test.each([
  [
    'published without content',
    `insert into posts (status, published_at) values ('published', now())`,
    'published_without_content',
  ],
  [
    'scheduled without a time',
    `update posts set status = 'scheduled' where id = '${published.id}'`,
    'scheduled_without_hour',
  ],
  [
    'deleted and still published',
    `update posts set deleted_at = now() where id = '${published.id}'`,
    'deleted_but_public',
  ],
  [
    'with two current slugs',
    `insert into post_slugs (slug, post_id) values ('b', '${published.id}')`,
    'one_slug_of_now',
  ],
])('a constraint refuses a post %s', async (_what, statement, constraint) => {
  const result = await db.sql(statement).then(
    () => 'saved',
    (error: { constraint?: string }) => error.constraint,
  )
  expect(result).toBe(constraint)
})

test('no client can write the published revision directly', async () => {
  const doing = db.sql(`update post_revisions set title = 'אחר' where post_id = '${published.id}'`)
  await expect(doing).rejects.toThrow('revision_is_shown')
})
