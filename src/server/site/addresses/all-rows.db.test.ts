import { expect, test } from 'vitest'
import { readPostCategories } from '#features/blog/blog.data.ts'
import { readTags } from '#platform/tags/tags.data.ts'
import { testSite } from '../../../../test/site-app.ts'
import { inProcessClient } from '../in-process-client.ts'

// Two and a half answers of rest/v1.
const many = 2500
const { app, db, tokens } = await testSite({ demo: false })

test('the sitemap lists every post, and the categories are those of every post', async () => {
  await db.sql(`insert into post_categories (slug, name) values ('newest', 'חדשות'), ('oldest', 'ותיקות')`)
  await db.sql(
    `with made as (
       insert into posts (id) select gen_random_uuid() from generate_series(1, $1::int) returning id
     ), numbered as (
       select id, row_number() over () as n from made
     ), written as (
       insert into post_revisions (post_id, title, category_id)
       select n.id, 'post ' || n, c.id from numbered n join post_categories c on c.slug = case when n = 1 then 'oldest' else 'newest' end
       returning id, post_id, title
     )
     insert into post_slugs (slug, post_id) select replace(title, ' ', '-'), post_id from written`,
    [many],
  )
  await db.sql(
    `update posts p set status = 'published', shown_id = r.id, published_at = now() - make_interval(mins => $1 - substr(r.title, 6)::int)
     from post_revisions r where r.post_id = p.id`,
    [many],
  )
  const { body } = await app.inject('/sitemap.xml')
  expect(body.match(/<loc>[^<]*\/blog\/post-\d+<\/loc>/g)).toHaveLength(many)
  const categories = await readPostCategories(inProcessClient(app, tokens.anonKey))
  expect(categories.map(({ slug }) => slug).toSorted()).toEqual(['newest', 'oldest'])
})

test('every tag is offered', async () => {
  await db.sql(`insert into tags (name, color) select 'תגית ' || n, 'stage-1' from generate_series(1, $1::int) n`, [
    many,
  ])
  expect(await readTags(inProcessClient(app, tokens.serviceRoleKey))).toHaveLength(many)
})
