import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../../test/browser/render.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { DomainFindings } from './domain-findings.tsx'
import { findingCodes, type SenderDomainCheck } from './sender-domain.ts'
import { findingTexts } from './finding-texts.ts'
import { violationsOf } from '../../../../test/browser/violations.ts'

const check: SenderDomainCheck = {
  domain: 'example.co.il',
  selector: null,
  findings: [
    {
      about: 'spf',
      status: 'fault',
      code: 'spf_sender_missing',
      found: ['v=spf1 mx -all'],
      add: { host: 'example.co.il', value: 'v=spf1 mx include:_spf.google.com -all', replaces: true },
    },
    { about: 'dkim', status: 'unknown', code: 'dkim_not_found', found: [], add: null },
    { about: 'dmarc', status: 'ok', code: 'dmarc_ok', found: [`v=DMARC1; p=reject; ${'x'.repeat(400)}`], add: null },
  ],
}

test('each record shows whether it is correct, and the exact text of a missing record can be copied', async () => {
  let copied = ''
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void (copied = text) },
  })
  await renderApp(<DomainFindings check={check} />, { as: 'owner' })
  await expect.element(page.getByRole('heading', { name: /SPF.*צריך תיקון/ })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /DMARC.*תקין/ })).toBeVisible()
  await page.getByRole('button', { name: 'העתקת הערך של רשומת SPF' }).click()
  await expect.poll(() => copied).toBe('v=spf1 mx include:_spf.google.com -all')
  await page.getByRole('button', { name: 'העתקת השם של רשומת SPF' }).click()
  await expect.poll(() => copied).toBe('example.co.il')
})

test('a selector in Hebrew is refused at its field', async () => {
  await renderApp(<DomainFindings check={check} />, { as: 'owner' })
  const field = page.getByRole('textbox', { name: /בורר/ })
  await field.fill('שלום')
  await page.getByRole('button', { name: 'בדיקת הבורר' }).click()
  await expect.element(field).toHaveAccessibleDescription(/אותיות באנגלית/)
})

test('the findings have no accessibility violations and fit a width of 390 px', async () => {
  await page.viewport(390, 844)
  await renderApp(
    <SettingsCard title="אימות הדומיין">
      <DomainFindings check={check} />
    </SettingsCard>,
    { as: 'owner' },
  )
  await expect.element(page.getByRole('heading', { name: /SPF/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await violationsOf('.settings__card')).toEqual([])
  await page.viewport(1440, 900)
})

test('every code has a text', () => {
  expect(Object.keys(findingTexts).sort()).toEqual([...findingCodes].sort())
})
