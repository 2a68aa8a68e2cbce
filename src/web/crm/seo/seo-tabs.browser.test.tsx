import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { invoke } from '#client/invoke.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const backend = backendAs('owner')
const message = page.getByRole('region', { name: 'הודעות' })
const table = page.getByRole('region', { name: 'ההפניות' })
const add = page.getByRole('dialog', { name: 'הפניה חדשה' })
const edit = page.getByRole('dialog', { name: 'עריכת הפניה' })
const tabs = page.getByRole('navigation', { name: 'קידום האתר' })
const path = () => `/${uniqueName()}`

async function addRedirect(code: 301 | 302 = 301) {
  const redirect = { from_path: path(), to_address: '/contact', code }
  const { data } = await backend.from('redirects').insert(redirect).select().single().throwOnError()
  return data
}
const redirectsFrom = async (from_path: string) =>
  (await backend.from('redirects').select().eq('from_path', from_path).throwOnError()).data

async function openRedirects(code?: 301 | 302) {
  const first = await addRedirect(code)
  await openScreen('/crm/seo-manager/redirects', 'content')
  await expect.element(table.getByText(first.from_path)).toBeVisible()
  return first
}

test('a redirect is refused if its source is a page, equals the target, or is already redirected', async () => {
  const taken = await openRedirects()
  await page.getByRole('button', { name: 'הפניה', exact: true }).click()
  await add.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect.element(add.getByText('שדה חובה')).toHaveLength(2)
  await expect.element(add.getByLabelText(/^מהכתובת/)).toHaveFocus()
  // The site's pages, which the form refuses, are loaded with the dialog.
  await expect.poll(() => document.querySelectorAll('#seo-standing option').length).toBeGreaterThan(0)
  await add.getByLabelText(/^מהכתובת/).fill('/blog')
  await add.getByLabelText(/^אל הכתובת/).fill('/contact')
  await userEvent.keyboard('{Enter}')
  await expect.element(add.getByText('בכתובת הזאת עומד עמוד, והוא תמיד קודם להפניה')).toBeVisible()
  await add.getByLabelText(/^מהכתובת/).fill('/contact-us')
  await add.getByLabelText(/^אל הכתובת/).fill('/contact-us')
  await userEvent.keyboard('{Enter}')
  await expect.element(add.getByText('הכתובת מפנה אל עצמה')).toBeVisible()
  await add.getByLabelText(/^אל הכתובת/).fill('סתם מילים')
  await userEvent.keyboard('{Enter}')
  await expect.element(add.getByText(/^יש להזין כתובת באתר/)).toBeVisible()
  await add.getByLabelText(/^מהכתובת/).fill(taken.from_path)
  await add.getByLabelText(/^אל הכתובת/).fill('/contact')
  await userEvent.keyboard('{Enter}')
  await expect.element(add.getByText('כבר יש הפניה מהכתובת הזאת')).toBeVisible()
  await expect.element(add.getByLabelText(/^מהכתובת/)).toHaveFocus()
})

test('a redirect to a path of the site is stored and listed, and loops are refused', async () => {
  await openRedirects()
  const [from, next] = [path(), path()]
  await page.getByRole('button', { name: 'הפניה', exact: true }).click()
  await add.getByLabelText(/^מהכתובת/).fill(`${from}/`)
  await add.getByLabelText(/^אל הכתובת/).fill(`${location.origin}${next}`)
  await add.getByLabelText(/^סוג/).selectOptions('302')
  await add.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect.element(message).toMatchTextContent('ההפניה נשמרה ועובדת')
  await expect.element(table.getByRole('row', { name: new RegExp(from) })).toMatchTextContent('זמנית')
  await expect.poll(() => redirectsFrom(from)).toMatchObject([{ to_address: next, code: 302 }])
  await page.getByRole('button', { name: 'הפניה', exact: true }).click()
  await add.getByLabelText(/^מהכתובת/).fill(next)
  await add.getByLabelText(/^אל הכתובת/).fill(from)
  await userEvent.keyboard('{Enter}')
  await expect.element(add.getByText(/^ההפניה סוגרת מעגל/)).toBeVisible()
})

test('an edit of a redirect that a colleague deleted is refused with the reason, and not added again', async () => {
  const { id, from_path } = await openRedirects()
  await table
    .getByRole('row', { name: new RegExp(from_path) })
    .getByRole('button', { name: /^עריכת/ })
    .click()
  await edit.getByLabelText(/^אל הכתובת/).fill('/about')
  await backendAs('admin').from('redirects').delete().eq('id', id).throwOnError()
  await edit.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect.element(edit.getByRole('alert').filter({ hasText: /זה כבר נמחק/ })).toBeVisible()
  await expect.element(edit.getByLabelText(/^אל הכתובת/)).toHaveValue('/about')
  expect(await redirectsFrom(from_path)).toEqual([])
})

