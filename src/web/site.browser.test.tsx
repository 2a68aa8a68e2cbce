import { beforeAll, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ContactCard } from '#features/leads/contact-card.tsx'
import { readPreferences } from '#features/cookie-consent/preferences.ts'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import { siteFacts } from '../../test/site-facts.ts'
import { renderStatic } from './render-static.tsx'
import { SiteShell } from './site/frame/site-shell.tsx'

const announcement = { text: 'נפתחה ההרשמה', link: { words: '', href: '' }, from: '', to: '', key: 'k1' }

// The page as rendered by the server, with its only script, which runs once on the document.
beforeAll(async () => {
  const facts = siteFacts({ backendKey: inject('product').anonKey })
  document.body.innerHTML = renderStatic(
    <SiteShell facts={facts} path="/" announcement={announcement}>
      <ContactCard facts={facts} texts={[]}>
        {null}
      </ContactCard>
      <PlainForm id="other" action="/other" state={{ errors: {} }} labels={{}}>
        <button type="submit">שליחת הטופס</button>
      </PlainForm>
    </SiteShell>,
  )
  document.head.append(Object.assign(document.createElement('meta'), { name: 'pixel', content: '1234567890' }))
  await import('./site.ts')
})

const island = () => document.querySelector<HTMLElement>('[data-island]')!
const button = (name: string) => page.getByRole('button', { name })
const pixel = () => document.querySelector('script[src*="facebook"]')

test('a form submitted before its script is loaded is held, and then validated by the script', async () => {
  expect(island().dataset).not.toHaveProperty('awake')
  island().querySelector('form')!.requestSubmit()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/יש שני שדות לתיקון/)
  await expect.element(page.getByRole('alert')).toHaveFocus()
  expect(island().dataset).toHaveProperty('awake')
})

test('the form is submitted in the background, and the request number replaces it and takes the focus', async () => {
  await page.getByLabelText('שם מלא', { exact: false }).fill('נועה לוי')
  await page.getByLabelText('דוא״ל', { exact: false }).fill(`${crypto.randomUUID()}@example.com`)
  await page.getByRole('button', { name: 'שליחה', exact: true }).click()
  const thanks = page.getByText(/^תודה, הפנייה נשלחה\. מספר פנייה:/)
  await expect.element(thanks).toBeVisible()
  await expect.element(document.getElementById('sent')).toHaveFocus()
  expect(island().querySelector('form')).toBeNull()
})

test('a plain form submits how long its page was open', async () => {
  const form = document.querySelector<HTMLFormElement>('#other-form')!
  form.addEventListener('submit', (event) => event.preventDefault(), { once: true })
  await button('שליחת הטופס').click()
  expect(Number(new FormData(form).get('opened'))).toBeGreaterThan(0)
})

test('a dismissed announcement is remembered by its version', async () => {
  expect(localStorage.getItem('strip')).toBeNull()
  await page.getByLabelText('סגירת העדכון').click()
  await expect.poll(() => localStorage.getItem('strip')).toBe('k1')
})

test('the banner is shown until a choice is made, and no third-party content is loaded without consent', async () => {
  const banner = page.getByRole('region', { name: /עוגיות/ })
  await expect.element(banner).toBeVisible()
  expect(pixel()).toBeNull()
  await banner.getByRole('button', { name: 'חיוניות בלבד' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  expect(readPreferences(localStorage.getItem('cookie-preferences'), new Date())).toMatchObject({ marketing: false })
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(pixel()).toBeNull()
})

test('the cookie choice can be changed from the footer, which regains the focus, and consent loads the pixel once', async () => {
  const again = page.getByRole('button', { name: 'הגדרות עוגיות' })
  await again.click()
  const banner = page.getByRole('region', { name: /עוגיות/ })
  await expect.element(banner.getByRole('checkbox').nth(1)).toHaveFocus()
  for (const box of banner.getByRole('checkbox').elements().slice(1)) (box as HTMLInputElement).checked = true
  await banner.getByRole('button', { name: 'שמירת הבחירה' }).click()
  await expect.poll(pixel).not.toBeNull()
  await expect.element(again).toHaveFocus()
  expect(document.querySelectorAll('script[src*="facebook"]')).toHaveLength(1)
})

test('the accessibility settings can be opened by keyboard', async () => {
  const open = document.querySelector<HTMLElement>('#a11y-open')!
  expect(open.hidden).toBe(false)
  open.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
})
