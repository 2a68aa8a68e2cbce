import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { hashKey } from '#lib/hash-key.ts'
import { quizBrowsers, tokenOf } from '../../../test/quiz-browser.ts'
import { elements, partsOf, textOf } from '../../../test/rendered-html.ts'
import { testSite } from '../../../test/site-app.ts'

const { app, db } = await testSite({ demo: false })
beforeEach(() => db.sql('delete from quiz_attempts'))

const openBrowser = quizBrowsers(app)
const middle = '2 2 2 2 2 2 2 2 2 2'
const ids = async () => {
  const texts = await db.sql<{ kind: string; id: string }>('select kind, id from current_consent_texts')
  return Object.fromEntries(texts.map(({ kind, id }) => [kind, id]))
}

test('the first page is public, indexed and cacheable, and only a POST starts an attempt', async () => {
  const page = await app.inject('/financial_stage')
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).not.toBe('no-store')
  expect(page.body).not.toContain('noindex')
  expect(textOf(page.body)).toContain('באיזה שלב כלכלי נמצא הבית שלכם?')
  expect(textOf(page.body)).toContain('אינו ייעוץ השקעות')
  expect(await db.sql('select from quiz_attempts')).toHaveLength(0)
  expect((await app.inject('/sitemap.xml')).body).toContain('/financial_stage</loc>')
  expect((await app.inject('/sitemap.xml')).body).not.toContain('/financial_stage/')
})

test('without JavaScript questions can be answered, revisited and resumed after a reload', async () => {
  const browser = openBrowser()
  const started = await browser.post('/start')
  expect([started.statusCode, started.headers.location]).toEqual([303, '/financial_stage/questions?q=1#question'])
  expect(started.headers['set-cookie']).toMatch(/Path=\/financial_stage; .*HttpOnly; SameSite=Lax/)
  const first = await browser.get('/financial_stage/questions?q=1')
  expect(first.headers['cache-control']).toBe('no-store')
  expect(textOf(first.body)).toContain('שאלה 1 מתוך 10')
  expect(
    partsOf(first.body)
      .attributes('input')
      .filter(({ name }) => name === 'answer'),
  ).toHaveLength(6)
  // No answer is preselected, and submitting without one is refused.
  expect(elements(first.body, 'form').find(({ inside }) => inside.includes('name="question"'))!.inside).not.toContain(
    'checked',
  )
  const empty = await browser.post('/questions', { question: 'q1', step: 'next' })
  expect(empty.statusCode).toBe(422)
  expect(textOf(empty.body)).toContain('יש לבחור תשובה')
  await browser.answer('3 1 2')
  // Questions after the first open one cannot be opened by URL.
  expect(textOf((await browser.get('/financial_stage/questions?q=9')).body)).toContain('שאלה 4 מתוך 10')
  const back = await browser.post('/questions', { question: 'q4', answer: '1', step: 'back' })
  expect(back.headers.location).toBe('/financial_stage/questions?q=3#question')
  const third = await browser.get('/financial_stage/questions?q=3')
  const selected = partsOf(third.body)
    .attributes('input')
    .filter((input) => input['name'] === 'answer' && 'checked' in input)
  expect(selected.map(({ value }) => value)).toEqual(['2'])
  // Starting again continues the current attempt.
  expect((await browser.post('/start')).headers.location).toContain('q=5')
  const early = await browser.post('/questions/skip')
  expect([early.statusCode, textOf(early.body).includes('נשארו שאלות')]).toEqual([409, true])
  const last = await browser.answer(middle)
  expect(last.headers.location).toBe('/financial_stage/questions?q=details#question')
  const details = await browser.get('/financial_stage/questions?q=details')
  expect(textOf(details.body)).toContain('לאן לשלוח את התוצאה?')
  expect(
    elements(details.body, 'form')
      .map(({ inside }) => (inside.includes('marketingConsent') ? inside : ''))
      .join(),
  ).not.toMatch(/ checked/)
  const skip = await browser.post('/questions/skip')
  const result = await browser.get(skip.headers.location as string)
  expect(result.body).toContain('noindex')
  expect(textOf(result.body)).toContain('שלב 3: בונים רשת ביטחון')
  expect(textOf(result.body)).toContain('50 · בדרך')
  const [row] = await db.sql('select status, score, stage, reached, contact_id from quiz_attempts')
  expect(row).toEqual({ status: 'completed', score: 20, stage: 3, reached: 10, contact_id: null })
  expect(await db.sql(`select from domain_events where type = 'quiz.completed'`)).toHaveLength(0)
})