test('the tester lists each redirect of a chain, and refuses another site', async () => {
  const { from_path } = await openRedirects(302)
  const tester = page.getByRole('dialog', { name: 'בדיקת כתובת' })
  await page.getByRole('button', { name: 'בדיקת כתובת' }).click()
  await tester.getByLabelText(/^הכתובת/).fill('https://other.example.com/x')
  await tester.getByRole('button', { name: 'בדיקה', exact: true }).click()
  await expect.element(tester.getByText(/^אפשר לבדוק רק כתובת של האתר/)).toBeVisible()
  await tester.getByLabelText(/^הכתובת/).fill(from_path)
  await userEvent.keyboard('{Enter}')
  const way = tester.getByRole('listitem')
  await expect.element(way.first()).toMatchTextContent('הפניה מהרשימה (302)')
  await expect.element(way.last()).toMatchTextContent('כאן עומד עמוד')
})

test("saving an edit preserves a colleague's concurrent change of another field", async () => {
  const { id, from_path } = await openRedirects()
  await page.getByRole('button', { name: `עריכת ההפניה מ־${from_path}` }).click()
  await edit.getByLabelText(/^אל הכתובת/).fill('/blog')
  await backend.from('redirects').update({ code: 302 }).eq('id', id).throwOnError()
  await edit.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect.element(edit.getByLabelText(/^אל הכתובת/)).toHaveValue('/blog')
  await edit.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(() => redirectsFrom(from_path)).toMatchObject([{ to_address: '/blog', code: 302 }])
})

test('a redirect is deleted immediately, and undo restores it with its type', async () => {
  const { from_path } = await openRedirects(302)
  await page.getByRole('button', { name: `מחיקת ההפניה מ־${from_path}` }).click()
  await expect.element(table.getByText(from_path)).not.toBeInTheDocument()
  await expect.poll(() => redirectsFrom(from_path)).toEqual([])
  await page.getByRole('button', { name: 'החזרה' }).click()
  await expect.element(table.getByText(from_path)).toBeVisible()
  await expect.poll(() => redirectsFrom(from_path)).toMatchObject([{ to_address: '/contact', code: 302 }])
})

test('a path that returned 404 can be redirected from its row, or removed from the list', async () => {
  const [found, other] = [path(), path()]
  for (const missing of [found, other]) await invoke(backend, 'report-missing-page', { path: missing })
  const isLogged = async (missing: string) =>
    (await backend.from('not_found_log').select('path').eq('path', missing).throwOnError()).data.length > 0
  await openScreen('/crm/seo-manager/missing', 'content')
  await expect.element(page.getByRole('row', { name: new RegExp(found) })).toMatchTextContent('דיווח אחד')
  await page.getByRole('button', { name: `הפניה מ־${found}` }).click()
  await expect.element(add.getByLabelText(/^מהכתובת/)).toHaveValue(found)
  await add.getByLabelText(/^אל הכתובת/).fill('/contact')
  await userEvent.keyboard('{Enter}')
  await expect.element(message).toMatchTextContent('ההפניה נשמרה ועובדת')
  await expect.poll(() => redirectsFrom(found)).toHaveLength(1)
  const dismiss = page.getByRole('button', { name: `הסרת ${other} מהרשימה` })
  loseNextRequest('DELETE /rest/v1/not_found_log')
  await dismiss.click()
  await expect.element(message).toMatchTextContent('אין חיבור לשרת')
  await dismiss.click()
  await expect.element(page.getByRole('table').getByText(other)).not.toBeInTheDocument()
  await expect.poll(() => isLogged(other)).toBe(false)
})

test('pages are searched by title and path, and filtered to those with issues', async () => {
  await openScreen('/crm/seo-manager', 'content')
  const pages = page.getByRole('region', { name: 'העמודים של האתר' })
  const search = page.getByLabelText('חיפוש בעמודים')
  const paths = () => [...document.querySelectorAll('.seo-title small')].map((path) => path.textContent)
  await expect.element(pages).toBeVisible()
  const all = paths().length
  await search.fill('/PRIV')
  await expect.poll(paths).toEqual(['/privacy-policy'])
  await search.fill('אין עמוד בשם הזה')
  await expect.element(page.getByText('לא מצאנו עמוד כזה. אפשר לחפש גם לפי חלק מהכתובת.')).toBeVisible()
  await page.getByRole('button', { name: 'ניקוי' }).click()
  await expect.poll(() => paths().length).toBe(all)
  const only = page.getByRole('checkbox', { name: /^רק מה שכדאי לשפר/ })
  const toImprove = Number(/\d+/.exec(only.element().closest('label')!.textContent!)![0])
  await only.click()
  await expect.poll(() => paths().length).toBe(toImprove)
})

