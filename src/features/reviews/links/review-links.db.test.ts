import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { reviewSite } from '../review-site.fixture.ts'
import { reviewDays } from '../reviews.ts'
import { maintainReviews } from './verification.server.ts'

const { db, site, get, post, press, reviewFields, mailsTo, linkTo, reviewOf, proved, staff } = await reviewSite()
const owner = await staff('owner')
const content = await staff('content')
const count = async (from: string, values?: unknown[]) =>
  (await db.sql<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]!.n
const passDays = async (email: string, n: number) => {
  const { id } = (await reviewOf(email))!
  await db.sql('update reviews set created_at = created_at - make_interval(days => $2) where id = $1', [id, n])
  await db.sql(
    `update review_links set created_at = created_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
     where review_id = $1`,
    [id, n],
  )
}
const keep = () =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    maintainReviews(tx, { mails: site.mails, siteUrl: 'http://site.test' }),
  )
const approve = (id: string) => db.as(owner.claims, `update reviews set status = 'approved' where id = $1`, [id])

test('a review from the site form awaits verification: opening the link changes nothing, its button confirms', async () => {
  const fields = reviewFields({ rating: '2', body: 'חיכינו הרבה זמן לתשובה, ואז עוד קצת.' })
  const { email } = fields
  const answer = await post('/reviews', fields)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/reviews?left=1#left'])
  expect(await reviewOf(email)).toMatchObject({ status: 'pending_verification', verified_by: null })
  const [mail] = await mailsTo(email)
  expect(mail!.purpose).toBe('review_confirm')
  // The address is unverified: the mail contains none of the submitted text.
  expect(mail!.text).not.toContain('חיכינו')
  expect(mail!.text).not.toContain('רות')
  expect(await count(`notifications where type = 'review.submitted'`)).toBe(0)

  const link = await linkTo(email)
  for (let i = 0; i < 3; i++) {
    const page = await get(link)
    expect(page.body).toContain('ההמלצה הזאת שלכם?')
    expect(page.body).toContain('בלי האישור שלכם הן לא יתפרסמו.')
    expect(page.body).toContain('חיכינו הרבה זמן')
    expect(page.body).toContain('noindex')
    expect([page.headers['cache-control'], page.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
  }
  expect(await reviewOf(email)).toMatchObject({ status: 'pending_verification' })

  for (let i = 0; i < 2; i++) expect((await press(link)).headers.location).toBe(link)
  expect((await get(link)).body).toContain('תודה, ההמלצה אצלנו')
  const review = (await reviewOf(email))!
  expect(review).toMatchObject({ status: 'pending', verified_by: 'mail' })
  // A low rating notifies staff, and the review may still be published.
  expect(await count(`tasks where name like 'לדבר עם רות%' and priority = 'high'`)).toBe(1)
  expect(await count(`notifications where type = 'review.submitted' and severity = 'high'`)).toBe(3)
  expect((await get('/reviews')).body).not.toContain('חיכינו הרבה זמן')
  await approve(review.id)
  await expect.poll(async () => (await get('/reviews')).body).toContain('חיכינו הרבה זמן')
  expect((await get('/reviews')).body).toContain('אומת בדוא״ל')
  expect((await get('/reviews')).body).not.toContain(email)
})

test('a duplicate submission creates one review and one mail, and mails per mailbox are rate limited', async () => {
  const fields = reviewFields()
  const { email } = fields
  for (let i = 0; i < 3; i++) expect((await post('/reviews', fields)).statusCode).toBe(303)
  expect([await count('review_authors where email = $1', [email]), (await mailsTo(email)).length]).toEqual([1, 1])
  await post('/reviews', { ...fields, body: 'מילים אחרות לגמרי, מאותה כתובת' })
  expect([await count('review_authors where email = $1', [email]), (await mailsTo(email)).length]).toEqual([2, 1])
})

test('submitting an unverified review again on another day mails a new link, but a verified one does not', async () => {
  const fields = reviewFields()
  const { email } = fields
  await post('/reviews', fields, '192.0.2.20')
  await passDays(email, 1)
  await post('/reviews', fields, '192.0.2.20')
  expect([await count('review_authors where email = $1', [email]), (await mailsTo(email)).length]).toEqual([1, 2])
  await press(await linkTo(email))
  expect(await reviewOf(email)).toMatchObject({ status: 'pending', verified_by: 'mail' })
  await passDays(email, 1)
  await post('/reviews', fields, '192.0.2.20')
  expect((await mailsTo(email)).length).toBe(2)
})

test('a filled honeypot or an instant submission is refused, and the form keeps its values', async () => {
  for (const [name, value] of [
    ['company_site', 'https://spam.example'],
    ['opened', '120'],
  ] as const) {
    const fields = reviewFields({ [name]: value })
    const { statusCode, body } = await post('/reviews', fields)
    expect(statusCode).toBe(422)
    expect(body).toContain(fields.body)
    expect(await count('review_authors where email = $1', [fields.email])).toBe(0)
  }
})

test('one IP address may submit six reviews an hour, then is rate limited', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) statuses.push((await post('/reviews', reviewFields(), '192.0.2.99')).statusCode)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429])
})