test('a POST from the browser that answered marks a result as viewed, and a GET never does', async () => {
  const browser = openBrowser()
  const address = await browser.finish(middle)
  const token = tokenOf(address)
  const status = async () => (await db.sql('select status, viewed_at is not null as "isViewed" from quiz_attempts'))[0]
  const page = await browser.get(address)
  expect(await status()).toEqual({ status: 'completed', isViewed: false })
  const [form] = elements(page.body, 'form').filter(({ attributes }) => 'data-viewed' in attributes)
  expect(form).toMatchObject({ attributes: { action: '/financial_stage/results/viewed', method: 'post' } })
  expect(partsOf(form!.inside).attributes('input')).toEqual([{ type: 'hidden', name: 'token', value: token }])
  await openBrowser().post('/results/viewed', { token })
  expect(await status()).toEqual({ status: 'completed', isViewed: false })
  await browser.post('/results/viewed', { token })
  expect(await status()).toEqual({ status: 'viewed', isViewed: true })
})

test('without JavaScript a form submission on the result page marks it as viewed', async () => {
  const browser = openBrowser()
  const token = tokenOf(await browser.finish(middle))
  await browser.post('/results/invite', { token })
  expect(await db.sql('select status from quiz_attempts')).toEqual([{ status: 'viewed' }])
})

test('answers are encrypted, keys are hashed, and the URL contains neither', async () => {
  const browser = openBrowser()
  const address = await browser.finish('0 1 4 4 4 4 4 4 4 4')
  const dump = JSON.stringify(
    await db.sql(
      `select to_jsonb(a) as a, encode(s.sealed, 'hex') as s from quiz_attempts a join quiz_sealed_answers s on s.attempt_id = a.id`,
    ),
  )
  for (const secret of ['q10', browser.key(), tokenOf(address)]) expect(dump).not.toContain(secret)
  expect(address).toMatch(/^\/financial_stage\/results\?r=[\w-]{32}$/)
})

