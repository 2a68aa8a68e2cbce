import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { Menu, MenuItem } from '../layers/menu.tsx'
import { useRowFocus } from './row-focus.ts'

function Row({ name, onRemove }: { name: string; onRemove: () => void }) {
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: 'li', within: '.list' })
  return (
    <li {...rowFocusProps}>
      <button type="button" className="edit">
        עריכת {name}
      </button>
      <button type="button" className="remove" onClick={onRemove}>
        הסרת {name}
      </button>
      <Menu trigger={<Button>עוד על {name}</Button>}>
        <MenuItem onSelect={onRemove}>מחיקה</MenuItem>
      </Menu>
    </li>
  )
}

function List() {
  const [names, setNames] = useState(['אורן', 'ברוש', 'גפן'])
  return (
    <section className="list">
      <h2>עצים</h2>
      <ul>
        {names.map((name) => (
          <Row key={name} name={name} onRemove={() => setNames((now) => now.filter((one) => one !== name))} />
        ))}
      </ul>
      <button type="button" onClick={() => setNames([])}>
        הסרת הכול
      </button>
    </section>
  )
}

const button = (name: string) => page.getByRole('button', { name })

test('after a row is removed, the same control of the next row is focused', async () => {
  await render(<List />)
  await button('הסרת אורן').click()
  await expect.element(button('הסרת ברוש')).toHaveFocus()
})

test('after the last row is removed, the previous one is focused', async () => {
  await render(<List />)
  await button('הסרת גפן').click()
  await expect.element(button('הסרת ברוש')).toHaveFocus()
})

test('the next row is also focused when a row is removed from the menu of the row', async () => {
  await render(<List />)
  await button('עוד על ברוש').click()
  await page.getByRole('menuitem', { name: 'מחיקה' }).click()
  await expect.element(button('עוד על גפן')).toHaveFocus()
})

test('when no row is left, the heading of the list is focused', async () => {
  await render(<List />)
  for (const name of ['אורן', 'ברוש', 'גפן']) await button(`הסרת ${name}`).click()
  await expect.element(page.getByRole('heading', { name: 'עצים' })).toHaveFocus()
})

test('a focus outside the removed rows does not move', async () => {
  await render(<List />)
  await button('הסרת הכול').click()
  await expect.element(button('הסרת אורן')).not.toBeInTheDocument()
  await expect.element(button('הסרת הכול')).toHaveFocus()
})
