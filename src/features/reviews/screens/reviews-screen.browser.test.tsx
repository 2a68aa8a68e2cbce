import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TablesInsert } from '#client/database.types.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { unique, uniqueEmail } from '../../../../test/browser/unique.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const card = (name: string) => page.getByRole('article', { name: `המלצה של ${name}` })
const dialog = page.getByRole('dialog', { name: /^(עריכת המלצה|המלצה שנמסרה לנו)$/ })

async function addReview(known: Partial<TablesInsert<'reviews'>> = {}) {
  const { data } = await backend
    .from('reviews')
    .insert({
      shown_name: unique('דנה'),
      body: unique('ליווי טוב ומדויק'),
      permission: 'בוואטסאפ',
      permitted_on: '2026-01-02',
      ...known,
    } as TablesInsert<'reviews'>)
    .select('*')
    .single()
    .throwOnError()
  return data
}
const readReview = async (id: string) => {
  const { data } = await backend.from('reviews').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

test('an approved review is removed from the pending list, and undo restores it', async () => {
  const { id, shown_name: name } = await addReview()
  await openScreen('/crm/site/reviews', 'content')
  await card(name).getByRole('button', { name: 'פרסום באתר' }).click()
  await expect.element(page.getByText('ההמלצה באתר', { exact: true })).toBeVisible()
  await expect.element(card(name)).not.toBeInTheDocument()
  await expect.poll(async () => (await readReview(id))?.status).toBe('approved')
  await undoLast()
  await expect.element(card(name)).toBeVisible()
  await expect.poll(async () => (await readReview(id))?.status).toBe('pending')
})

test('a review without a recorded permission is not published, and the edit form reports missing fields', async () => {
  const { id, shown_name: name } = await addReview({ permission: null, permitted_on: null })
  await openScreen('/crm/site/reviews', 'content')
  await expect.element(card(name).getByText(/עוד לא נרשם איך היא ניתנה/)).toBeVisible()
  await card(name).getByRole('button', { name: 'פרסום באתר' }).click()
  await expect.element(page.getByText('כדי לאשר צריך לרשום איך ומתי ניתנה ההסכמה לפרסום')).toBeVisible()
  await card(name).getByRole('button', { name: 'עריכה ותשובה' }).click()
  await dialog.getByRole('textbox', { name: 'המילים' }).fill('קצר')
  await dialog.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'המילים' })).toHaveAccessibleDescription(/לפחות 10 תווים/)
  await dialog.getByRole('textbox', { name: 'המילים' }).fill('נוסח אחר וארוך מספיק')
  await dialog.getByRole('textbox', { name: 'איך ניתנה ההסכמה לפרסום' }).fill('בטלפון')
  await dialog.getByLabelText('מתי ניתנה', { exact: true }).fill('2026-02-03')
  await dialog.getByRole('textbox', { name: /^תשובה מאיתנו/ }).fill('תודה')
  await dialog.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card(name)).toMatchTextContent(/התשובה שלנו: תודה/)
  // The wording changed, so it needs a new consent before publication.
  await card(name).getByRole('button', { name: 'פרסום באתר' }).click()
  await expect.element(page.getByText('הנוסח שונה. כדי לאשר צריך לרשום מתי הסכימו לנוסח החדש')).toBeVisible()
  await expect
    .poll(() => readReview(id))
    .toMatchObject({ status: 'pending', permission: 'בטלפון', permitted_on: '2026-02-03' })
})

test('an edit is saved for a review that a colleague published during the edit', async () => {
  const { id, shown_name: name } = await addReview()
  await openScreen('/crm/site/reviews', 'content')
  await card(name).getByRole('button', { name: 'עריכה ותשובה' }).click()
  await dialog.getByRole('textbox', { name: /^תשובה מאיתנו/ }).fill('תודה')
  await backendAs('admin').from('reviews').update({ status: 'approved' }).eq('id', id).throwOnError()
  await dialog.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: /מישהו אחר שמר כאן/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(page.getByText('ההמלצה נשמרה')).toBeVisible()
  expect(await readReview(id)).toMatchObject({ status: 'approved', reply: 'תודה' })
})

async function addReviewOfAuthor() {
  const service = backendAsService()
  const input = { shown_name: unique('מאיה'), body: unique('ליווי טוב ומדויק') }
  const { data: review } = await service
    .from('reviews')
    .insert({ ...input, source: 'form' })
    .select('id')
    .single()
    .throwOnError()
  await service
    .from('review_authors')
    .insert({ review_id: review.id, name: input.shown_name, email: uniqueEmail(), words_hash: review.id })
    .throwOnError()
  return { ...review, ...input }
}

test("a colleague's concurrent change is shown before the wording is mailed, and both changes are saved", async () => {
  const { id, shown_name: name } = await addReviewOfAuthor()
  const proposals = async () =>
    (await backend.from('review_edits').select('body').eq('review_id', id).throwOnError()).data
  await openScreen('/crm/site/reviews', 'owner')
  await card(name).getByRole('button', { name: 'עריכה ותשובה' }).click()
  await dialog.getByRole('textbox', { name: 'המילים' }).fill('נוסח אחר וארוך מספיק')
  await dialog.getByRole('textbox', { name: /^תשובה מאיתנו/ }).fill('תודה')
  const about = unique('הורים')
  await backendAs('admin').from('reviews').update({ about }).eq('id', id).throwOnError()
  await dialog.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: about })).toBeVisible()
  expect(await proposals()).toEqual([])
  await dialog.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(page.getByText(/^הנוסח נשלח לכותבים/)).toBeVisible()
  expect(await proposals()).toEqual([{ body: 'נוסח אחר וארוך מספיק' }])
  expect(await readReview(id)).toMatchObject({ about, reply: 'תודה' })
})