test('submitting details repeatedly creates one contact, event, activity, request and mail', async () => {
  const browser = openBrowser()
  const texts = await ids()
  await db.sql(`insert into tags (name) values ('שלב יציבות')`)
  await db.sql(
    `with made as (insert into automations (name, kind, definition) values ('רצף של שלב', 'sequence', '{}') returning id)
     insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches)
     select id, 1, '{}', '{}', '{}', '{}' from made`,
  )
  await db.sql(`update automations set current_version = 1, status = 'enabled' where name = 'רצף של שלב'`)
  await db.sql(
    `update quiz_stage_actions set tag_id = (select id from tags where name = 'שלב יציבות'),
       automation_id = (select id from automations where name = 'רצף של שלב'), opens_opportunity = true, task = 'שיחה על התוצאה' where stage = 3`,
  )
  await db.sql('update lead_magnets set is_active = true')
  await browser.post('/start')
  await browser.answer(middle)
  const wrong = await browser.post('/questions/details', { name: '', email: 'noa@' })
  expect(wrong.statusCode).toBe(422)
  expect(textOf(wrong.body)).toContain('כתובת הדוא״ל אינה תקינה')
  expect(wrong.body).toContain('value="noa@"')
  const input = { name: 'נועה לדוגמה', email: 'Noa@example.com', privacyTextId: texts['privacy_notice']! }
  const replies = await Promise.all(Array.from({ length: 5 }, () => browser.post('/questions/details', input)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303, 303])
  const [contact] = await db.sql<{ id: string }>(
    `select c.id, c.source from contacts c join contact_points p on p.contact_id = c.id where p.value_norm = 'noa@example.com'`,
  )
  const of = async (sql: string) => (await db.sql<{ n: number }>(sql, [contact!.id]))[0]!.n
  expect(await of('select count(*)::int as n from quiz_attempts where contact_id = $1')).toBe(1)
  expect(
    await of(`select count(*)::int as n from domain_events where type = 'quiz.completed' and contact_id = $1`),
  ).toBe(1)
  expect(
    await of(`select count(*)::int as n from domain_events where type = 'automation.enrolled' and contact_id = $1`),
  ).toBe(1)
  expect(await of(`select count(*)::int as n from activities where type = 'quiz.completed' and contact_id = $1 and title_cache = 'יציבות'`)).toBe(1) // prettier-ignore
  expect(await of('select count(*)::int as n from opportunities where contact_id = $1')).toBe(1)
  expect(await of('select count(*)::int as n from tasks where contact_id = $1')).toBe(1)
  expect(await of('select count(*)::int as n from contact_tags where contact_id = $1')).toBe(1)
  expect(await of(`select count(*)::int as n from lead_magnet_requests where contact_id = $1`)).toBe(1)
  expect(await of(`select count(*)::int as n from scheduled_messages where context_type = 'quiz_delivery' and contact_id = $1`)).toBe(1) // prettier-ignore
  expect(await of('select count(*)::int as n from consents where contact_id = $1')).toBe(0)

  // A second address for the same result gets the mail, and the result stays with its contact.
  const token = tokenOf(replies[0]!.headers.location as string)
  const other = { token, name: 'איתי', email: 'itay@example.com', marketingConsent: 'on', consentTextId: texts['marketing']! } // prettier-ignore
  expect((await browser.post('/results/send', other)).headers.location).toContain('sent=1')
  expect(await of('select count(*)::int as n from quiz_attempts where contact_id = $1')).toBe(1)
  expect(await db.sql(`select value_norm from consents`)).toEqual([{ value_norm: 'itay@example.com' }])
  const soon = await browser.post('/results/send', other)
  expect([soon.statusCode, textOf(soon.body).includes('נשלחה לפני רגע')]).toEqual([429, true])
})

test('publishing a version does not change existing results', async () => {
  const browser = openBrowser()
  const address = await browser.finish(middle)
  const read = () => db.sql(`select result::text from quiz_attempts order by completed_at desc limit 1`)
  const [page, stored] = [(await browser.get(address)).body, await read()]
  await db.sql(
    `select publish_quiz(q.id, jsonb_set(jsonb_set(v.definition, '{stages,2,name}', '"שקט"'), '{stages,2,from}', '22'), q.current_version)
     from quizzes q join quiz_versions v on v.quiz_id = q.id and v.number = q.current_version`,
  )
  expect(await read()).toEqual(stored)
  expect(textOf((await browser.get(address)).body)).toBe(textOf(page))
  await expect(db.sql(`update quiz_attempts set stage = 1 where stage = 3`)).rejects.toThrow('quiz_result_is_final')
  await expect(db.sql(`update quiz_versions set definition = '{}'`)).rejects.toThrow('quiz_version_is_final')
  await openBrowser().finish(middle)
  expect(await db.sql('select stage, quiz_version from quiz_attempts order by completed_at desc limit 1')).toEqual([
    { stage: 2, quiz_version: 2 },
  ])
})

test('an attempt in progress retains its version', async () => {
  const browser = openBrowser()
  await browser.post('/start')
  await browser.answer('2 2 2 2 2')
  const shown = textOf((await browser.get('/financial_stage/questions')).body)
  await db.sql(
    `select publish_quiz(q.id, jsonb_set(jsonb_set(v.definition, '{stages,2,name}', '"אחר"'), '{questions,5,text}', '"שאלה חדשה?"'), q.current_version)
     from quizzes q join quiz_versions v on v.quiz_id = q.id and v.number = q.current_version`,
  )
  expect(textOf((await browser.get('/financial_stage/questions')).body)).toBe(shown)
  await browser.answer(middle)
  await browser.post('/questions/skip')
  expect(
    await db.sql(
      `select a.quiz_version = q.current_version - 1 as "isOwn", a.result -> 'stage' ->> 'name' = v.definition -> 'stages' -> (a.stage - 1) ->> 'name' as "isNamed"
       from quiz_attempts a join quizzes q on q.id = a.quiz_id
       join quiz_versions v on v.quiz_id = a.quiz_id and v.number = a.quiz_version`,
    ),
  ).toEqual([{ isOwn: true, isNamed: true }])
})