test('the disown button deletes an unverified review with all its data', async () => {
  const fields = reviewFields()
  const { email } = fields
  await post('/reviews', fields, '192.0.2.1')
  const link = await linkTo(email)
  const { id } = (await reviewOf(email))!
  const { headers } = await press(`${link}/disown`)
  expect((await get(headers.location!)).body).toContain('נמחק. תודה שאמרתם')
  expect(await reviewOf(email)).toBeUndefined()
  expect((await press(link)).statusCode).toBe(404)
  expect(await count('notifications where related_entity_id = $1', [id])).toBe(0)
})

test.each([
  ['published', `status = 'approved'`],
  ['rejected', `status = 'rejected', rejected_because = 'other'`],
])(
  'the disown button deletes a review that staff verified and %s, its timeline line and notifications, and notifies staff',
  async (_what, decision) => {
    const fields = reviewFields()
    const { email } = fields
    const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('רות') returning id`)
    await db.sql(`insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', $2, $2)`, [
      contact!.id,
      email,
    ])
    await post('/reviews', fields, '192.0.2.8')
    const link = await linkTo(email)
    const { id } = (await reviewOf(email))!
    const lines = () => count(`activities where type = 'review.submitted' and related_id = $1`, [id])
    const notices = () => count(`notifications where type = 'review.submitted' and related_entity_id = $1`, [id])
    await db.as(owner.claims, `update reviews set status = 'pending', verified_at = now() where id = $1`, [id])
    await db.as(owner.claims, `update reviews set ${decision} where id = $1`, [id])
    expect(await lines()).toBe(1)
    expect(await notices()).toBeGreaterThan(0)
    // A review verified by staff does not wait for the author, and is not deleted if the author never responds.
    const { body } = await get(link)
    expect(body).toContain('הצוות שלנו כבר אימת אותן')
    expect(body).not.toContain('לא יתפרסמו')
    expect(body).not.toContain('בלי תשובה ההמלצה תימחק')
    const { headers } = await press(`${link}/disown`)
    expect((await get(headers.location!)).body).toContain('נמחק. תודה שאמרתם')
    expect(await reviewOf(email)).toBeUndefined()
    expect(await lines()).toBe(0)
    expect(await db.sql('select distinct title from notifications where related_entity_id = $1', [id])).toEqual([
      { title: 'המלצה נמחקה לבקשת בעלי הכתובת' },
    ])
    expect(await notices()).toBe(3)
  },
)

/** Submits an unhappy review, which staff verify. Returns the mailed link of its author. */
async function unhappyReview(name: string, ip: string) {
  const fields = reviewFields({ rating: '1', name })
  await post('/reviews', fields, ip)
  const { id } = (await reviewOf(fields.email))!
  await db.as(owner.claims, `update reviews set status = 'pending', verified_at = now() where id = $1`, [id])
  return linkTo(fields.email)
}
const callsTo = (name: string) =>
  db.sql<{ id: string; status: string }>(`select id, status from tasks where name like $1 order by created_at`, [
    `לדבר עם ${name}%`,
  ])
