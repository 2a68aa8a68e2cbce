import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ProseField } from './prose-field.tsx'

const editor = page.getByRole('textbox', { name: 'הטקסט' })

function Field() {
  const [value, setValue] = useState('')
  // Presses a key before the editor can be loaded.
  useLayoutEffect(() => {
    document.querySelector('textarea')!.focus()
    document.execCommand('insertText', false, 'פסקה ')
  }, [])
  return <ProseField id="text" name="text" label="הטקסט" value={value} onBlur={() => {}} onChange={setValue} />
}

// In a separate file, because the editor is loaded once per page.
test('the editor does not replace the plain field during typing', async () => {
  await render(<Field />)
  await import('./prose-editor.tsx')
  await userEvent.keyboard('ועוד')
  await expect.element(editor).toHaveValue('פסקה ועוד')
  await userEvent.keyboard('{Tab}')
  await expect.element(editor).toHaveAttribute('contenteditable', 'true')
  await expect.element(editor).toHaveTextContent('פסקה ועוד')
})
