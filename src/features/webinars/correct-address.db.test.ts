// Correction of a mistyped e-mail address on the thank-you page.
import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { addWebinar, addSession, get, post, send, mailsTo } = webinarVisitors(siteApp)
await addSession(await addWebinar('typo'), '3 days')

const tokenIn = (answer: Awaited<ReturnType<typeof post>>) =>
  new URL(answer.headers.location!, 'http://site.test').searchParams.get('r')!
const register = (email: string, name = 'נועה לדוגמה') => post('/webinar/typo', { name, email })
const correct = (token: string, email: string) => post('/webinar/typo/thank-you/correct', { token, email })
const rowOf = async (email: string) =>
  (
    await db.sql<{ id: string; contact_id: string; repeat_of: string | null }>(
      'select id, contact_id, repeat_of from webinar_registrations where email = $1 order by repeat_of nulls first',
      [email],
    )
  )[0]
const waiting = async (email: string) =>
  (
    await db.sql<{ key: string }>(
      `select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id
       where s.to_value = $1 and s.status = 'scheduled' order by r.key`,
      [email],
    )
  ).map(({ key }) => key)
const linkIn = (text: string) => /\/webinar\/typo\/live\?r=[\w-]+/.exec(text)![0]

test('after a correction the confirmation and the reminders are sent to the new address, and the old link is revoked', async () => {
  const [wrong, right] = ['noa@gmial.example.com', 'noa@gmail.example.com']
  const token = tokenIn(await register(wrong))
  await send()
  const old = linkIn((await mailsTo(wrong))[0]!.text)
  const { contact_id: contact } = (await rowOf(wrong))!
  const page = (await get(`/webinar/typo/thank-you?r=${token}`)).body
  expect(page).toContain('הכתובת לא נכונה?')
  expect(page).not.toContain(wrong)
  const answer = await correct(token, right)
  expect(answer.headers.location).toBe(`/webinar/typo/thank-you?r=${token}&done=correct#sent`)
  const thanks = (await get(answer.headers.location!)).body
  expect(thanks).toContain('תיקנו. פרטי הכניסה נשלחו לכתובת הזאת.')
  expect(thanks).toContain('no•••@gmail.example.com')
  expect(await waiting(wrong)).toEqual([])
  expect(await waiting(right)).toContain('webinar.confirmation')
  await send()
  expect((await mailsTo(right)).map(({ subject }) => subject)).toEqual(['המקום שלכם שמור: תקציב שמחזיק'])
  expect((await get(old)).body).toContain('הקישור אינו מוכר')
  expect((await get(linkIn((await mailsTo(right))[0]!.text))).body).toContain('המקום שלכם שמור')
  expect((await rowOf(right))!.contact_id).toBe(contact)
  expect(await db.sql('select value_norm from contact_points where contact_id = $1', [contact])).toEqual([
    { value_norm: right },
  ])
})

test('only the browser that registered sees the unmasked address, and the correction form is collapsed', async () => {
  const typed = 'maya@gmial.example.com'
  const answer = await register(typed)
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  const path = answer.headers.location!
  const own = (await get(path, cookie)).body
  expect(own).toContain(`<bdi dir="ltr">${typed}</bdi>`)
  expect(own).toMatch(/<details class="mailed-page__fold"><summary>הכתובת לא נכונה\?<\/summary>/)
  const other = String((await register('other@gmail.example.com')).headers['set-cookie']).split(';')[0]!
  for (const page of [
    await get(path),
    await get(path, other),
    await get(`${path.split('#')[0]}&own=${tokenIn(answer)}`),
  ]) {
    expect(page.body).toContain('ma•••@gmial.example.com')
    expect(page.body).not.toContain(typed)
  }
  // The API does not return the unmasked address for the token alone either.
  const read = (role: string) => db.as({ role }, 'select webinar_typed_address($1) as email', [tokenIn(answer)])
  await expect(read('anon')).rejects.toThrow('permission denied')
  await expect(read('authenticated')).rejects.toThrow('permission denied')
  expect(await read('service_role')).toEqual([{ email: typed }])
  const refused = await correct(tokenIn(answer), 'no address')
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toMatch(/<details class="mailed-page__fold" open=""/)
})

