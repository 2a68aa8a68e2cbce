import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'

const backend = backendAs('owner')
const field = (name: RegExp) => page.getByRole('textbox', { name })
const title = field(/^כותרת/)
const save = page.getByRole('button', { name: 'שמירה', exact: true })
const saved = page.getByText(/^נשמר\. המבקרים/)
const readOverride = async (path: string) => {
  const { data } = await backend.from('seo_overrides').select('*').eq('path', path).maybeSingle().throwOnError()
  return data
}
const openPage = async (path: string) => {
  await backend.from('seo_overrides').delete().eq('path', path).throwOnError()
  await openScreen(`/crm/seo-manager/page?path=${encodeURIComponent(path)}`, 'content')
  await expect.element(title).toHaveValue('')
}

test('the length meter follows the input, or the page’s own title while the field is empty', async () => {
  await openPage('/terms')
  const own = title.element().getAttribute('placeholder')!
  const meter = page.getByRole('meter').first()
  await expect
    .element(meter)
    .toHaveAttribute('aria-label', expect.stringMatching(new RegExp(`^${own.length} תווים`)) as never)
  const newTitle = unique('תנאים')
  await title.fill(newTitle)
  await expect
    .element(meter)
    .toHaveAttribute('aria-label', expect.stringMatching(new RegExp(`^${newTitle.length} תווים`)) as never)
  await save.click()
  await expect.element(saved).toBeVisible()
  await expect
    .poll(() => readOverride('/terms'))
    .toMatchObject({ title: newTitle, description: null, is_hidden: false })
  await title.fill('')
  await save.click()
  await expect.poll(async () => (await readOverride('/terms'))?.title ?? null).toBeNull()
})

test('an invalid canonical URL is refused at its field, and hiding a page is saved', async () => {
  await openPage('/privacy-policy')
  await field(/^עמוד מייצג/).fill('לא כתובת')
  await save.click()
  await expect.element(field(/^עמוד מייצג/)).toHaveAttribute('aria-invalid', 'true')
  await field(/^עמוד מייצג/).fill('/terms')
  await page.getByRole('checkbox', { name: 'להסתיר ממנועי חיפוש' }).click()
  await save.click()
  await expect.element(saved).toBeVisible()
  await expect.poll(() => readOverride('/privacy-policy')).toMatchObject({ canonical: '/terms', is_hidden: true })
  await backend.from('seo_overrides').delete().eq('path', '/privacy-policy').throwOnError()
})

test('concurrent edits of different fields of one page by two users are both saved', async () => {
  await openPage('/accessibility')
  const [mine, theirs] = [unique('שלי'), unique('שלהם')]
  await title.fill(mine)
  await backendAs('admin').from('seo_overrides').insert({ path: '/accessibility', description: theirs }).throwOnError()
  await save.click()
  const notice = page.getByRole('alert').filter({ hasText: /שינוי שנשמר בזמן שערכתם/ })
  await expect.element(notice).toMatchTextContent(theirs)
  await expect.element(title).toHaveValue(mine)
  await save.click()
  await expect.element(saved).toBeVisible()
  await expect.poll(() => readOverride('/accessibility')).toMatchObject({ title: mine, description: theirs })
  await expect.element(field(/^תיאור/)).toHaveValue(theirs)
  await backend.from('seo_overrides').delete().eq('path', '/accessibility').throwOnError()
})

test('a description entered while the title is being saved is retained', async () => {
  await openPage('/terms')
  const [mine, later] = [unique('תנאים'), unique('תיאור')]
  await title.fill(mine)
  const insert = holdNextRequest('POST /rest/v1/seo_overrides')
  await save.click()
  await insert.sent
  await field(/^תיאור/).fill(later)
  insert.release()
  await expect.element(saved).toBeVisible()
  await expect.element(field(/^תיאור/)).toHaveValue(later)
  await save.click()
  await expect.poll(() => readOverride('/terms')).toMatchObject({ title: mine, description: later })
  await backend.from('seo_overrides').delete().eq('path', '/terms').throwOnError()
})

test('the home page cannot be hidden, and an unknown path shows a link to all pages', async () => {
  const screen = await openScreen('/crm/seo-manager/page?path=/', 'content')
  await expect.element(save).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'להסתיר ממנועי חיפוש' })).not.toBeInTheDocument()
  await screen.router.navigate('/crm/seo-manager/page?path=/nothing-here')
  await expect.element(page.getByText(/^אין כרגע עמוד בכתובת הזאת/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'לכל העמודים' }).first()).toBeVisible()
})

test('the preview of a title pattern updates while typing, and its error disappears once the pattern contains the page title', async () => {
  await openScreen('/crm/seo-manager/settings', 'content')
  const pattern = page.getByRole('textbox', { name: 'תבנית הכותרות' })
  await expect.element(pattern).toBeVisible()
  const before = (pattern.element() as HTMLInputElement).value
  await pattern.fill('בלי שם')
  await save.click()
  await expect.element(pattern).toHaveAttribute('aria-invalid', 'true')
  await pattern.fill('{{title}} ~ שלנו')
  await expect.element(page.getByText('יצירת קשר ~ שלנו')).toBeVisible()
  await page
    .getByRole('textbox', { name: /Google/ })
    .fill('<meta name="google-site-verification" content="abcDEF123456" />')
  await save.click()
  await expect.element(page.getByText('ההגדרות נשמרו')).toBeVisible()
  await expect.element(pattern).not.toHaveAttribute('aria-invalid')
  await expect.element(page.getByRole('textbox', { name: /Google/ })).toHaveValue('abcDEF123456')
  await pattern.fill(before)
  await page.getByRole('textbox', { name: /Google/ }).fill('')
  await save.click()
  await expect.element(page.getByRole('textbox', { name: /Google/ })).toHaveValue('')
})
