import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { moveByOne, OrderButtons } from './order-buttons.tsx'

function List() {
  const [ids, setIds] = useState<string[]>(['אורן', 'ברוש', 'גפן'])
  return (
    <ol>
      {ids.map((id, i) => (
        <li key={id}>
          <span>{id}</span>
          <OrderButtons
            name={id}
            isFirst={i === 0}
            isLast={i === ids.length - 1}
            onMove={(by) => setIds(moveByOne(ids, id, by))}
          />
        </li>
      ))}
    </ol>
  )
}

const order = () => [...document.querySelectorAll('li span:first-child')].map((each) => each.textContent)
const up = (name: string) => page.getByRole('button', { name: `העלאה: ${name}` })

test('a row moves by one position, and its button keeps the focus, even at the end of the list', async () => {
  await render(<List />)
  await up('גפן').click()
  await expect.poll(order).toEqual(['אורן', 'גפן', 'ברוש'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(order).toEqual(['גפן', 'אורן', 'ברוש'])
  await expect.element(up('גפן')).toHaveFocus()
  await expect.element(up('גפן')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  expect(order()).toEqual(['גפן', 'אורן', 'ברוש'])
})