test('a call to action whose page is unpublished is replaced by the link to book a call', async () => {
  const action = async (points: string) => {
    const browser = openBrowser()
    const { body } = await browser.get(await browser.finish(points))
    const [first] = elements(body, 'a').filter(({ attributes }) => attributes['class']?.includes('btn--xl'))
    return [textOf(first!.inside), first!.attributes['href']]
  }
  expect(await action(middle)).toEqual(['לקביעת שיחת היכרות', '/book-a-call'])
  expect(await action('4 4 4 4 4 4 4 4 4 4')).toEqual(['להדרכה ״הבדיקה השנתית״', '/webinar'])
})

test("the result page shows the stage's video: an uploaded file in a player, an external one only after consent", async () => {
  const [first] = await db.sql<{ definition: { stages: object[] } }>('select definition from quiz_versions where number = 1') // prettier-ignore
  const [present] = await db.sql<{ number: number }>('select current_version as number from quizzes')
  const { stages } = first!.definition
  const [own, elsewhere] = [{ address: '/storage/v1/object/public/quiz-videos/film', captions: '/storage/v1/object/public/quiz-videos/words' }, { address: 'https://youtu.be/dQw4w9WgXcQ' }] // prettier-ignore
  const videos = [null, null, own, null, elsewhere]
  const definition = { ...first!.definition, stages: stages.map((stage, i) => ({ ...stage, ...(videos[i] && { video: videos[i] }) })) } // prettier-ignore
  const without = openBrowser()
  const withoutVideo = await without.finish(middle)
  await db.sql(
    `with next as (insert into quiz_versions (quiz_id, number, definition)
       select quiz_id, max(number) + 1, $1 from quiz_versions group by quiz_id returning number)
     update quizzes set current_version = next.number from next`,
    [JSON.stringify(definition)],
  )
  onTestFinished(async () => {
    await db.sql('delete from quiz_attempts')
    await db.sql('update quizzes set current_version = $1', [present!.number])
  })
  const shown = async (points: string) => {
    const browser = openBrowser()
    return (await browser.get(await browser.finish(points))).body
  }
  const third = await shown(middle)
  const [video] = elements(third, 'video')
  expect(video!.attributes).toMatchObject({ src: own.address, controls: '' })
  expect(video!.attributes).not.toHaveProperty('autoplay')
  expect(third).toMatch(new RegExp(`<track[^>]*src="${own.captions}"`))
  expect(textOf(third)).toContain('סרטון לשלב ״יציבות״')
  const fifth = await shown('4 4 4 4 4 4 4 4 4 4')
  expect(elements(fifth, 'iframe')).toEqual([])
  expect(elements(fifth, 'video')).toEqual([])
  expect(elements(fifth, 'a').map(({ attributes }) => attributes['href'])).toContain(
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  )
  expect(textOf((await without.get(withoutVideo)).body)).not.toContain('סרטון לשלב')
})

test('a result is shared on WhatsApp with a separate link, which does not verify an address', async () => {
  const browser = openBrowser()
  const token = tokenOf(await browser.finish(middle))
  const page = await browser.get(`/financial_stage/results?r=${token}`)
  expect(page.body).not.toContain('wa.me')
  const resultUrl = (await browser.post('/results/link', { token })).headers.location as string
  const link = /&link=([\w-]+)#whatsapp$/.exec(resultUrl)![1]!
  expect(link).not.toBe(token)
  const { body } = await browser.get(resultUrl)
  const [send] = elements(body, 'a').filter(({ attributes }) => attributes['href']?.startsWith('https://wa.me/?'))
  const message = new URL(send!.attributes['href']!).searchParams.get('text')
  expect(message).toMatch(new RegExp(`/financial_stage/results\\?r=${link}$`))
  expect(message).not.toContain(token)
  const opened = await openBrowser().get(`/financial_stage/results?r=${link}`)
  expect(textOf(opened.body)).toContain('התוצאה שלכם: שלב')
  expect(await db.sql('select proves_address from quiz_result_links where token_hash = $1', [hashKey(link)])).toEqual([{ proves_address: false }]) // prettier-ignore
  expect((await browser.get(`/financial_stage/results?r=${token}&link=%22%3E<b>`)).body).not.toContain('wa.me')
  expect((await openBrowser().post('/results/link', { token: link.replace(/^./, '~') })).statusCode).toBe(422)
})