const statesOf = async (name: string) => (await callsTo(name)).map(({ status }) => status)

test('the disown button deletes the open task about an unhappy review, but leaves a completed one', async () => {
  const name = 'נעמה של המשימה'
  const first = await unhappyReview(name, '192.0.2.31')
  await db.sql(`update tasks set status = 'Done' where name like $1`, [`לדבר עם ${name}%`])
  await press(`${first}/disown`)
  expect(await statesOf(name)).toEqual(['Done'])
  const second = await unhappyReview(name, '192.0.2.32')
  expect(await statesOf(name)).toEqual(['Done', 'To Do'])
  await press(`${second}/disown`)
  expect(await statesOf(name)).toEqual(['Done'])
})

test('the deletion of a review leaves the open task about another review of the same name', async () => {
  const name = 'גלית של שתי המלצות'
  const { id: entered } = (
    await db.sql<{ id: string }>(
      `insert into reviews (shown_name, rating, body, source, permission, permitted_on)
       values ($1, 1, 'נכתב בגוגל ולא באתר', 'google', 'פורסם בגוגל', current_date) returning id`,
      [name],
    )
  )[0]!
  const first = await unhappyReview(name, '192.0.2.33')
  const second = await unhappyReview(name, '192.0.2.34')
  await db.sql('delete from reviews where id = $1', [entered])
  expect(await statesOf(name)).toEqual(['To Do', 'To Do'])
  const [older] = await callsTo(name)
  await db.sql(`update tasks set status = 'Done' where id = $1`, [older!.id])
  await press(`${first}/disown`)
  expect(await statesOf(name)).toEqual(['Done', 'To Do'])
  await press(`${second}/disown`)
  expect(await statesOf(name)).toEqual(['Done'])
})

test('the disown button does not delete a review that its author confirmed', async () => {
  const review = await proved()
  await press(`${await linkTo(review.email)}/disown`)
  expect(await reviewOf(review.email)).toMatchObject({ status: 'pending', verified_by: 'mail' })
})

test('an expired link hides the review and offers a new one, sent to the same mailbox', async () => {
  const fields = reviewFields()
  const { email } = fields
  await post('/reviews', fields, '192.0.2.2')
  const old = await linkTo(email)
  await passDays(email, reviewDays.link + 1)
  const page = await get(old)
  expect(page.body).toContain('תוקף הקישור הסתיים')
  expect(page.body).not.toContain(fields.body)
  const late = await press(old)
  expect([late.statusCode, (await reviewOf(email))!.status]).toEqual([410, 'pending_verification'])
  expect((await press(`${old}/renew`)).headers.location).toBe(`${old}?sent=1#sent`)
  // A double click sends a single mail.
  await press(`${old}/renew`)
  expect(await mailsTo(email)).toHaveLength(2)
  await press(await linkTo(email))
  expect(await reviewOf(email)).toMatchObject({ status: 'pending', verified_by: 'mail' })
})

test.each(['/reviews/confirm/', '/reviews/wording/', '/reviews/request/'])(
  'an unknown token shows an explanation and changes nothing: %s',
  async (base) => {
    for (const token of ['A'.repeat(22), '%3Cscript%3E', '%22'])
      expect((await get(base + token)).body).toContain('הקישור אינו מוכר')
    expect((await press(`${base}${'A'.repeat(22)}`)).statusCode).toBeGreaterThanOrEqual(400)
  },
)

test('an unverified review is reminded once, and deleted after thirty days', async () => {
  const fields = reviewFields()
  const { email } = fields
  await post('/reviews', fields, '192.0.2.3')
  await keep()
  expect(await mailsTo(email)).toHaveLength(1)
  await passDays(email, reviewDays.reminderAfter)
  for (let i = 0; i < 2; i++) await keep()
  expect((await mailsTo(email)).map(({ purpose }) => purpose)).toEqual(['review_confirm', 'review_reminder'])
  expect((await get(await linkTo(email))).body).toContain('ההמלצה הזאת שלכם?')
  await passDays(email, reviewDays.unverifiedRetention)
  await keep()
  expect(await reviewOf(email)).toBeUndefined()
})

