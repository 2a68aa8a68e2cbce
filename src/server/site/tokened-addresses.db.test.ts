// Mail scanners and messenger previews open every link, so a GET of a URL with a token must change no row. Such pages
// have no pixel.
import { expect, test } from 'vitest'
import { hashKey } from '#lib/hash-key.ts'
import { rowsBesideDemo } from '../../../test/access/rows.ts'
import { testSite } from '../../../test/site-app.ts'

const { app, db } = await testSite()
for (const text of rowsBesideDemo) await db.sql(text)
// The tokens refer to an attempt of the demo, because those of the access tests have no displayable result.
await db.sql(
  `update quiz_result_links set attempt_id = (select id from quiz_attempts where quiz_version <> 99 and result is not null limit 1)`,
)

const hasPixel = (body: string) => body.includes('<meta name="pixel"')

/** URLs that access a row by its token, by table; `sql` selects the other ids in them. */
const opened: Record<string, { paths: string[]; sql?: string; length?: number }> = {
  action_links: { paths: ['/act/$token'] },
  appointment_links: {
    paths: ['/appointment/manage/$token', '/appointment/manage/$token/calendar.ics', '/preparation?ref=$token'],
  },
  booking_links: {
    paths: ['/book/$name?k=$token'],
    sql: `select h.slug || '/' || t.slug as name from booking_links l join appointment_types t on t.id = l.type_id
      join booking_hosts h on h.user_id = t.user_id where l.token_hash = $1`,
  },
  calendar_feeds: { paths: ['/calendar-feed/$token/appointments.ics'] },
  client_invitations: {
    length: 22,
    paths: ['/client-invitation/$name?token=$token'],
    sql: 'select contact_id::text as name from client_invitations where $1 = any (token_hashes)',
  },
  form_links: {
    paths: ['/form/$name?k=$token'],
    sql: 'select f.public_id as name from form_links l join forms f on f.id = l.form_id where l.token_hash = $1',
  },
  form_resume_keys: {
    paths: ['/form/$name/continue/$token'],
    sql: `select f.public_id as name from form_resume_keys k join form_submissions s on s.id = k.submission_id
      join forms f on f.id = s.form_id where k.key_hash = $1`,
  },
  launch_tokens: {
    paths: ['/plf/$name/t/$token'],
    sql: `select p.launch_id::text as name from launch_tokens t join launch_participants p on p.id = t.participant_id
      where t.token_hash = $1`,
  },
  lead_magnet_deliveries: {
    paths: ['/lead/$name/file/$token'],
    sql: `select m.slug as name from lead_magnet_deliveries d join lead_magnet_requests r on r.id = d.request_id
      join lead_magnets m on m.id = r.magnet_id where d.token_hash = $1`,
  },
  lead_magnet_visits: {
    paths: ['/lead/$name/thank-you?r=$token'],
    sql: `select m.slug as name from lead_magnet_visits v join lead_magnet_requests r on r.id = v.request_id
      join lead_magnets m on m.id = r.magnet_id where v.token_hash = $1`,
  },
  newsletter_requests: { paths: ['/newsletter/confirm/$token'] },
  order_links: {
    paths: [
      '/payment-success?ref=$token',
      '/payment-error?ref=$token',
      '/$name/checkout?order=$token',
      '/checkout/$token/pay',
    ],
    sql: `select p.slug as name from order_links l join orders o on o.id = l.order_id join products p on p.id = o.product_id
      where l.token_hash = $1`,
  },
  preference_links: { paths: ['/newsletter/preferences/$token', '/newsletter/one-click/$token'] },
  quiz_mailed_keys: { paths: ['/financial_stage/questions?r=$token', '/financial_stage?r=$token'] },
  quiz_result_links: { paths: ['/financial_stage/results?r=$token'] },
  review_links: { paths: ['/reviews/confirm/$token', '/reviews/wording/$token'] },
  review_requests: { paths: ['/reviews/request/$token'] },
  staff_invitations: { paths: ['/auth/join?key=$token'], length: 22 },
  unsubscribe_reasons: { paths: ['/unsubscribe-success?ref=$token'] },
  webinar_invites: { paths: ['/webinar-invite?r=$token'] },
  webinar_links: {
    paths: [
      '/webinar/$name/live?r=$token',
      '/webinar/$name/replay?r=$token',
      '/webinar/$name/thank-you?r=$token',
      '/webinar/$name/calendar.ics?r=$token',
    ],
    sql: `select w.slug as name from webinar_links l join webinar_registrations r on r.id = l.registration_id
      join webinars w on w.id = r.webinar_id where l.token_hash = $1`,
  },
  webinar_template_shares: {
    paths: ['/template-preview/$name?r=$token'],
    sql: 'select template_id::text as name from webinar_template_shares where token_hash = $1',
  },
}