test('a couple shares levels only after both agreed, and either partner can stop sharing', async () => {
  const [one, other] = [openBrowser(), openBrowser()]
  const mine = await one.finish('4 4 4 4 4 4 0 0 2 2')
  const token = tokenOf(mine)
  expect((await one.post('/results/share', { token })).statusCode).toBe(409)
  const invited = (await one.post('/results/invite', { token })).headers.location as string
  const invitation = /invitation=([\w-]+)/.exec(invited)![1]!
  expect(textOf((await one.get(invited)).body)).toContain(`/financial_stage?r=${invitation}`)
  const intro = await other.get(`/financial_stage?r=${invitation}`)
  expect(intro.body).toContain('noindex')
  expect(textOf(intro.body)).toContain('הוזמנתם למלא את השאלון גם אתם')
  const theirs = await other.finish('4 4 0 4 4 4 4 4 2 2', { invitation })
  const levels = /רואים אותו דבר|כדאי לדבר על זה/
  expect(textOf((await one.get(mine)).body)).not.toMatch(levels)
  expect(textOf((await other.get(theirs)).body)).toContain('גם הצד השני בבית מילא את השאלון')
  await other.post('/results/share', { token: tokenOf(theirs) })
  expect(textOf((await one.get(mine)).body)).toContain('חיסכון ועתיד דורש תשומת לב חזק כדאי לדבר על זה')
  expect(textOf((await other.get(theirs)).body)).toContain('חיסכון ועתיד חזק דורש תשומת לב כדאי לדבר על זה')
  // An answered invitation cannot be used again.
  expect((await openBrowser().post('/start', { invitation })).statusCode).toBe(404)
  await one.post('/results/stop-sharing', { token })
  expect(textOf((await other.get(theirs)).body)).not.toMatch(levels)
})

test('opening the invitation again continues the attempt that it started', async () => {
  const [one, other] = [openBrowser(), openBrowser()]
  const token = tokenOf(await one.finish(middle))
  const invited = (await one.post('/results/invite', { token })).headers.location as string
  const invitation = /invitation=([\w-]+)/.exec(invited)![1]!
  await other.post('/start', { invitation })
  await other.answer('4 4 0')
  expect((await other.post('/start', { invitation })).headers.location).toContain('q=4')
  expect(await db.sql('select reached from quiz_attempts where partner_id is not null')).toEqual([{ reached: 3 }])
})

test('a repeated quiz is compared with a previous result that is at least 90 days old', async () => {
  const browser = openBrowser()
  const before = await browser.finish(middle)
  const again = await browser.finish('3 3 3 3 3 3 3 3 3 3', { again: tokenOf(before) })
  const compared = '25 נקודות יותר מהפעם הקודמת'
  expect(textOf((await browser.get(again)).body)).not.toContain(compared)
  await db.sql(`alter table quiz_attempts disable trigger keep_result`)
  const age = (days: number) =>
    db.sql(
      `update quiz_attempts set completed_at = n.completed_at - make_interval(days => $1)
       from (select previous_id, completed_at from quiz_attempts where previous_id is not null) n where quiz_attempts.id = n.previous_id`,
      [days],
    )
  await age(89)
  expect(textOf((await browser.get(again)).body)).not.toContain(compared)
  await age(90)
  expect(textOf((await browser.get(again)).body)).toContain(compared)
  await db.sql(`alter table quiz_attempts enable trigger keep_result`)
})