test('a suppressed mailbox gets no reminder, and a verified review is never deleted', async () => {
  const fields = reviewFields()
  const { email } = fields
  await post('/reviews', fields, '192.0.2.4')
  await db.sql(`insert into suppressions (value_norm, reason) values ($1, 'unsubscribe')`, [email])
  await passDays(email, reviewDays.reminderAfter)
  const verified = await proved()
  await passDays(verified.email, reviewDays.unverifiedRetention + 1)
  await keep()
  expect(await mailsTo(email)).toHaveLength(1)
  expect(await reviewOf(verified.email)).toMatchObject({ status: 'pending' })
})

test('a proposed wording is hidden until its author accepts it, and the original wording is retained', async () => {
  const review = await proved()
  await approve(review.id)
  const shorter = 'רשימה קצרה, וזה מה שהיה חסר.'
  await content.call('propose-review-wording', { reviewId: review.id, body: shorter })
  expect((await mailsTo(review.email)).at(-1)!.purpose).toBe('review_wording')
  const link = await linkTo(review.email)
  const page = (await get(link)).body
  expect(page).toContain(shorter)
  expect(page).toContain(review.body)
  expect((await get('/reviews')).body).not.toContain(shorter)

  expect((await press(link)).headers.location).toBe(link)
  expect(await reviewOf(review.email)).toMatchObject({ body: shorter, original_body: review.body, status: 'approved' })
  await expect.poll(async () => (await get('/reviews')).body).toContain(shorter)
  expect((await get(link)).body).toContain('הנוסח החדש אושר')
})

test('an author can decline a proposed wording, and the decision is final', async () => {
  const review = await proved()
  await owner.call('propose-review-wording', { reviewId: review.id, body: 'נוסח שאיש לא ביקש ממנו' })
  const link = await linkTo(review.email)
  await press(`${link}/keep`)
  expect((await get(link)).body).toContain('נשארים עם מה שכתבתם')
  await press(link)
  expect(await reviewOf(review.email)).toMatchObject({ body: review.body })
})

test('a newer proposal replaces the pending one, and a withdrawn proposal is not shown to the author', async () => {
  const review = await proved()
  await owner.call('propose-review-wording', { reviewId: review.id, body: 'הנוסח הראשון שהוצע' })
  const first = await linkTo(review.email)
  await owner.call('propose-review-wording', { reviewId: review.id, body: 'הנוסח השני שהוצע' })
  expect((await get(first)).body).toContain('הנוסח הזה כבר לא מוצע')
  await press(first)
  expect((await get(await linkTo(review.email))).body).toContain('הנוסח השני שהוצע')
  await db.as(content.claims, `update review_edits set decision = 'withdrawn' where review_id = $1`, [review.id])
  await press(await linkTo(review.email))
  expect((await get(await linkTo(review.email))).body).toContain('הנוסח הזה כבר לא מוצע')
  expect(await reviewOf(review.email)).toMatchObject({ body: review.body })
  // One mailbox gets at most three mails a day.
  await expect(
    owner.call('propose-review-wording', { reviewId: review.id, body: 'הנוסח השלישי שהוצע' }),
  ).rejects.toMatchObject({ code: 'wording_too_soon' })
})

test('a wording proposal for an outdated version of a review is refused, and no mail is sent', async () => {
  const review = await proved()
  await db.as(owner.claims, `update reviews set about = 'הורים לשלושה' where id = $1`, [review.id])
  const version = async () =>
    (await db.sql<{ version: number }>('select version from reviews where id = $1', [review.id]))[0]!.version
  const mails = (await mailsTo(review.email)).length
  const proposal = { reviewId: review.id, body: 'נוסח לגרסה קודמת של ההמלצה' }
  await expect(
    owner.call('propose-review-wording', { ...proposal, version: (await version()) - 1 }),
  ).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect((await mailsTo(review.email)).length).toBe(mails)
  await owner.call('propose-review-wording', { ...proposal, version: await version() })
  expect((await mailsTo(review.email)).length).toBe(mails + 1)
})

