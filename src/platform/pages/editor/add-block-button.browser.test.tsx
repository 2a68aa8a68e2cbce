import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AddBlockButton } from './add-block-button.tsx'

const add = page.getByRole('button', { name: 'הוספת מקטע' })
const room = page.getByText(/^נשאר מקום/)

test('the number of blocks that still fit is shown shortly before the limit, and at the limit a message replaces the button', async () => {
  const screen = await render(<AddBlockButton blocks={54} onAdd={() => {}} />)
  await expect.element(add).toBeVisible()
  await expect.element(room).not.toBeInTheDocument()
  await screen.rerender(<AddBlockButton blocks={57} onAdd={() => {}} />)
  await expect.element(room).toHaveTextContent('נשאר מקום ל־3 מקטעים, מתוך 60.')
  await screen.rerender(<AddBlockButton blocks={59} onAdd={() => {}} />)
  await expect.element(room).toHaveTextContent('נשאר מקום למקטע אחד, מתוך 60.')
  await expect.element(add).toBeVisible()
  await screen.rerender(<AddBlockButton blocks={60} onAdd={() => {}} />)
  await expect.element(page.getByText(/^העמוד מלא: אפשר עד 60 מקטעים/)).toBeVisible()
  await expect.element(add).not.toBeInTheDocument()
})
