import { expect, test } from 'vitest'
import { legalKeys, legalPages } from '#features/legal/legal.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const body = async (url: string) => (await app.inject({ url })).body
const mainOf = async (url: string) => /<main[^]*<\/main>/.exec(await body(url))![0]

test.each([
  ['/privacy-policy', ['עודכן לאחרונה: ספטמבר 2025', 'שבע שנים לצורכי דיווח מס', '24 חודשים']],
  ['/terms', ['עודכן לאחרונה: ינואר 2024', 'id="cancellation"', '5% ממחיר העסקה או 100 ₪, לפי הנמוך']],
  ['/accessibility', ['5568', 'negishut@example.com', 'action="/accessibility#']],
  ['/disclaimer', ['אין לראות בו ייעוץ השקעות']],
])('%s contains its legally required statements', async (path, text) => {
  const page = await mainOf(path)
  for (const phrase of text) expect(page).toContain(phrase)
  expect(page).not.toMatch(/\{\{|\}\}|undefined/)
})

test('each legal page shows the company, its number and contact details from the current settings', async () => {
  for (const key of legalKeys) {
    const page = await mainOf(legalPages[key].path)
    for (const fact of ['חברה לדוגמה בע״מ', '516127057', '03-0000000', 'info@example.com']) expect(page).toContain(fact)
  }
  await db.sql(`update business_profiles set company_number = '000000018'`)
  for (const key of legalKeys) await expect.poll(() => mainOf(legalPages[key].path)).toContain('000000018')
})

test('the page shows the published value of a detail that is removed later', async () => {
  await db.sql('update business_profiles set phone = null')
  await expect.poll(() => mainOf('/contact')).not.toContain('03-0000000')
  expect(await mainOf('/terms')).toContain('03-0000000')
  await db.sql(`update business_profiles set phone = '03-0000000'`)
})

test.each([
  ['/privacy-policy', 'backups', 'גיבויים'],
  ['/privacy-policy', 'encryption', 'הצפנה בהעברה ובאחסון'],
  ['/privacy-policy', 'mfa', 'אימות רב־שלבי לצוות'],
  ['/accessibility', 'tests', 'נבדק גם מול WCAG 2.2 AA'],
])('%s shows a claim about %s only after it was confirmed', async (path, claim, text) => {
  expect(await mainOf(path)).not.toContain(text)
  await db.sql('insert into legal_claims (claim) values ($1)', [claim])
  await expect.poll(() => mainOf(path)).toContain(text)
  await db.sql('delete from legal_claims')
  await expect.poll(() => mainOf(path)).not.toContain(text)
})

test('an unpublished legal page responds with 404, and no link points to it', async () => {
  const before = await body('/contact')
  expect(before).toContain('href="/privacy-policy"')
  await db.sql('delete from legal_versions where is_demo')
  await expect.poll(() => body('/contact')).not.toContain('href="/privacy-policy"')
  for (const key of legalKeys) expect((await app.inject({ url: legalPages[key].path })).statusCode).toBe(404)
})
