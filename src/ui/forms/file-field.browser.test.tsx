import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showChosenFile } from './chosen-file.ts'
import { FileField } from './file-field.tsx'

test('a file field shows a Hebrew button text instead of the browser’s, and the name of the selected file', async () => {
  await render(<FileField name="photo" label="תמונה" action="בחירת תמונה" hint="עד 10 מ״ב" error="התמונה גדולה מדי" />)
  const field = page.getByLabelText('תמונה', { exact: true })
  const input = field.element() as HTMLInputElement
  await expect.element(page.getByText('בחירת תמונה')).toBeVisible()
  expect(getComputedStyle(input).opacity).toBe('0')
  // The input covers the text, so that a press on the text reaches the input.
  const { left, top, width, height } = page.getByText('בחירת תמונה').element().getBoundingClientRect()
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(input)
  await expect.element(field).toHaveAccessibleDescription('עד 10 מ״ב התמונה גדולה מדי')

  showChosenFile(input)
  await userEvent.upload(field, new File(['1'], 'דיוקן.png', { type: 'image/png' }))
  await expect.element(page.getByText('דיוקן.png')).toBeVisible()
})