/** Tables whose tokens are in no mailed URL, but in cookies or in the setup link. */
const withoutAddress = ['form_submissions', 'owner_invitations', 'post_previews', 'quiz_attempts', 'slot_holds']
/** Tables that a GET may write in the background: page views, without cookies or personal data, and missing URLs, for redirects. */
const counters = ['page_views', 'page_view_salts', 'not_found_log']

const tablesWithTokens = async () =>
  (
    await db.sql<{ name: string }>(
      `select distinct c.table_name as name from information_schema.columns c
       where c.table_schema = 'public' and c.column_name ~ '^(token_hash|token_hashes|key_hash|link_hash)$' order by 1`,
    )
  ).map(({ name }) => name)

/** A hash of the content of each table. */
async function contents(): Promise<Map<string, string>> {
  const tables = await db.sql<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'auth', 'mail') order by 1`,
  )
  const rows = await db.sql<{ name: string; hash: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from ${name} t`,
      )
      .join(' union all '),
  )
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

test('this test has the URLs of every table with tokens', async () => {
  const names = await tablesWithTokens()
  expect(names.filter((name) => !(name in opened) && !withoutAddress.includes(name))).toEqual([])
})

test('the pixel of the business is on its public pages', async () => {
  await db.sql(
    `insert into tracking_settings (pixel_id) values ('123456789') on conflict (is_only) do update set pixel_id = excluded.pixel_id`,
  )
  await expect.poll(async () => hasPixel((await app.inject('/contact')).body)).toBe(true)
})

test.each(Object.entries(opened))(
  'a GET of a URL with a token of %s changes no row, and its page has no pixel',
  async (table, { paths, sql, length = 32 }) => {
    const token = 'a'.repeat(length)
    const [column] = await db.sql<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name ~ '^(token_hash|token_hashes|key_hash|link_hash)$'`,
      [table],
    )
    const hash = hashKey(token)
    const value = column!.type === 'ARRAY' ? `array['${hash}']` : `'${hash}'`
    const marked = await db.sql(
      `update ${table} set ${column!.name} = ${value} where ctid = (select ctid from ${table} limit 1) returning 1 as one`,
    )
    expect(marked, 'a row whose token is known').toHaveLength(1)
    const [found] = sql === undefined ? [{ name: '' }] : await db.sql<{ name: string }>(sql, [hash])
    const before = await contents()
    const statuses: number[] = []
    const withPixel: string[] = []
    for (const path of paths) {
      const url = path
        .replace('$name', found!.name.split('/').map(encodeURIComponent).join('/'))
        .replace('$token', token)
      const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
      statuses.push(statusCode)
      if (statusCode !== 404 && hasPixel(body)) withPixel.push(url)
    }
    // At least one response must be a success: unknown tokens get 404, and an error would prove nothing.
    expect([Math.min(...statuses) < 400, Math.max(...statuses) < 500]).toEqual([true, true])
    expect(withPixel).toEqual([])
    const after = await contents()
    expect(
      [...after.keys()].filter(
        (name) => after.get(name) !== before.get(name) && !counters.includes(name.split('.')[1]!),
      ),
    ).toEqual([])
  },
)
