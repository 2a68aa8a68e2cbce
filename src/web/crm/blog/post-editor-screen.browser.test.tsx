import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { blankPost, currentSlug, readOpenedPost, runPostAction, savePost } from '#features/blog/editing.data.ts'
import { addPublished } from '#features/blog/screens/add-post.fixture.ts'
import { postPath } from '#features/blog/slug.ts'
import {
  holdNextRequest,
  loseNextAnswer,
  loseNextRequest,
  loseNextResponse,
  loseRequests,
} from '../../../../test/browser/network.ts'
import { uniqueName } from '../../../../test/browser/own-rows.ts'
import { pngFile } from '../../../../test/browser/png.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'

const backend = backendAs('content')
const message = page.getByRole('region', { name: 'הודעות' })
const title = page.getByRole('textbox', { name: 'כותרת' })
const excerpt = page.getByLabelText('תקציר')
const body = page.getByRole('textbox', { name: 'תוכן המאמר' })
const saveState = (label: RegExp) => page.getByRole('status').filter({ hasText: label })
const saved = saveState(/^נשמר/)

async function openPost(written: Partial<ReturnType<typeof blankPost>> = {}) {
  const post = await savePost(backend, { ...blankPost(`מאמר ${uniqueName()}`), ...written })
  const screen = await openScreen(`/crm/blog/${post.id}`, 'content')
  await expect.element(body).toBeVisible()
  return { ...post, router: screen.router }
}
const stored = async (id: string) => (await readOpenedPost(backend, id))!

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

test('edits are autosaved, and Ctrl+S saves immediately', async () => {
  const { id } = await openPost()
  // On a busy machine the autosave ends before its state is asserted.
  const held = holdNextRequest('/functions/v1/save-post')
  await title.fill('איך מתחילים תקציב')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('איך מתחילים תקציב')
  await expect.element(saveState(/^עוד רגע נשמר|^שומרים/)).toBeVisible()
  held.release()
  await expect.element(saved).toBeVisible()
  await expect.poll(async () => (await stored(id)).draft.title).toBe('איך מתחילים תקציב')
  await excerpt.fill('שלושה צעדים')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(async () => (await stored(id)).draft.excerpt).toBe('שלושה צעדים')
  await body.click()
  await userEvent.keyboard('פותחים דף אחד')
  await expect.poll(async () => JSON.stringify((await stored(id)).draft.body)).toContain('פותחים דף אחד')
})

test('a line break in the title becomes a space, and tags are separated by commas and deduplicated', async () => {
  const { id } = await openPost()
  await title.fill('שורה\nשנייה')
  await expect.element(title).toHaveValue('שורה שנייה')
  await page.getByLabelText(/^תגיות/).fill('תקציב, משכנתא,תקציב , ')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(async () => (await stored(id)).draft.tags).toEqual(['תקציב', 'משכנתא'])
  await expect.element(page.getByLabelText(/^תגיות/)).toHaveValue('תקציב, משכנתא,תקציב , ')
})

test('a failed save is reported, and the next save sends all edits', async () => {
  const { id } = await openPost()
  const saves = loseRequests('/functions/v1/save-post')
  await title.fill('נשמר בסוף')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(message).toMatchTextContent('המאמר עוד לא נשמר')
  await expect.element(saveState(/^לא נשמר/)).toBeVisible()
  saves.restore()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(saved).toBeVisible()
  await expect.poll(async () => (await stored(id)).draft.title).toBe('נשמר בסוף')
})

test('a save whose response was lost is not a conflict, and the next one sends later edits', async () => {
  const { id } = await openPost()
  loseNextResponse('/functions/v1/save-post')
  await title.fill('נשמר בלי תשובה')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(async () => (await stored(id)).draft.title).toBe('נשמר בלי תשובה')
  await title.fill('נשמר אחר כך')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(async () => (await stored(id)).draft.title).toBe('נשמר אחר כך')
  await expect.element(saved).toBeVisible()
  await expect.element(page.getByText('המאמר נשמר בינתיים במקום אחר.')).not.toBeInTheDocument()
})

