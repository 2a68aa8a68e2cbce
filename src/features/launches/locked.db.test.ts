// Locked contents against forged clocks, and mail scanners without side effects.
import { expect, test } from 'vitest'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { app, db, tokens } = siteApp
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)
const launch = await addLaunch()
const [marketing] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
/** All request fields in which a browser could send a forged time. */
const forged = {
  date: inDays(9).toUTCString(),
  'if-modified-since': inDays(9).toUTCString(),
  'x-now': inDays(9).toISOString(),
  'x-timezone': 'Pacific/Kiritimati',
  prefer: 'timezone=Pacific/Kiritimati',
}
const forgedFields = { now: inDays(9).toISOString(), at: inDays(9).toISOString(), opens_at: inDays(-9).toISOString() }
const query = new URLSearchParams(forgedFields).toString()

test('a locked content is refused by page, file and REST, even with a forged clock', async () => {
  await join(launch.id, 'forger@example.com')
  await send()
  const { path, cookie } = await enter(linkIn((await mailsTo('forger@example.com')).at(-1)))
  const page = await app.inject({
    url: `${path}?c=${launch.second}&${query}`,
    headers: { ...forged, accept: 'text/html', cookie },
  })
  expect([page.body.includes('סוד השיעור השני'), page.body.includes('ייפתח ב')]).toEqual([false, true])

  const file = await app.inject({
    method: 'POST',
    url: `${path}/worksheet?${query}`,
    headers: { ...forged, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ content: launch.second, ...forgedFields }).toString(),
  })
  expect([file.statusCode, file.headers.location]).toEqual([403, undefined])

  const [content] = await db.sql<{ worksheet_key: string }>('select worksheet_key from launch_contents where id = $1', [
    launch.second,
  ])
  const apikey = tokens.anonKey
  for (const url of [
    `/storage/v1/object/launches/${content!.worksheet_key}`,
    `/storage/v1/object/public/launches/${content!.worksheet_key}`,
    `/storage/v1/object/authenticated/launches/${content!.worksheet_key}`,
  ]) {
    const { statusCode, body } = await app.inject({ url, headers: { ...forged, apikey } })
    expect([url, statusCode >= 400, body.includes('%PDF')]).toEqual([url, true, false])
  }

  for (const url of [
    `/rest/v1/launch_contents?id=eq.${launch.second}`,
    `/rest/v1/launches?select=*,launch_contents(*)&id=eq.${launch.id}`,
    '/rest/v1/launch_progress',
    '/rest/v1/launch_tokens',
    `/rest/v1/rpc/launch_contents_at?participant=${path.split('/').at(-1)}&at=${forgedFields.at}`,
  ]) {
    const { statusCode, body } = await app.inject({ url, headers: { ...forged, apikey } })
    expect([url, statusCode >= 400, body.includes('סוד')]).toEqual([url, true, false])
  }

  const called = await app.inject({
    method: 'POST',
    url: '/functions/v1/open-launch-watch',
    headers: { ...forged, apikey, 'content-type': 'application/json' },
    payload: {
      ...forgedFields,
      launch: launch.id,
      participant: path.split('/').at(-1),
      cookie: cookie.replace(/^launch=/, ''),
      content: launch.second,
    },
  })
  expect([called.statusCode, called.body.includes('סוד השיעור השני')]).toEqual([200, false])
  expect(called.body).toContain('תוכן השיעור הראשון')
})

/** A digest of every table in every schema. */
async function snapshot() {
  const tables = await db.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const digests = await Promise.all(
    tables.map(async ({ name }) => {
      const [digest] = await db.sql<{ n: string }>(
        `select md5(coalesce(string_agg(w, ',' order by w), '')) as n from (select md5(to_jsonb(r)::text) as w from ${name} r) one`,
      )
      return [name, digest!.n] as const
    }),
  )
  return Object.fromEntries(digests)
}

