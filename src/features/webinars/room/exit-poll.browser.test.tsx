import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { ExitPoll } from './exit-poll.tsx'

const choice = (name: string) => page.getByRole('button', { name, exact: true })

test('a click is shown as the answer immediately, and reverted with a message if it is not stored', async () => {
  let isRefused = false
  const sent: object[] = []
  const call = <Answer,>(_name: string, input: object) => {
    sent.push(input)
    return isRefused ? Promise.reject(new Error('failed')) : Promise.resolve({} as Answer)
  }
  await render(<ExitPoll call={call} />)
  await choice('מועילה בחלקה').click()
  await expect.element(page.getByText('תודה, התשובה אצלנו.')).toBeVisible()
  await expect.element(choice('מועילה בחלקה')).toHaveAttribute('aria-pressed', 'true')
  isRefused = true
  await choice('הייתה מועילה').click()
  await expect.element(page.getByText('התשובה לא נשמרה. אפשר לנסות שוב.')).toBeVisible()
  await expect.element(choice('מועילה בחלקה')).toHaveAttribute('aria-pressed', 'true')
  expect(sent).toEqual([{ answer: 'partly' }, { answer: 'useful' }])
})