test('a post that was saved in another session is not overwritten, unless the local version is chosen', async () => {
  const { id, version } = await openPost()
  await savePost(backendAs('owner'), blankPost('הנוסח של מיכל'), { id, seenVersion: version })
  await title.fill('הנוסח שלי')
  await userEvent.keyboard('{Control>}s{/Control}')
  const notice = page.getByRole('alert').filter({ hasText: 'המאמר נשמר בינתיים במקום אחר.' })
  await expect.element(notice).toBeVisible()
  await expect.poll(async () => (await stored(id)).draft.title).toBe('הנוסח של מיכל')
  await notice.getByRole('button', { name: 'להשאיר את שלי' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(title).toHaveValue('הנוסח שלי')
  await expect.poll(async () => (await stored(id)).draft.title).toBe('הנוסח שלי')
})

test('in a conflict the other version can be chosen, replaces the local one, and is editable', async () => {
  const { id, version } = await openPost()
  await savePost(
    backendAs('owner'),
    { ...blankPost('הנוסח של מיכל'), body: paragraph('הגוף של מיכל') },
    { id, seenVersion: version },
  )
  await title.fill('הנוסח שלי')
  await userEvent.keyboard('{Control>}s{/Control}')
  await page.getByRole('button', { name: 'לעבור לנוסח האחר' }).click()
  await expect.element(title).toHaveValue('הנוסח של מיכל')
  await expect.element(body).toHaveTextContent('הגוף של מיכל')
  await title.fill('הנוסח של שנינו')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(async () => (await stored(id)).draft.title).toBe('הנוסח של שנינו')
})

test('leaving the editor before the autosave saves the pending edits', async () => {
  const { id, router } = await openPost()
  await title.fill('לא אבד')
  await page.getByRole('link', { name: 'לכל המאמרים' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/blog')
  await expect.poll(async () => (await stored(id)).draft.title).toBe('לא אבד')
})

test('publishing an incomplete post is refused with the missing field, and a complete one is published once', async () => {
  const { id } = await openPost({ body: paragraph('גוף המאמר') })
  const publish = page.getByRole('button', { name: 'פרסום', exact: true })
  await publish.click()
  await expect.element(message).toMatchTextContent('חסר תקציר. הוא מופיע ברשימת המאמרים ובתוצאות החיפוש')
  await expect.element(excerpt).toHaveFocus()
  await excerpt.fill('תקציר קצר של המאמר')
  const held = holdNextRequest('/rpc/publish_post')
  await publish.click()
  await held.sent
  await expect.element(page.getByRole('button', { name: 'מפרסמים' })).toBeVisible()
  held.release()
  await expect.element(message).toMatchTextContent('המאמר באתר, ומבקרים רואים אותו מעכשיו')
  const again = page.getByRole('button', { name: 'פרסום השינויים' })
  await expect.element(again).toBeDisabled()
  await expect.poll(async () => (await stored(id)).status).toBe('published')
  await title.fill('כותרת מתוקנת')
  await expect.element(again).toBeEnabled()
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'הסרה מהאתר' }).click()
  await expect.element(message).toMatchTextContent('המאמר הוסר מהאתר. הכתובת שלו נשמרת')
  await expect.poll(() => stored(id)).toMatchObject({ status: 'draft', draft: { title: 'כותרת מתוקנת' } })
})

test('the slug can be changed and later edits still save, and the slug of another post is refused', async () => {
  const other = await savePost(backend, blankPost(`תפוס ${uniqueName()}`))
  const { id } = await openPost()
  await page.getByRole('button', { name: 'שינוי הכתובת' }).click()
  const dialog = page.getByRole('dialog', { name: 'כתובת המאמר' })
  await dialog.getByLabelText('הכתובת').fill('!!!')
  await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click()
  await expect.element(dialog.getByText(/^בכתובת אפשר להשתמש באותיות/)).toBeVisible()
  await dialog.getByLabelText('הכתובת').fill(other.slug)
  await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click()
  await expect.element(dialog.getByText('הכתובת הזאת שייכת למאמר אחר')).toBeVisible()
  const slug = `כתובת-${uniqueName()}`
  await dialog.getByLabelText('הכתובת').fill(slug.replace('-', ' '))
  await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click()
  await expect.element(page.getByRole('complementary', { name: 'פרטי המאמר' })).toMatchTextContent(slug)
  await title.fill('נשמר גם אחרי הכתובת')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(async () => (await stored(id)).draft.title).toBe('נשמר גם אחרי הכתובת')
})

test('the checks before publishing update while typing', async () => {
  await openPost()
  const checks = page.getByRole('region', { name: 'לפני הפרסום' })
  const missing = () => checks.getByText(/^חסר: $/).elements().length
  await expect.element(checks.getByText(/^חסר: $/).first()).toBeInTheDocument()
  const before = missing()
  await excerpt.fill('תקציר של משפט אחד, באורך שמתאים לתוצאות החיפוש ולרשימת המאמרים באתר.')
  await expect.poll(missing).toBe(before - 1)
})

test('a link to a former URL of a post is not reported as dead, and a link to an unknown post is', async () => {
  const { id, version } = await addPublished()
  const former = currentSlug(await stored(id))
  await runPostAction(backend, 'changeSlug', { id, version, slug: `כתובת-${uniqueName()}` })
  const unknown = `/blog/${crypto.randomUUID()}`
  const links = [postPath(former), unknown].map((href) => ({ type: 'action', attrs: { words: 'להמשך', href } }))
  await openPost({ body: { type: 'doc', content: links } })
  const dead = page.getByRole('region', { name: 'לפני הפרסום' }).getByText(/קישור שלא מוביל לשום עמוד/)
  await expect
    .poll(() => dead.elements().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining(`\u2068${unknown}\u2069`)])
})

test('pinning a post to the top of the list preserves its unsaved text', async () => {
  const { id } = await openPost()
  await title.fill('ראשון ברשימה')
  const pinned = page.getByRole('switch', { name: 'ראשון ברשימת המאמרים' })
  await pinned.click()
  await expect.element(pinned).toBeChecked()
  await expect.poll(() => stored(id)).toMatchObject({ featured: true, draft: { title: 'ראשון ברשימה' } })
  await excerpt.fill('נשמר אחרי הנעיצה')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(async () => (await stored(id)).draft.excerpt).toBe('נשמר אחרי הנעיצה')
  await pinned.click()
  await expect.element(pinned).not.toBeChecked()
})

test('deleting a post leaves its editor, and the message links to the bin', async () => {
  const { id, router } = await openPost()
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'מחיקה' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/blog')
  await router.navigate(`/crm/blog/${id}`)
  await expect.element(page.getByText(/^ייתכן שמישהו מחק אותו/)).toBeVisible()
})

const owner = backendAs('owner')
const campaignsNamed = async (name: string) =>
  (await owner.from('campaigns').select('status, subject, preheader, blocks, list_ids').eq('name', name).throwOnError())
    .data
async function openNewsletter(postId: string, item: string) {
  await openScreen(`/crm/blog/${postId}`, 'owner')
  await expect.element(body).toBeVisible()
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a post is published and sent as a newsletter in one dialog; if sending is refused, a draft campaign remains', async () => {
  const name = uniqueName()
  const { data: empty } = await owner.from('mailing_lists').insert({ name }).select('id').single().throwOnError()
  // The weekly mailing list, with the demo subscribers.
  const { data: lists } = await owner.from('mailing_lists').select('id').order('created_at').limit(1).throwOnError()
  const subject = `ניוזלטר ${name}`
  const post = await savePost(backend, {
    ...blankPost(subject),
    excerpt: 'תקציר שנכנס גם להודעה',
    body: paragraph('מילים'),
  })
  await openNewsletter(post.id, 'פרסום ושליחה כניוזלטר')
  const dialog = page.getByRole('dialog', { name: 'לפרסם ולשלוח כניוזלטר?' })
  const submit = dialog.getByRole('button', { name: 'פרסום ושליחה' })
  await dialog.getByLabelText('לאיזו רשימה').selectOptions(empty.id)
  await expect.element(dialog.getByText('עכשיו אין ברשימה מי שיקבלו את ההודעה.')).toBeVisible()
  await expect.element(submit).toBeDisabled()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  // A cover selected after the editor was opened is used in the message.
  const cover = page.elementLocator(document.querySelector('.post-cover-field input[type=file]')!)
  await userEvent.upload(cover, await pngFile('cover.png', 1200, 800))
  await expect.element(page.getByRole('button', { name: 'החלפת התמונה' })).toBeVisible()
  await page.getByRole('textbox', { name: 'מה רואים בתמונה' }).fill('שולחן')
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'פרסום ושליחה כניוזלטר' }).click()
  await expect.element(dialog.getByLabelText('לאיזו רשימה')).toHaveValue(lists[0]!.id)
  await expect.element(submit).toBeEnabled()
  // The scheduling request is intercepted: nothing is sent to the contacts of other tests.
  loseNextRequest('/rpc/schedule_campaign')
  const held = holdNextRequest('POST /rest/v1/campaigns')
  await submit.click()
  await held.sent
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('button', { name: 'שולחים' })).toBeVisible()
  held.release()
  await expect.element(message).toMatchTextContent(/המאמר באתר\. הניוזלטר נשמר כטיוטה ועוד לא נשלח/)
  const { status, draft } = await stored(post.id)
  expect([status, draft.cover?.format]).toEqual(['published', expect.any(String) as string])
  expect(await campaignsNamed(subject)).toMatchObject([
    {
      status: 'draft',
      subject,
      preheader: 'תקציר שנכנס גם להודעה',
      blocks: [
        {
          kind: 'article',
          title: subject,
          to: expect.stringMatching(/^\/blog\//) as string,
          picture: { id: draft.cover_id },
        },
      ],
      list_ids: [lists[0]!.id],
    },
  ])
})