/** A new participant for a message rule. Only the message of this rule is sent. */
async function receive(rule: string) {
  if (rule === 'launch.reopened') return receiveReopened()
  if (rule === 'launch.seat_free') return receiveSeat()
  const email = `${rule.replace('launch.', '').replace('_', '-')}@example.com`
  await join(launch.id, email, { marketing: 'on', marketingTextId: marketing!.id })
  if (rule === 'launch.asked') {
    await send()
    const visitor = await enter(linkIn((await mailsTo(email)).at(-1)))
    await post(`${visitor.path}/ask`, { content: launch.second }, visitor)
  }
  if (rule === 'launch.link') await post(`/plf/${launch.id}/link`, { email })
  await db.sql(
    `update scheduled_messages s set status = case when r.key = $2 then 'scheduled' else 'canceled' end,
       send_at = case when r.key = $2 then now() - interval '1 second' else send_at end
     from message_rules r where r.id = s.rule_id and s.to_value = $1 and s.status = 'scheduled'`,
    [email, rule],
  )
  await send()
}

/** A contact on the waiting list of a launch that ended and reopens as a clone. */
async function receiveReopened() {
  const [over, clone] = [await addLaunch(), await addLaunch()]
  await db.sql(`update launches set cart_closes_at = now() - interval '1 hour' where id = $1`, [over.id])
  await join(over.id, 'waits@example.com')
  await db.sql(
    `update launches set cloned_from_id = $2, prelaunch_at = now(), cart_opens_at = now() + interval '1 day' where id = $1`,
    [clone.id, over.id],
  )
  await db.sql('select sync_launch_waiting_batch($1, null, 1000)', [clone.id])
  await send()
}

/** A participant on the waiting list of an open cart, which has a free seat. */
async function receiveSeat() {
  const open = await addLaunch()
  await join(open.id, 'seat@example.com')
  await db.sql(
    'insert into launch_waitlist (launch_id, contact_id) select launch_id, contact_id from launch_participants where launch_id = $1',
    [open.id],
  )
  await db.sql('select private.offer_launch_seats()')
  await send()
}

test('a scanner that opens every link of every mail changes no row', async () => {
  const rules = (
    await db.sql<{ key: string }>(`select key from message_rules where key like 'launch.%' order by key`)
  ).map(({ key }) => key)
  // The mail with a code has no link.
  const linked = rules.filter((key) => key !== 'launch.code')
  for (const rule of linked) await receive(rule)
  const mails = await db.sql<{ rule: string; html: string; text: string }>(
    `select r.key as rule, o.html, o.text from mail.outbox o join messages m on m.mail_id = o.id
     join scheduled_messages s on s.id = m.scheduled_id join message_rules r on r.id = s.rule_id where r.key like 'launch.%' order by r.key`,
  )
  expect([...new Set(mails.map(({ rule }) => rule))]).toEqual(linked)
  const linksOf = ({ html, text }: { html: string; text: string }) =>
    [...`${html.replaceAll('&amp;', '&')} ${text}`.matchAll(/http:\/\/site\.test[^\s"'<>)\]]*/g)].map(([link]) => link)
  // The waiting list has no tokens: its mail links to the public page.
  for (const mail of mails)
    expect([mail.rule, linksOf(mail).some((link) => link.includes('/t/'))]).toEqual([
      mail.rule,
      mail.rule !== 'launch.reopened',
    ])
  const links = new Set(mails.flatMap(linksOf))

  const before = await snapshot()
  for (let round = 0; round < 2; round++)
    for (const link of links) {
      const { pathname, search } = new URL(link)
      let answer = await get(pathname + search)
      if (pathname.includes('/t/')) expect([link, answer.statusCode]).toEqual([link, 303])
      // Scanners follow redirects with the cookie that was set.
      for (let hops = 0; answer.headers.location && hops < 3; hops++) {
        const { pathname: next, search: more } = new URL(answer.headers.location, 'http://site.test')
        const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]!
        answer = await get(next + more, cookie ? { cookie } : {})
      }
    }
  const after = await snapshot()
  expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([])
})