test('the tabs have URLs, and the editor of a page belongs to the first', async () => {
  const { router } = await openScreen('/crm/seo-manager/page?path=%2Fprivacy', 'content')
  await expect.element(tabs.getByRole('link', { name: 'עמודים' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'הפניות' }).click()
  await expect.element(tabs.getByRole('link', { name: 'הפניות' })).toHaveAttribute('aria-current', 'page')
  expect(router.state.location.pathname).toBe('/crm/seo-manager/redirects')
})

test('sales staff see which roles may open the SEO screens', async () => {
  await openScreen('/crm/seo-manager', 'sales')
  await expect.element(page.getByText('המסך הזה אינו פתוח לכם')).toBeVisible()
  await expect.element(tabs).not.toBeInTheDocument()
})

test('titles of several pages are saved together, and a page that was saved in another window keeps its input', async () => {
  const paths = ['/cancel-transaction', '/accessibility']
  await backend.from('seo_overrides').delete().in('path', paths).throwOnError()
  await openScreen('/crm/seo-manager', 'content')
  const search = page.getByLabelText('חיפוש בעמודים')
  const editMany = page.getByRole('button', { name: 'עריכת כותרות ותיאורים' })
  await search.fill('/accessib')
  await editMany.click()
  await expect.element(page.getByRole('textbox', { name: /^כותרת: / })).toHaveLength(1)
  // A search would remove rows with unsaved input.
  expect(search.elements()).toEqual([])
  await page.getByRole('button', { name: 'חזרה לטבלה' }).click()
  await search.clear()
  await editMany.click()
  const [first, second] = [uniqueName(), uniqueName()]
  const titleOf = (path: string) => page.getByRole('textbox', { name: `כותרת: ${path}` })
  await titleOf('/cancel-transaction').fill(first)
  await titleOf('/accessibility').fill(second)
  await page.getByRole('textbox', { name: 'תיאור: /accessibility' }).fill('הנגישות אצלנו, ומי עוזרים כשמשהו לא עובד')
  await backend
    .from('seo_overrides')
    .insert({ path: '/accessibility', title: 'נשמר קודם', is_hidden: false })
    .throwOnError()
  await page.getByRole('button', { name: 'שמירה (2)' }).click()
  await expect.element(page.getByText(/העמוד נשמר בינתיים במקום אחר/)).toBeVisible()
  await expect.element(titleOf('/accessibility')).toHaveValue(second)
  await expect.element(titleOf('/accessibility')).toHaveAccessibleDescription(/העמוד נשמר בינתיים/)
  await expect.element(page.getByRole('alert').filter({ hasText: /העמוד נשמר בינתיים/ })).toBeVisible()
  const stored = async () =>
    (
      await backend
        .from('seo_overrides')
        .select('path, title, description')
        .in('path', paths)
        .order('path')
        .throwOnError()
    ).data
  expect(await stored()).toEqual([
    { path: '/accessibility', title: 'נשמר קודם', description: null },
    { path: '/cancel-transaction', title: first, description: null },
  ])
  // The typed title overwrites the title of the other window once the conflict was shown.
  await page.getByRole('button', { name: 'שמירה (1)' }).click()
  await expect
    .poll(stored)
    .toMatchObject([{ title: second, description: expect.stringContaining('הנגישות') as string }, { title: first }])
  await backend.from('seo_overrides').delete().in('path', paths).throwOnError()
})

test('a title that is typed while others are saved stays, and is saved next', async () => {
  const paths = ['/cancel-transaction', '/disclaimer']
  await backend.from('seo_overrides').delete().in('path', paths).throwOnError()
  await openScreen('/crm/seo-manager', 'content')
  await page.getByRole('button', { name: 'עריכת כותרות ותיאורים' }).click()
  const titleOf = (path: string) => page.getByRole('textbox', { name: `כותרת: ${path}` })
  const [first, second] = [uniqueName(), uniqueName()]
  await titleOf('/cancel-transaction').fill(first)
  const insert = holdNextRequest('POST /rest/v1/seo_overrides')
  await page.getByRole('button', { name: 'שמירה (1)' }).click()
  await insert.sent
  await titleOf('/disclaimer').fill(second)
  insert.release()
  await expect.element(message).toMatchTextContent('עמוד אחד נשמר')
  await expect.element(titleOf('/disclaimer')).toHaveValue(second)
  await page.getByRole('button', { name: 'שמירה (1)' }).click()
  const titles = async () => (await backend.from('seo_overrides').select('title').in('path', paths).order('path').throwOnError()).data // prettier-ignore
  await expect.poll(titles).toEqual([{ title: first }, { title: second }])
  await backend.from('seo_overrides').delete().in('path', paths).throwOnError()
})