test.each([
  ['readable', /המאמר באתר, והניוזלטר בדרך/],
  ['not readable', /לא ידוע אם הניוזלטר יצא/],
] as const)(
  'after a lost response the message depends on the stored status of the campaign (%s)',
  async (status, text) => {
    const subject = `תשובה שאבדה ${uniqueName()}`
    const post = await savePost(backend, { ...blankPost(subject), excerpt: 'תקציר', body: paragraph('מילים') })
    await openNewsletter(post.id, 'פרסום ושליחה כניוזלטר')
    const submit = page.getByRole('dialog').getByRole('button', { name: 'פרסום ושליחה' })
    await expect.element(submit).toBeEnabled()
    // The server schedules it for a distant day: nothing is sent to the contacts of other tests.
    loseNextAnswer('/rpc/schedule_campaign', async () => {
      await backendAsService()
        .from('campaigns')
        .update({ status: 'scheduled', send_at: '2099-01-01T10:00:00Z' })
        .eq('name', subject)
        .throwOnError()
      if (status === 'not readable') loseNextRequest('/rest/v1/campaigns?select=status&')
    })
    await submit.click()
    await expect.element(message).toMatchTextContent(text)
    expect(await campaignsNamed(subject)).toMatchObject([{ status: 'scheduled' }])
    await backendAsService().from('campaigns').delete().eq('name', subject).throwOnError()
  },
)

