import { Tag } from 'lucide-react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FilterChip } from './filter-chip.tsx'

const options = [
  { value: 'new', text: 'חדש' },
  { value: 'open', text: 'פתוח' },
  { value: 'won', text: 'נסגר' },
]

function Status({ single = false }: { single?: boolean }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <>
      <FilterChip label="מצב" icon={Tag} options={options} chosen={chosen} single={single} onChange={setChosen} />
      <output>{chosen.join(' ')}</output>
    </>
  )
}

const trigger = page.getByRole('button', { name: /^מצב:/ })
const option = (name: string) => page.getByRole('dialog', { name: 'מצב' }).getByRole('button', { name })
const selected = page.getByRole('status')

test('several options can be selected, and pressing one again deselects it', async () => {
  await render(<Status />)
  await expect.element(trigger).toHaveTextContent('מצב: הכול')
  await trigger.click()
  await option('חדש').click()
  await expect.element(option('חדש')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(trigger).toHaveTextContent('מצב: חדש')
  await option('נסגר').click()
  await expect.element(selected).toHaveTextContent('new won')
  await expect.element(trigger).toHaveTextContent('מצב: 2 נבחרו')
  await option('חדש').click()
  await expect.element(selected).toHaveTextContent('won')
})

test('in a single-select filter a new option replaces the selected one, and pressing it again clears it', async () => {
  await render(<Status single />)
  await trigger.click()
  await option('חדש').click()
  await option('פתוח').click()
  await expect.element(selected).toHaveTextContent('open')
  await option('פתוח').click()
  await expect.element(selected).toBeEmptyDOMElement()
})

test('after clearing the filter its button is focused', async () => {
  await render(<Status />)
  await trigger.click()
  await option('חדש').click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'ביטול הסינון: מצב' }).click()
  await expect.element(selected).toBeEmptyDOMElement()
  await expect.element(trigger).toHaveFocus()
  expect(page.getByRole('button', { name: 'ביטול הסינון: מצב' }).elements()).toEqual([])
})