test('only a changed wording is mailed to the author for approval', async () => {
  const input = await addReviewOfAuthor()
  await openScreen('/crm/site/reviews', 'owner')
  const save = async () => {
    await dialog.getByRole('button', { name: 'שמירת השינויים' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await card(input.shown_name).getByRole('button', { name: 'עריכה ותשובה' }).click()
  await dialog.getByRole('textbox', { name: /^תשובה מאיתנו/ }).fill('תודה')
  await save()
  await expect.element(page.getByText('ההמלצה נשמרה')).toBeVisible()
  await expect.poll(() => readReview(input.id)).toMatchObject({ reply: 'תודה', body: input.body })
  await card(input.shown_name).getByRole('button', { name: 'עריכה ותשובה' }).click()
  await dialog.getByRole('textbox', { name: 'המילים' }).fill('נוסח אחר וארוך מספיק')
  await save()
  await expect.element(page.getByText(/^הנוסח נשלח לכותבים/)).toBeVisible()
  await expect.poll(() => readReview(input.id)).toMatchObject({ body: input.body })
})

test('reviews are rejected in bulk with a reason, and returned to pending in bulk', async () => {
  const [first, second] = [await addReview(), await addReview()]
  await openScreen('/crm/site/reviews', 'content')
  for (const { shown_name } of [first, second]) await card(shown_name).getByRole('checkbox').click()
  await expect.element(page.getByText('שתי המלצות נבחרו')).toBeVisible()
  await page.getByRole('button', { name: 'לא לפרסם' }).first().click()
  await page.getByRole('menuitem').first().click()
  await expect.element(page.getByText('שתי המלצות לא יופיעו באתר')).toBeVisible()
  await page.getByRole('link', { name: /^לא פורסמו/ }).click()
  await expect.element(card(first.shown_name)).toBeVisible()
  for (const { shown_name } of [first, second]) await card(shown_name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'החזרה להמתנה' }).click()
  await expect.element(card(second.shown_name)).not.toBeInTheDocument()
  await expect.poll(() => readReview(second.id)).toMatchObject({ status: 'pending', rejected_because: null })
})

test('a decision on a review changed by a colleague is refused, and the list shows the current text', async () => {
  const { id, shown_name: name } = await addReview()
  await openScreen('/crm/site/reviews', 'content')
  await expect.element(card(name)).toBeVisible()
  const about = unique('הורים')
  await backendAs('admin').from('reviews').update({ about }).eq('id', id).throwOnError()
  await card(name).getByRole('button', { name: 'פרסום באתר' }).click()
  await expect.element(page.getByText('ההמלצה לא עודכנה')).toBeVisible()
  await expect.element(card(name)).toMatchTextContent(about)
  await expect.poll(async () => (await readReview(id))?.status).toBe('pending')
})

test('a featured review is marked, and only admins can delete permanently', async () => {
  const { id, shown_name: name } = await addReview()
  await backend.from('reviews').update({ status: 'approved' }).eq('id', id).throwOnError()
  const screen = await openScreen('/crm/site/reviews?show=shown', 'content')
  await card(name).getByRole('button', { name: 'להציג ראשונה' }).click()
  await expect.element(card(name).getByText('ראשונה', { exact: true })).toBeVisible()
  const more = page.getByRole('button', { name: `עוד פעולות להמלצה של ${name}` })
  await more.click()
  await expect.element(page.getByRole('menuitem', { name: 'החזרה להמתנה' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'מחיקה לצמיתות' })).not.toBeInTheDocument()
  await screen.unmount()
  await openScreen('/crm/site/reviews?show=shown', 'owner')
  await more.click()
  await page.getByRole('menuitem', { name: 'מחיקה לצמיתות' }).click()
  await expect.element(page.getByText('ההמלצה נמחקה')).toBeVisible()
  await expect.poll(() => readReview(id)).toBeNull()
})

test('a review received elsewhere is added with its source and is pending', async () => {
  await openScreen('/crm/site/reviews', 'content')
  await page.getByRole('button', { name: 'המלצה שנמסרה לנו' }).click()
  await dialog.getByRole('button', { name: 'הוספת ההמלצה' }).click()
  for (const name of ['המילים', 'השם כפי שיופיע'])
    await expect.element(dialog.getByRole('textbox', { name })).toHaveAccessibleDescription('שדה חובה')
  const name = unique('רון')
  await dialog.getByRole('textbox', { name: 'המילים' }).fill('עזר לנו לסגור את המינוס')
  await dialog.getByRole('textbox', { name: 'השם כפי שיופיע' }).fill(name)
  await dialog.getByRole('textbox', { name: /^נושאים/ }).fill('תקציב, , חובות')
  await dialog.getByLabelText('מאיפה היא').selectOptions('google')
  await dialog.getByRole('button', { name: 'הוספת ההמלצה' }).click()
  await expect.element(card(name)).toBeVisible()
  const { data } = await backend
    .from('reviews')
    .select('source, tags, status, rating')
    .eq('shown_name', name)
    .throwOnError()
  expect(data).toEqual([{ source: 'google', tags: ['תקציב', 'חובות'], status: 'pending', rating: null }])
})
