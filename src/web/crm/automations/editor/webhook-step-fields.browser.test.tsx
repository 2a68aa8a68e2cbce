import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Step } from '#features/automations/engine/definition.ts'
import type { Choices } from '../use-choices.ts'
import { StepDialog } from './step-dialog.tsx'

const choices: Choices = {
  tags: [],
  stages: [],
  fields: [],
  staff: [],
  templates: [],
  automations: [],
  webinars: [],
  forms: [],
}

test('a webhook step shows the sent payload, and accepts https URLs only', async () => {
  const onSave = vi.fn<(step: Step) => void>()
  await render(<StepDialog opened={{ newId: 'hook' }} choices={choices} mayBeGoal onClose={() => {}} onSave={onSave} />)
  await page.getByLabelText('סוג הצעד').selectOptions('עדכון מערכת אחרת (webhook)')
  const address = page.getByRole('textbox', { name: /^כתובת לקבלת העדכון/ })
  await expect.element(page.getByText(/יישלחו השם, הדוא״ל והטלפון של איש הקשר/)).toBeVisible()
  await address.fill('http://hook.example/1')
  await page.getByRole('button', { name: 'הוספה' }).click()
  expect(address.element()).toMatchObject({ validity: { patternMismatch: true } })
  expect(onSave).not.toHaveBeenCalled()
  await address.fill('https://hook.example/1')
  await page.getByRole('button', { name: 'הוספה' }).click()
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ id: 'hook', kind: 'webhook', url: 'https://hook.example/1' })
})
