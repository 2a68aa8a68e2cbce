import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PublishedLegal } from './legal.data.ts'
import { LegalSheet } from './legal-sheet.tsx'

const published = (body: string, more: Partial<PublishedLegal> = {}): PublishedLegal =>
  ({
    version: { number: 3, body, updated_line: 'עודכן ב־{{accessibilityUpdated}}' },
    facts: {
      legalName: 'בית מרווח בע״מ',
      phone: '052-1234567',
      email: 'a@example.com',
      accessibilityUpdated: '2026-03-01',
    },
    confirmed: ['mfa'],
    log: [{ number: 3, note: 'תיקון', published_at: '2026-03-01T08:00:00Z' }],
    ...more,
  }) as PublishedLegal

test('a published text renders contact details as links, and includes only confirmed claims', async () => {
  await render(
    <LegalSheet
      legalKey="terms"
      published={published(
        '### יצירת קשר\n\nאפשר לפנות אל {{phone}} או {{email}}. {{#mfa}}יש אימות.{{/mfa}} {{#backups}}יש גיבויים.{{/backups}}\n\n| מה | כמה |\n|---|---|\n| שנה | 12 |',
      )}
    />,
  )
  const text = page.getByRole('article')
  await expect
    .element(text.getByRole('link', { name: '052-1234567' }).first())
    .toHaveAttribute('href', 'tel:+972521234567')
  await expect
    .element(text.getByRole('link', { name: 'a@example.com' }).first())
    .toHaveAttribute('href', 'mailto:a@example.com')
  await expect.element(text).toMatchTextContent('יש אימות.')
  await expect.element(text).not.toMatchTextContent('יש גיבויים.')
  await expect.element(text).toMatchTextContent('1 במרץ 2026')
  await expect.element(page.getByRole('rowheader', { name: 'שנה' })).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'תוכן העמוד' }).getByRole('link', { name: 'יצירת קשר' })
  const target = contents.element().getAttribute('href')!.slice(1)
  expect(document.getElementById(decodeURIComponent(target))?.textContent).toBe('יצירת קשר')
  await expect.element(page.getByRole('term').filter({ hasText: 'כתובת' })).not.toBeInTheDocument()
})

test('a text without headings has no table of contents', async () => {
  await render(<LegalSheet legalKey="terms" published={published('שורה אחת בלבד')} />)
  await expect.element(page.getByText('שורה אחת בלבד')).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'תוכן העמוד' })).not.toBeInTheDocument()
})
