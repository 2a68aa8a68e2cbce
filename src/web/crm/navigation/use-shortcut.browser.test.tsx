import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setQuestionMarkEnabled, type Shortcut, useShortcut } from './shortcuts.ts'

function Screen({ shortcut, dialog }: { shortcut: Shortcut; dialog?: string }) {
  const [times, setTimes] = useState(0)
  useShortcut(shortcut, () => setTimes(times + 1))
  return (
    <>
      <output>{times}</output>
      <input aria-label="טקסט" />
      <textarea aria-label="הערה" />
      <button type="button" onKeyDown={(event) => event.preventDefault()}>
        כפתור
      </button>
      {dialog && <div className={dialog}>חלון</div>}
    </>
  )
}
const times = page.getByRole('status')

test('a shortcut runs once per key press, each time with the current state', async () => {
  await render(<Screen shortcut="find" />)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(times).toHaveTextContent('1')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(times).toHaveTextContent('2')
  await userEvent.keyboard('k{Alt>}n{/Alt}')
  await expect.element(times).toHaveTextContent('2')
})

test('a letter with a modifier works in a text field, and types nothing', async () => {
  await render(<Screen shortcut="new-opportunity" />)
  await page.getByLabelText('טקסט').click()
  await userEvent.keyboard('{Alt>}n{/Alt}')
  await expect.element(times).toHaveTextContent('1')
  await expect.element(page.getByLabelText('טקסט')).toHaveValue('')
})

test('the question mark works outside text fields only, and not once disabled', async () => {
  await render(<Screen shortcut="help" />)
  for (const field of ['טקסט', 'הערה']) {
    await page.getByLabelText(field).click()
    await userEvent.keyboard('?')
    await expect.element(page.getByLabelText(field)).toHaveValue('?')
  }
  await expect.element(times).toHaveTextContent('0')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('?')
  await expect.element(times).toHaveTextContent('1')
  setQuestionMarkEnabled(false)
  await userEvent.keyboard('?')
  setQuestionMarkEnabled(true)
  await userEvent.keyboard('?')
  await expect.element(times).toHaveTextContent('2')
})

test.each<[Shortcut, string, string]>([
  ['find', 'dialog', '0'],
  ['find', 'palette', '1'],
  ['new-opportunity', 'palette', '0'],
  ['help', 'dialog', '0'],
])('the shortcut %s behind an open %s runs %s times', async (shortcut, dialog, expected) => {
  await render(<Screen shortcut={shortcut} dialog={dialog} />)
  const keys = { find: '{Control>}k{/Control}', 'new-opportunity': '{Alt>}n{/Alt}', help: '?' }
  await userEvent.keyboard(keys[shortcut])
  await expect.element(times).toHaveTextContent(expected)
})

test('a key that a control has handled triggers no shortcut, and an unmounted screen has no shortcuts', async () => {
  const screen = await render(<Screen shortcut="find" />)
  page.getByRole('button', { name: 'כפתור' }).element().focus()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(times).toHaveTextContent('0')
  await screen.unmount()
  await userEvent.keyboard('{Control>}k{/Control}')
  await render(<Screen shortcut="find" />)
  await expect.element(times).toHaveTextContent('0')
})
