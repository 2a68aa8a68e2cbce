import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FormError } from './form-error.tsx'

test('the error of a form that is scrolled to its end is scrolled into view', async () => {
  function LongForm() {
    const [error, setError] = useState('')
    return (
      <form style={{ blockSize: 300, overflow: 'auto' }}>
        <FormError>{error}</FormError>
        <div style={{ blockSize: 900 }} />
        <button type="button" onClick={() => setError('אין חיבור לשרת. נסו שוב')}>
          שליחה
        </button>
      </form>
    )
  }
  await render(<LongForm />)
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect.element(page.getByRole('alert')).toBeInViewport()
})
