import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Avatar } from './avatar.tsx'

const photo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test('a photo that fails to load is replaced by the initials, until the photo changes', async () => {
  const { rerender } = await render(<Avatar name="נועה לוי" src="data:image/png;base64,broken" />)
  await expect.element(page.getByText('נל')).toBeVisible()
  expect(document.querySelector('img')).toBeNull()
  await rerender(<Avatar name="נועה לוי" src={photo} />)
  await expect.poll(() => document.querySelector('img')?.getAttribute('src')).toBe(photo)
  await expect.element(page.getByText('נל')).not.toBeInTheDocument()
})
