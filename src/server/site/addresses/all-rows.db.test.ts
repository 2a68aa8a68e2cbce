import { expect, test } from 'vitest'
import { readChangesSince } from '#features/audit/audit.data.ts'
import { readPostCategories } from '#features/blog/blog.data.ts'
import { readEditedPosts, readRevisions } from '#features/blog/editing.data.ts'
import { readCampaigns } from '#features/campaigns/campaigns.data.ts'
import { readAllMatching } from '#features/opportunities/list/opportunity-list.data.ts'
import { readLedger } from '#features/payments/payments.data.ts'
import { readRedirects } from '#features/redirects/redirects.data.ts'
import { readApprovedReviews, readReviews } from '#features/reviews/reviews.data.ts'
import { readSessions } from '#features/webinars/webinars.data.ts'
import { readTags } from '#platform/tags/tags.data.ts'
import { makeActors } from '../../../../test/actors.ts'
import { testSite } from '../../../../test/site-app.ts'
import { inProcessClient } from '../in-process-client.ts'

// More rows than two full responses of rest/v1.
const many = 2001
const { app, db, tokens } = await testSite({ demo: false })
const server = inProcessClient(app, tokens.serviceRoleKey)
const visitor = inProcessClient(app, tokens.anonKey)

test('the sitemap and the blog categories cover all posts beyond the row limit of one response', async () => {
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
  const categories = await readPostCategories(visitor)
  expect(categories.map(({ slug }) => slug).toSorted()).toEqual(['newest', 'oldest'])
  expect(await readEditedPosts(server)).toHaveLength(many + 1)
})

const [{ contact, pipeline, post }] = (await db.sql(`
  with person as (insert into contacts (first_name) values ('נועה') returning id),
    written as (insert into posts default values returning id)
  select person.id as contact, written.id as post, (select id from pipelines where is_default) as pipeline from person, written`)) as [
  { contact: string; pipeline: string; post: string },
]

test.each([
  {
    what: 'opportunity that matches a filter',
    table: 'opportunities',
    make: `insert into opportunities (name, contact_id, pipeline_id) select 'ליווי ' || n, '${contact}', '${pipeline}'`,
    read: () => readAllMatching(server, { pipelineId: pipeline, filter: {} }),
  },
  {
    what: 'charge of a contact',
    table: 'charges',
    make: `insert into charges (contact_id, title, amount_agorot, due_on) select '${contact}', 'פגישה', 100, '2026-01-01'`,
    read: async () => (await readLedger(server, [contact])).charges,
  },
  {
    what: 'payment of a contact',
    table: 'payments',
    make: `insert into payments (contact_id, method, amount_agorot) select '${contact}', 'cash', 100`,
    read: async () => (await readLedger(server, [contact])).payments,
  },
  {
    what: 'revision of a post',
    make: `insert into post_revisions (post_id, title) select '${post}', 'טיוטה'`,
    read: () => readRevisions(server, post),
  },
  {
    what: 'change of a row since a version',
    make: `insert into audit_log (action, entity, entity_id, version) select 'update', 'tags', 'x', n`,
    read: () => readChangesSince(server, 'tags', 'x', 0),
  },
  {
    what: 'redirect',
    make: `insert into redirects (from_path, to_address) select '/from-' || n, '/about'`,
    read: () => readRedirects(server),
  },
  {
    what: 'campaign',
    make: `insert into campaigns (name) select 'קמפיין ' || n`,
    read: () => readCampaigns(server),
  },
  {
    what: 'pending review',
    make: `insert into reviews (shown_name, body, original_body) select 'דנה', 'היה טוב מאוד', 'היה טוב מאוד'`,
    read: () => readReviews(server, ['pending']),
  },
  {
    what: 'approved review',
    make: `insert into reviews (shown_name, body, original_body, source, permission, permitted_on, status, approved_at)
      select 'דנה', 'היה טוב מאוד', 'היה טוב מאוד', 'manual', 'בכתב', '2026-01-01', 'approved', now()`,
    read: () => readApprovedReviews(visitor),
  },
])('every $what is read, also beyond the row limit of one response', async ({ table, make, read }) => {
  // Inserting the history, events and documents of so many rows takes seconds, and none of them is read here.
  if (table) await db.sql(`alter table ${table} disable trigger user, enable trigger set_derived`)
  await db.sql(`${make} from generate_series(1, $1::int) n`, [many])
  expect(await read()).toHaveLength(many)
})

test('every tag is offered, also beyond the row limit of one response', async () => {
  await db.sql(`insert into tags (name, color) select 'תגית ' || n, 'stage-1' from generate_series(1, $1::int) n`, [
    many,
  ])
  expect(await readTags(server)).toHaveLength(many)
})

test('every session of webinars is read with its metrics, also beyond the row limit of one response', async () => {
  const { owner } = (await makeActors(db)).as
  const [webinar] = await db.sql<{ id: string }>(
    `insert into webinars (slug, title, kind, status) values ('every-quarter', 'תקציב שמחזיק', 'live', 'published') returning id`,
  )
  await db.sql(
    `insert into webinar_sessions (webinar_id, starts_at) select $2, now() - make_interval(mins => 15 * n) from generate_series(1, $1::int) n`,
    [many, webinar!.id],
  )
  const staff = inProcessClient(app, await tokens.sign({ ...owner, aud: 'authenticated' }, 600))
  const sessions = await readSessions(staff)
  expect(sessions).toHaveLength(many)
  expect(sessions.filter(({ figures }) => figures)).toHaveLength(many)
})
