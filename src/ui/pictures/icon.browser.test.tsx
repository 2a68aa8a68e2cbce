import { Bell } from 'lucide-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { Icon } from './icon.tsx'

test('an icon is decorative: the button has its own accessible name, and no image is exposed', async () => {
  await render(
    <>
      <Button icon={<Icon of={Bell} />}>התראות</Button>
      <Button iconOnly aria-label="התראות נוספות" icon={<Icon of={Bell} />} />
    </>,
  )
  await expect.element(page.getByRole('button', { name: 'התראות', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'התראות נוספות' })).toBeVisible()
  expect(page.getByRole('img').elements()).toEqual([])
})
