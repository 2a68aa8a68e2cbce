import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { openDialog } from '../../../../test/browser/open-dialog.ts'
import { MergeTextField } from './merge-text-field.tsx'

const group = 'איש הקשר'
const fields: MergeField[] = [
  { name: 'שם_פרטי', label: 'שם פרטי', group, kind: 'text', sample: 'נועה' },
  { name: 'יום_הולדת', label: 'תאריך לידה', group, kind: 'day', sample: { day: '1984-03-12' } },
  { name: 'קישור.אתר', label: 'האתר', group: 'קישורים', kind: 'link', sample: '/' },
]

type Options = { first?: string; format?: 'plain' | 'rich'; maxLength?: number; isFixed?: boolean }

function Field({ first = '', ...options }: Options) {
  const [value, setValue] = useState(first)
  return (
    <>
      <MergeTextField name="subject" label="נושא" fields={fields} value={value} onChange={setValue} {...options} />
      <output aria-label="stored">{value}</output>
      <button onClick={() => setValue('נוסח אחר {{שם_פרטי}}')}>החלפה</button>
    </>
  )
}
const box = () => page.getByRole('textbox', { name: 'נושא' })
const stored = () => page.getByLabelText('stored')
const chip = (name: string) => page.getByRole('img', { name, exact: true })

async function open(options: Options = {}) {
  await render(<Field {...options} />)
  await box().click()
  await userEvent.keyboard('{End}')
}