test('staff cannot accept a wording on behalf of an author', async () => {
  const review = await proved()
  await owner.call('propose-review-wording', { reviewId: review.id, body: 'הנוסח שהוצע לכותבים' })
  await expect(
    db.as(owner.claims, `update review_edits set decision = 'approved' where review_id = $1`, [review.id]),
  ).rejects.toMatchObject({ code: '42501' })
})

test.each([
  ['the text', `body = 'מילים שאיש לא אישר אותן'`],
  ['the date of an agreement', `edit_agreed_on = '2026-11-01'`],
])('staff cannot change %s of a review from the form', async (_what, change) => {
  const review = await proved()
  await expect(db.as(owner.claims, `update reviews set ${change} where id = $1`, [review.id])).rejects.toMatchObject({
    message: 'review_words_are_the_authors',
  })
})

test.each<[what: string, code: string, from: () => Promise<{ reviewId: string; body: string }>]>([
  [
    'that is unverified',
    'review_not_verified',
    async () => {
      const fields = reviewFields()
      await post('/reviews', fields, '192.0.2.5')
      return { reviewId: (await reviewOf(fields.email))!.id, body: 'נוסח אחר לגמרי ממה שנכתב' }
    },
  ],
  [
    'without an author’s address',
    'review_has_no_author',
    async () => {
      const [review] = await db.sql<{ id: string }>('select id from reviews where is_demo limit 1')
      return { reviewId: review!.id, body: 'נוסח אחר לגמרי ממה שנכתב' }
    },
  ],
  [
    'with unchanged text',
    'review_words_unchanged',
    async () => {
      const { id, body } = await proved()
      return { reviewId: id, body }
    },
  ],
  [
    'that was deleted',
    'review_not_found',
    async () => ({ reviewId: crypto.randomUUID(), body: 'נוסח אחר לגמרי ממה שנכתב' }),
  ],
])('a wording proposal for a review %s is refused', async (_what, code, from) => {
  await expect(owner.call('propose-review-wording', await from())).rejects.toMatchObject({ code })
})

test('manual verification is labelled as such, and is replaced by the author’s own confirmation', async () => {
  const fields = reviewFields()
  const { email } = fields
  await post('/reviews', fields, '192.0.2.6')
  const { id } = (await reviewOf(email))!
  await db.as(owner.claims, `update reviews set status = 'pending', verified_at = now() where id = $1`, [id])
  expect(await reviewOf(email)).toMatchObject({ verified_by: 'staff' })
  await expect(
    db.as(owner.claims, `update reviews set verified_by = 'mail' where id = $1`, [id]),
  ).rejects.toMatchObject({ code: '42501' })
  await press(await linkTo(email))
  expect(await reviewOf(email)).toMatchObject({ status: 'pending', verified_by: 'mail' })
})

test('a review is linked to the contact once its author is verified, not by its address alone', async () => {
  const proper = await proved()
  const claimed = reviewFields()
  await post('/reviews', claimed, '192.0.2.7')
  const contactOf = async (email: string) =>
    (await db.sql<{ contact_id: string | null }>('select contact_id from review_authors where email = $1', [email]))[0]!
      .contact_id
  const meet = async (email: string) => {
    const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('רות') returning id`)
    await db.sql(`insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', $2, $2)`, [
      contact!.id,
      email,
    ])
    return contact!.id
  }
  expect(await contactOf(proper.email)).toBeNull()
  const existing = await meet(proper.email)
  expect(await contactOf(proper.email)).toBe(existing)
  const later = await meet(claimed.email)
  expect(await contactOf(claimed.email)).toBeNull()
  await press(await linkTo(claimed.email))
  expect(await contactOf(claimed.email)).toBe(later)
  expect(await count(`activities where contact_id = $1 and type = 'review.submitted'`, [later])).toBe(1)
})