test.each([
  ['sent', 'נשלח', /המאמר כבר נשלח כניוזלטר, ב.*2026/],
  ['cancelled', 'נעצר', /ניוזלטר של המאמר נשלח לחלק מהרשימה, ב.*2026/],
] as const)(
  'the newsletter dialog shows when an earlier newsletter of the post was %s, and only sends a published post',
  async (status, word, note) => {
    const name = `${word} ${uniqueName()}`
    const { id } = await addPublished({ title: name })
    const to = postPath(currentSlug(await stored(id)))
    const at = '2026-03-05T10:00:00+02:00'
    await backendAsService()
      .from('campaigns')
      .insert({
        name,
        subject: name,
        blocks: [{ kind: 'article', title: name, text: '', to, picture: null }],
        status,
        send_at: at,
        started_at: at,
        finished_at: at,
      })
      .throwOnError()
    await openNewsletter(id, 'שליחה כניוזלטר')
    const dialog = page.getByRole('dialog', { name: 'לשלוח כניוזלטר?' })
    await expect.element(dialog.getByRole('note').first()).toMatchTextContent(note)
    await expect.element(dialog.getByRole('button', { name: 'שליחה', exact: true })).toBeVisible()
  },
)

test('while it is unknown whether a post was already sent, it cannot be sent', async () => {
  const { id } = await addPublished({ title: `לא ידוע ${uniqueName()}` })
  loseNextRequest('/rest/v1/campaigns?select=id%2Cstatus%2Csend_at')
  await openNewsletter(id, 'שליחה כניוזלטר')
  const dialog = page.getByRole('dialog', { name: 'לשלוח כניוזלטר?' })
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/לא הצלחנו לבדוק אם המאמר כבר נשלח/)
  await expect.element(dialog.getByText(/(אדם|אנשים).* יקבלו? את ההודעה/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'שליחה', exact: true })).toBeDisabled()
})

test('sending an incomplete post as a newsletter closes the dialog, and focuses the missing field', async () => {
  const post = await savePost(backend, { ...blankPost(`חסר ${uniqueName()}`), body: paragraph('מילים') })
  await openNewsletter(post.id, 'פרסום ושליחה כניוזלטר')
  const submit = page.getByRole('dialog').getByRole('button', { name: 'פרסום ושליחה' })
  await expect.element(submit).toBeEnabled()
  await submit.click()
  await expect.element(excerpt).toHaveFocus()
  await expect.element(submit).not.toBeInTheDocument()
})

test('sending is offered only to roles that may send', async () => {
  await openPost()
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await expect.element(page.getByRole('menuitem', { name: 'גרסאות קודמות' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /כניוזלטר/ })).not.toBeInTheDocument()
})