test('two braces open the list of fields, which is filtered and chosen by keyboard', async () => {
  await open({ first: 'שלום ' })
  await userEvent.keyboard('{{{{')
  await expect.element(page.getByRole('list', { name: 'שדות' })).toBeVisible()
  await userEvent.keyboard('לידה')
  await expect.element(page.getByText('תאריך לידה, 1 מתוך 1. Enter מוסיף')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(stored()).toHaveTextContent('שלום {{יום_הולדת}}')
  await expect.element(chip('שדה: תאריך לידה')).toHaveTextContent('תאריך לידה')
})

test('Escape closes the list and preserves the typed text', async () => {
  await open()
  await userEvent.keyboard('{{{{ש')
  await expect.element(page.getByRole('list', { name: 'שדות' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('list', { name: 'שדות' })).not.toBeInTheDocument()
  await expect.element(stored()).toHaveTextContent('{{ש')
})

test('a completed token becomes a chip, and an unknown one is marked as unknown', async () => {
  await open()
  await userEvent.keyboard('{{{{שם_פרטי|חברים}} {{{{סיסמה}}')
  await expect.element(chip('שדה: שם פרטי, ואם חסר: חברים')).toBeVisible()
  await expect.element(chip('אין שדה כזה: סיסמה')).toBeVisible()
  await expect.element(stored()).toHaveTextContent('{{שם_פרטי|חברים}} {{סיסמה}}')
})

test('one key press deletes a chip before or after the caret', async () => {
  await open({ first: '{{שם_פרטי}}' })
  await userEvent.keyboard('{Backspace}')
  await expect.element(stored()).toBeEmptyDOMElement()
  await userEvent.keyboard('{{{{שם_פרטי}}')
  await expect.element(chip('שדה: שם פרטי')).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => getSelection()?.anchorOffset).toBe(0)
  await userEvent.keyboard('{Delete}')
  await expect.element(stored()).toBeEmptyDOMElement()
})

test('the button lists the fields under their headings, without links in a subject', async () => {
  await open()
  await page.getByRole('button', { name: 'הוספת שדה' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'האתר' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'שם פרטי' }).click()
  await expect.element(stored()).toHaveTextContent('{{שם_פרטי}}')
})

test("a fallback can be set in a chip's dialog, and the chip can be removed there", async () => {
  await open({ first: 'שלום {{שם_פרטי}}' })
  await chip('שדה: שם פרטי').click()
  await page.getByLabelText(/מה לכתוב כשאין ערך/).fill('חב|רים')
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByText('בלי סוגריים מסולסלים ובלי קו אנכי')).toBeVisible()
  await page.getByLabelText(/מה לכתוב כשאין ערך/).fill('חברים')
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(stored()).toHaveTextContent('שלום {{שם_פרטי|חברים}}')
  await chip('שדה: שם פרטי, ואם חסר: חברים').click()
  await page.getByRole('button', { name: 'הסרת השדה' }).click()
  await expect.element(stored()).toHaveTextContent('שלום')
})

test('a date is rendered in the chosen format', async () => {
  await open({ first: '{{יום_הולדת}}' })
  await chip('שדה: תאריך לידה').click()
  await page.getByLabelText('איך לכתוב את התאריך').selectOptions('תאריך מלא')
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(stored()).toHaveTextContent('{{יום_הולדת:תאריך מלא}}')
})

test('a chip without settings opens no dialog', async () => {
  await open({ first: '{{שם_פרטי}}', isFixed: true })
  await chip('שדה: שם פרטי').click()
  await expect.element(openDialog).not.toBeInTheDocument()
})

test('a subject stays on one line', async () => {
  await open({ first: 'שורה' })
  await userEvent.keyboard('{Enter}עוד')
  await expect.element(stored()).toHaveTextContent('שורהעוד')
})

test('a text above the maximum length shows an error', async () => {
  await open({ first: 'קצר', maxLength: 5 })
  await userEvent.keyboard(' ארוך מדי')
  await expect.element(page.getByText('עד 5 תווים')).toBeVisible()
})

test('a value set from outside replaces the text', async () => {
  await open({ first: 'נוסח ראשון' })
  await page.getByRole('button', { name: 'החלפה' }).click()
  await expect.element(box()).toHaveTextContent('נוסח אחר שם פרטי')
})

test('bold, lists and links of rich text are stored as markup', async () => {
  await open({ format: 'rich' })
  await page.getByRole('button', { name: 'הדגשה' }).click()
  await userEvent.keyboard('חשוב')
  await page.getByRole('button', { name: 'הדגשה' }).click()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'רשימה', exact: true }).click()
  await userEvent.keyboard('אחת{Enter}שתיים')
  await expect.element(stored()).toHaveTextContent('**חשוב** - אחת - שתיים')
  await expect.element(page.getByRole('button', { name: 'רשימה', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('Tab and Shift-Tab move the focus out of a list without indenting its items', async () => {
  await open({ format: 'rich' })
  await page.getByRole('button', { name: 'רשימה', exact: true }).click()
  await userEvent.keyboard('אחת{Enter}שתיים{Tab}')
  await expect.element(page.getByRole('button', { name: 'הוספת שדה' })).toHaveFocus()
  await expect.element(stored()).toHaveTextContent('- אחת - שתיים')
  await box().click()
  await userEvent.keyboard('{Control>}{End}{/Control}{Shift>}{Tab}{/Shift}')
  await expect.element(box()).not.toHaveFocus()
  await expect.element(stored()).toHaveTextContent('- אחת - שתיים')
})

test('a pasted nested list is flattened in the field and in the stored text', async () => {
  await open({ format: 'rich' })
  const clipboardData = new DataTransfer()
  const inner = '<ul><li>משכורת<ol><li>בונוס</li></ol></li><li>קצבה</li></ul>'
  clipboardData.setData('text/html', `<ol><li>הכנסות${inner}</li><li>הוצאות</li></ol>`)
  box()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(stored()).toHaveTextContent('1. הכנסות 2. משכורת 3. בונוס 4. קצבה 5. הוצאות')
  await expect.poll(() => box().getByRole('listitem').elements().length).toBe(5)
})

test('a link target is a URL, or a personal link generated for each recipient', async () => {
  await open({ format: 'rich' })
  await page.getByRole('button', { name: 'קישור' }).click()
  await page.getByLabelText('המילים של הקישור').fill('כאן')
  await page.getByLabelText('הכתובת').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(page.getByText(/זו לא כתובת שאפשר להגיע אליה/)).toBeVisible()
  await page.getByLabelText('הכתובת').fill('example.com')
  await page.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(stored()).toHaveTextContent('[כאן](https://example.com)')
  await page.getByRole('button', { name: 'קישור' }).click()
  await page.getByLabelText('לאן').selectOptions('האתר')
  await page.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(stored()).toHaveTextContent('[כאן](https://example.com)[האתר]({{קישור.אתר}})')
})
