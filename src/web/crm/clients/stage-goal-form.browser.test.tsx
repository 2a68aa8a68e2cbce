import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { renderApp } from '../../../../test/browser/render.tsx'
import { StageGoalForm } from './stage-goal-form.tsx'

test('the coach counts the progress towards the goal of a stage, and an empty target removes the count', async () => {
  const onSave = vi.fn()
  const goal = { goal_target: null, goal_reached: 0, goal_unit: '' }
  await renderApp(<StageGoalForm goal={goal} isSaving={false} onSave={onSave} />)
  const target = page.getByRole('spinbutton', { name: 'מתוך (לא חובה)' })
  const save = page.getByRole('button', { name: 'שמירת ההתקדמות' })
  await target.fill('4')
  await page.getByRole('spinbutton', { name: /^הושג עד עכשיו/ }).fill('3')
  await page.getByRole('textbox', { name: 'של מה (לא חובה)' }).fill(' שבועות ')
  await save.click()
  expect(onSave).toHaveBeenLastCalledWith({ goal_target: 4, goal_reached: 3, goal_unit: 'שבועות' })
  await target.fill('')
  await save.click()
  expect(onSave).toHaveBeenLastCalledWith({ goal_target: null, goal_reached: 0, goal_unit: 'שבועות' })
})

test("a colleague's goal is shown as a conflict beside an edit, and in the fields without one", async () => {
  const goal = { goal_target: 4, goal_reached: 1, goal_unit: 'שבועות' }
  const form = (shown: typeof goal) => (
    <StageGoalForm goal={shown} isSaving={false} onSave={() => Promise.resolve(true)} />
  )
  const { rerender } = await render(form(goal))
  const reached = page.getByRole('spinbutton', { name: /^הושג עד עכשיו/ })
  await rerender(form({ ...goal, goal_reached: 2 }))
  await expect.element(reached).toHaveValue(2)
  expect(page.getByRole('alert').elements()).toEqual([])
  await reached.fill('4')
  await rerender(form({ ...goal, goal_reached: 3 }))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/הושג עד עכשיו:.*3/)
  await expect.element(reached).toHaveValue(4)
})