test("correcting to another contact's address leaves that contact unchanged and moves the contact with the wrong address to the bin", async () => {
  const [other] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, last_name) values ('נועה', 'כהן') returning id`,
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'cohen@example.com', 'cohen@example.com')`,
    [other!.id],
  )
  const token = tokenIn(await register('coehn@example.com'))
  const { contact_id: contactId } = (await rowOf('coehn@example.com'))!
  await correct(token, 'cohen@example.com')
  expect((await rowOf('cohen@example.com'))!.contact_id).toBe(other!.id)
  expect(await db.sql('select value_norm from contact_points where contact_id = $1', [other!.id])).toEqual([
    { value_norm: 'cohen@example.com' },
  ])
  expect(await db.sql('select deleted_at is not null as binned from contacts where id = $1', [contactId])).toEqual([
    { binned: true },
  ])
})

const submitForm = (contactId: string) =>
  db.sql(
    `with made as (insert into forms (title) values ('היכרות') returning id),
     version as (insert into form_versions (form_id, number, definition) select id, 1, '{}' from made)
     insert into form_submissions (form_id, form_version, key_hash, status, contact_id)
     select id, 1, encode(sha256(id::text::bytea), 'hex'), 'partial', $1 from made`,
    [contactId],
  )

test('a correction does not move a contact who has since submitted a form to the bin', async () => {
  await db.sql(`insert into contacts (first_name) values ('אורי')`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm)
     select id, 'email', 'uri@example.com', 'uri@example.com' from contacts where first_name = 'אורי'`,
  )
  const token = tokenIn(await register('iru@example.com'))
  const { contact_id: contactId } = (await rowOf('iru@example.com'))!
  await submitForm(contactId)
  await correct(token, 'uri@example.com')
  expect(await db.sql('select deleted_at is not null as binned from contacts where id = $1', [contactId])).toEqual([
    { binned: false },
  ])
})

test('the address of a contact who has since submitted a form is unchanged, and the correction creates a new contact', async () => {
  const token = tokenIn(await register('owner.of@example.com', 'מישהו אחר'))
  const { contact_id: contactId } = (await rowOf('owner.of@example.com'))!
  await submitForm(contactId)
  expect((await correct(token, 'thief.of@example.com')).statusCode).toBe(303)
  expect(await db.sql('select value_norm from contact_points where contact_id = $1', [contactId])).toEqual([
    { value_norm: 'owner.of@example.com' },
  ])
  expect((await rowOf('thief.of@example.com'))!.contact_id).not.toBe(contactId)
})

test('correcting to a registered address returns the same response and mails that address no data of this browser', async () => {
  const known = 'registered@example.com'
  const first = tokenIn(await register(known))
  await send()
  const token = tokenIn(await register('regisered@example.com'))
  const answer = await correct(token, known)
  expect(answer.headers.location).toBe(`/webinar/typo/thank-you?r=${token}&done=correct#sent`)
  expect((await get(answer.headers.location!)).body).toContain('תיקנו.')
  expect(await rowOf('regisered@example.com')).toBeUndefined()
  await send()
  expect(await mailsTo(known)).toHaveLength(1)
  expect(await db.sql('select registration_id as id from webinar_visit($1)', [first])).toEqual([
    { id: (await rowOf(known))!.id },
  ])
})

test('if the wrong address was also registered in another browser, that registration becomes the first and gets the reminders', async () => {
  const dana = 'dana@example.com'
  const mistaken = tokenIn(await register(dana, 'דינה'))
  await register(dana, 'דנה')
  await send()
  await correct(mistaken, 'dina@example.com')
  const own = (await rowOf(dana))!
  expect(own.repeat_of).toBeNull()
  expect(own.contact_id).not.toBe((await rowOf('dina@example.com'))!.contact_id)
  expect(await waiting(dana)).toContain('webinar.reminder_hour')
  expect(await waiting('dina@example.com')).toContain('webinar.reminder_hour')
})

test('an address cannot be corrected through a mailed link, or after a day', async () => {
  const email = 'late@example.com'
  const token = tokenIn(await register(email))
  await send()
  const mailed = linkIn((await mailsTo(email))[0]!.text).split('r=')[1]!
  expect((await get(`/webinar/typo/thank-you?r=${mailed}`)).body).not.toContain('הכתובת לא נכונה?')
  expect((await correct(mailed, 'thief@example.com')).statusCode).toBe(409)
  await db.sql(`update webinar_links set created_at = now() - interval '25 hours'`)
  const late = await correct(token, 'thief@example.com')
  expect([late.statusCode, late.body.includes('אי אפשר לתקן כאן את הכתובת')]).toEqual([409, true])
  expect(await rowOf('thief@example.com')).toBeUndefined()
})

test('an invalid address is rejected with a field error, and the registration is unchanged', async () => {
  const token = tokenIn(await register('stays@example.com'))
  const refused = await correct(token, 'no address')
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('correct-email')
  expect(await rowOf('stays@example.com')).toBeDefined()
})
