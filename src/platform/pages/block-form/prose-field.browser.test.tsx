import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ProseField } from './prose-field.tsx'

function Field({ first }: { first: string }) {
  const [value, setValue] = useState(first)
  // Runs before the editor can be loaded.
  useLayoutEffect(() => {
    plain().focus()
    plain().setSelectionRange(22, 22)
  }, [])
  return (
    <>
      <ProseField id="text" name="text" label="הטקסט" value={value} onBlur={() => {}} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}
const plain = () => document.querySelector('textarea')!

test('the editor takes over the focus and caret of the plain field that it replaces', async () => {
  await render(<Field first={'פסקה **מודגשת**\n\nפסקה שנייה'} />)
  await expect.element(page.getByRole('textbox', { name: 'הטקסט' })).toHaveAttribute('contenteditable', 'true')
  await expect.element(page.getByRole('textbox', { name: 'הטקסט' })).toHaveFocus()
  await userEvent.keyboard('!')
  await expect.element(page.getByRole('status')).toHaveTextContent('פסקה **מודגשת** פסקה !שנייה')
})
