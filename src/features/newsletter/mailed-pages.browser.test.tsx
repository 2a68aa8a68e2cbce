import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { View as Confirm } from './newsletter-confirm-page.tsx'
import { NewsletterForm } from './newsletter-form.tsx'
import type { Preferences } from './newsletter.ts'
import { View as PreferencesPage } from './mail-preferences-page.tsx'
import { View as Unsubscribed } from './unsubscribe-success-page.tsx'

const found = (known: Partial<Preferences> = {}): Preferences => ({
  email: 'n***@example.com',
  is_off: false,
  is_consenting: true,
  paused_until: null,
  at_most_weekly: false,
  lists: [
    { id: crypto.randomUUID(), name: 'שבועי', description: 'בימי ראשון', isOn: true },
    { id: crypto.randomUUID(), name: 'אירועים', description: '', isOn: false },
  ],
  reason: null,
  ...known,
})
const request = (query: Record<string, string> = {}, form?: unknown) => ({ params: { token: 'a/b' }, query, form })
const actionOf = (button: string) =>
  (page.getByRole('button', { name: button }).element() as HTMLButtonElement).form!.getAttribute('action')

test("the consent checkbox is initially unticked and shows the business's name, and an error links to its field", async () => {
  const business = { business_name: 'מרווח', legal_name: 'מרווח בע״מ' }
  const text = { id: crypto.randomUUID(), he_text: 'מאשרים ל{{legalName}} לשלוח' }
  const screen = await render(<NewsletterForm text={text} business={business} publishedPaths={['/privacy-policy']} />)
  await expect.element(page.getByRole('checkbox', { name: 'מאשרים למרווח בע״מ לשלוח' })).not.toBeChecked()
  await expect.element(page.getByRole('link', { name: 'מדיניות הפרטיות' })).toBeVisible()
  const state = { values: { email: 'noa@', consent: 'on' }, errors: { email: 'כתובת הדוא״ל אינה תקינה' } }
  await screen.rerender(<NewsletterForm key="2" text={text} business={business} state={state} />)
  await expect.element(page.getByRole('checkbox')).toBeChecked()
  const email = page.getByRole('textbox', { name: 'דוא״ל' })
  await expect.element(email).toHaveValue('noa@')
  await expect.element(email).toHaveAccessibleDescription('כתובת הדוא״ל אינה תקינה')
  await expect.element(page.getByRole('link', { name: /דוא״ל/ })).toHaveAttribute('href', '#newsletter-email')
  await screen.rerender(<NewsletterForm text={undefined} business={business} />)
  await expect.element(page.getByRole('button', { name: 'להרשמה' })).not.toBeInTheDocument()
})

test('preferences show the current choices, and every change is a form button', async () => {
  const screen = await render(
    <PreferencesPage request={request({ saved: '1' })} found={found({ at_most_weekly: true })} />,
  )
  await expect.element(page.getByText('הבחירה נשמרה')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /^שבועי/ })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /^אירועים/ })).not.toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /^לכל היותר הודעה אחת/ })).toBeChecked()
  expect(actionOf('שמירת הבחירה')).toBe('/newsletter/preferences/a%2Fb')
  expect(actionOf('הסרה מרשימת התפוצה')).toBe('/newsletter/preferences/a%2Fb/unsubscribe')
  await screen.rerender(<PreferencesPage request={request()} found={found({ is_off: true })} />)
  expect(actionOf('חזרה לרשימה')).toBe('/newsletter/preferences/a%2Fb/resubscribe')
  await expect.element(page.getByRole('button', { name: 'שמירת הבחירה' })).not.toBeInTheDocument()
  await screen.rerender(<PreferencesPage request={request()} found={found({ is_consenting: false })} />)
  await expect.element(page.getByRole('button', { name: 'חזרה לרשימה' })).toBeVisible()
  await screen.rerender(<PreferencesPage request={request()} found={undefined} />)
  await expect.element(page.getByRole('heading', { name: 'הקישור אינו מוכר' })).toBeVisible()
})

test('a confirmation link confirms only by its button, and an expired one offers a new link', async () => {
  const screen = await render(<Confirm request={request()} found={{ state: 'open', email: 'n***@example.com' }} />)
  expect(actionOf('אישור ההרשמה')).toBe('/newsletter/confirm/a%2Fb')
  await screen.rerender(<Confirm request={request()} found={{ state: 'expired', email: 'n***@example.com' }} />)
  expect(actionOf('שליחת קישור חדש')).toBe('/newsletter/confirm/a%2Fb/renew')
  await expect.element(page.getByRole('button', { name: 'אישור ההרשמה' })).not.toBeInTheDocument()
  await screen.rerender(
    <Confirm
      request={request({}, { problem: 'נסו שוב מאוחר יותר' })}
      found={{ state: 'confirmed', email: 'n***@example.com' }}
    />,
  )
  await expect.element(page.getByText('נסו שוב מאוחר יותר')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('an unsubscribe reason is optional and shown as pressed once chosen; a subscribed address sees no confirmation', async () => {
  const unsubscribed = found({ is_off: true, reason: null })
  const screen = await render(<Unsubscribed request={request()} token="t" found={unsubscribed} />)
  const reasons = page.getByRole('form', { name: 'הסיבה להסרה' }).getByRole('button')
  await expect.element(page.getByRole('heading', { name: 'נשמח לדעת למה (לא חובה)' })).toBeVisible()
  const value = (reasons.first().element() as HTMLButtonElement).value as NonNullable<Preferences['reason']>
  await screen.rerender(<Unsubscribed request={request()} token="t" found={{ ...unsubscribed, reason: value }} />)
  await expect.element(reasons.first()).toHaveAttribute('aria-pressed', 'true')
  await expect.element(reasons.nth(1)).not.toHaveAttribute('aria-pressed')
  expect(actionOf('לחזרה לרשימה')).toBe('/newsletter/preferences/t/resubscribe')
  await screen.rerender(<Unsubscribed request={request()} token="t" found={found()} />)
  await expect.element(page.getByRole('heading', { name: 'הסרה מרשימת התפוצה' })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