test('a mail to repeat the quiz is scheduled 90 days after a result with details, and cancelled by a repetition', async () => {
  const fill = async () => {
    const browser = openBrowser()
    await browser.post('/start')
    await browser.answer(middle)
    await browser.post('/questions/details', { name: 'תמר לדוגמה', email: 'tamar@example.com' })
  }
  const planned = () =>
    db.sql(
      `select s.purpose, s.status, round(extract(epoch from s.send_at - now()) / 86400)::int as days from scheduled_messages s
       join message_rules r on r.id = s.rule_id where r.key = 'quiz.repeat' and s.to_value = 'tamar@example.com' order by s.created_at, s.id`,
    )
  await fill()
  expect(await planned()).toEqual([{ purpose: 'marketing', status: 'scheduled', days: 90 }])
  await fill()
  expect((await planned()).map(({ status }) => status)).toEqual(expect.arrayContaining(['canceled', 'scheduled']))
  expect(await planned()).toHaveLength(2)
  await db.sql('delete from quiz_attempts')
  expect((await planned()).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
})

test('an unknown, expired or missing key shows a link to continue', async () => {
  const cold = await app.inject('/financial_stage/results')
  expect([cold.statusCode, cold.headers.location]).toEqual([302, '/financial_stage'])
  expect((await app.inject('/financial_stage/questions')).headers.location).toBe('/financial_stage')
  expect(textOf((await app.inject(`/financial_stage/results?r=${'x'.repeat(32)}`)).body)).toContain('אינו מוכר')
  const browser = openBrowser()
  const address = await browser.finish(middle)
  await db.sql('update quiz_result_links set revoked_at = now()')
  expect(textOf((await browser.get(address)).body)).toContain('תוקף הקישור לתוצאה הסתיים')
  const lost = await app.inject({
    method: 'POST',
    url: '/financial_stage/questions',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'question=q1&answer=1&step=next',
  })
  expect([lost.statusCode, textOf(lost.body).includes('המילוי לא נמצא')]).toEqual([404, true])
})

test('a paused quiz refuses new attempts, and an idle one is abandoned after a day and deleted after 90', async () => {
  const browser = openBrowser()
  await browser.post('/start')
  await browser.answer('1 2')
  await db.sql(`update quizzes set status = 'paused'`)
  expect((await openBrowser().post('/start')).statusCode).toBe(409)
  await db.sql(`update quizzes set status = 'published'`)
  const state = async () =>
    (
      await db.sql<{ status: string; reached: number }>(
        'select status, reached from quiz_attempts where result is null',
      )
    )[0]
  const idle = (hours: number) =>
    db.sql(`update quiz_attempts set last_at = now() - make_interval(hours => $1) where result is null`, [hours])
  await idle(23)
  await db.sql('select tidy_quiz_attempts()')
  expect(await state()).toEqual({ status: 'answered', reached: 2 })
  await idle(25)
  await db.sql('select tidy_quiz_attempts()')
  expect(await state()).toEqual({ status: 'abandoned', reached: 2 })
  await idle(89 * 24)
  await db.sql('select tidy_quiz_attempts()')
  expect(await state()).toBeDefined()
  await idle(91 * 24)
  await db.sql('select tidy_quiz_attempts()')
  expect(await state()).toBeUndefined()
})

test('the first page of the quiz shows a pause, a reopening and the text of a new version immediately', async () => {
  const intro = async () => textOf((await app.inject('/financial_stage')).body)
  expect(await intro()).toContain('אחד מחמישה')
  await db.sql(`update quizzes set status = 'paused'`)
  await expect.poll(intro).toContain('השאלון סגור כרגע')
  await db.sql(`update quizzes set status = 'published'`)
  await expect.poll(intro).toContain('להתחלת השאלון')
  await db.sql(
    `with next as (insert into quiz_versions (quiz_id, number, definition)
       select v.quiz_id, max(v.number) + 1, (select jsonb_set(w.definition #- '{stages,4}', '{texts,intro,title}', '"כותרת אחרת"')
         from quiz_versions w where w.number = 1) from quiz_versions v group by v.quiz_id returning number)
     update quizzes set current_version = next.number from next`,
  )
  await expect.poll(intro).toContain('כותרת אחרת')
  expect(await intro()).toContain('אחד מארבעה')
})
