import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { addLaunch, join } = launchVisitors(siteApp)
const launch = await addLaunch()
await join(launch.id, 'noa@example.com')
const [noa] = await db.sql<{ id: string }>(`select id from launch_participants where email = 'noa@example.com'`)

test('an extension applies to one participant, and requires a reason and a future time', async () => {
  const extend = (until: string, reason: string) =>
    db.as(as.sales, `select extend_launch_participant($1, ${until}, $2)`, [noa!.id, reason])
  await expect(extend(`now() - interval '1 hour'`, 'הייתה תקלה')).rejects.toThrow('extension_in_past')
  await expect(extend(`now() + interval '9 days'`, ' ')).rejects.toThrow('extension_reason_length')
  await db.sql(`update launch_participants set status = 'lapsed' where id = $1`, [noa!.id])
  await extend(`now() + interval '9 days'`, 'הייתה תקלה בתשלום')
  expect(
    await db.sql(
      `select status, extended_because, extended_by is not null as by, cart_closes_at > now() + interval '8 days' as longer
       from launch_participants where id = $1`,
      [noa!.id],
    ),
  ).toEqual([{ status: 'joined', extended_because: 'הייתה תקלה בתשלום', by: true, longer: true }])
  await expect(db.as(as.content, `select resend_launch_link($1)`, [noa!.id])).rejects.toThrow('not_allowed')
})

test('a participant of a launch that is over gets no extension, because its pages stay closed', async () => {
  const { id } = await addLaunch()
  await join(id, 'late@example.com')
  const [late] = await db.sql<{ id: string }>('select id from launch_participants where launch_id = $1', [id])
  for (const status of ['ended', 'archived']) {
    await db.sql('update launches set status = $2 where id = $1', [id, status])
    await expect(
      db.as(as.sales, `select extend_launch_participant($1, now() + interval '2 days', 'ביקשו עוד יום')`, [late!.id]),
    ).rejects.toThrow('launch_over')
  }
})

test('a clone moves all dates by whole days, and retains contents, times of day and the release order', async () => {
  await db.sql(`update launch_contents set release_kind = 'content', release_after = $2 where id = $1`, [
    launch.second,
    launch.first,
  ])
  const [clone] = await db.as<{ id: string }>(as.content, `select clone_launch($1, 'סדרה חדשה', 30) as id`, [launch.id])
  const [copy] = await db.sql(
    `select n.status, n.cloned_from_id = l.id as cloned,
       (n.cart_closes_at at time zone n.tz) - (l.cart_closes_at at time zone l.tz) = interval '30 days' as moved,
       (select count(*)::int from launch_contents c where c.launch_id = n.id) as contents,
       (select a.title from launch_contents c join launch_contents a on a.id = c.release_after where c.launch_id = n.id) as follows
     from launches n join launches l on l.id = $2 where n.id = $1`,
    [clone!.id, launch.id],
  )
  expect(copy).toEqual({ status: 'draft', cloned: true, moved: true, contents: 2, follows: 'למה תקציבים נופלים' })
})

test('figures, participant list and report count the same participants', async () => {
  const read = (name: string) => db.as<Record<string, unknown>>(as.owner, `select * from ${name}($1)`, [launch.id])
  const [people, report, messages] = [
    await read('launch_people'),
    await read('launch_report'),
    await read('launch_message_counts'),
  ]
  expect(people.map((one) => one['full_name'])).toEqual(['נועה לדוגמה'])
  expect(report).toMatchObject([{ source: '', participants: 1, buyers: 0, revenue_agorot: '0' }])
  expect(messages.map((one) => one['rule_key'])).toContain('launch.cart_day')
  expect(await read('launch_board')).toMatchObject([{ buyers_today: 0, seen_today: 0, begun: 0, seats_left: 5 }])
  await db.sql(
    'update launch_progress set first_open_at = now(), completed_at = now() where participant_id = $1 and content_id = $2',
    [noa!.id, launch.first],
  )
  const watched = await read('launch_content_figures')
  expect(watched.find((one) => one['content_id'] === launch.first)).toMatchObject({ opened: 1, completed: 1 })
  const figures = await db.as<{ launch_id: string; participants: number }>(as.owner, 'select * from launch_figures()')
  expect(figures.find((one) => one.launch_id === launch.id)?.participants).toBe(1)
  expect(await db.as(as.coach, 'select * from launch_figures()')).toEqual([])
})

test('a reply by staff makes the comment visible, with the reply below it', async () => {
  const [comment] = await db.sql<{ id: string }>(
    `insert into launch_comments (content_id, participant_id, shown_name, body) values ($1, $2, 'נועה', 'תודה') returning id`,
    [launch.first, noa!.id],
  )
  await db.as(as.content, `select answer_launch_comment($1, 'בשמחה')`, [comment!.id])
  expect(
    await db.sql(
      `select status, parent_id is not null as answers from launch_comments where content_id = $1 order by parent_id nulls first`,
      [launch.first],
    ),
  ).toEqual([
    { status: 'visible', answers: false },
    { status: 'visible', answers: true },
  ])
})

test('the chart counts buyers by hour of the cart, next to those of the original launch of the clone', async () => {
  const before = await addLaunch()
  const own = await addLaunch()
  await db.sql('update launches set cloned_from_id = $2 where id = $1', [own.id, before.id])
  /** A buyer at a number of minutes after the cart opened. */
  const buy = async (of: string, email: string, minutes: number) => {
    const [bought] = await db.sql<{ id: string }>(
      `with contact as (insert into contacts (first_name) values ('נועה') returning id)
       insert into orders (contact_id, product_id, price_id, title, amount_agorot, name, email)
       select contact.id, r.product_id, r.id, 'קורס', 120000, 'נועה', $2 from contact, launches l join prices r on r.id = l.price_id
       where l.id = $1 returning id`,
      [of, email],
    )
    await db.sql(
      `insert into launch_participants (launch_id, contact_id, name, email, status, order_id)
       select $1, contact_id, 'נועה', email, 'buyer', id from orders where id = $2`,
      [of, bought!.id],
    )
    await db.sql(
      `update orders set status = 'paid', paid_agorot = amount_agorot, paid_at = l.cart_opens_at + make_interval(mins => $3)
       from launches l where l.id = $1 and orders.id = $2`,
      [of, bought!.id, minutes],
    )
  }
  await buy(own.id, 'a@example.com', 0)
  await buy(own.id, 'b@example.com', 59)
  await buy(own.id, 'c@example.com', 60)
  await buy(before.id, 'd@example.com', 130)
  // Paid before the cart opened, so this buyer is counted in no hour.
  await buy(own.id, 'e@example.com', -5)
  const hours = (claims = as.sales) => db.as(claims, 'select * from launch_hours($1)', [own.id])
  expect(await hours()).toEqual([
    { hour: 0, buyers: 2, buyers_before: 0 },
    { hour: 1, buyers: 1, buyers_before: 0 },
    { hour: 2, buyers: 0, buyers_before: 1 },
  ])
  expect(await hours(as.coach)).toEqual([])
})
