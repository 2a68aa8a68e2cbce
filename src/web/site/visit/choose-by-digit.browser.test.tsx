import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseByDigit } from './choose-by-digit.ts'

test('a number key selects the answer at that position, except in text fields', async () => {
  await render(
    <form>
      <fieldset>
        {['תמיד', 'לפעמים', 'אף פעם'].map((text) => (
          <label key={text}>
            <input type="radio" name="answer" value={text} />
            {text}
          </label>
        ))}
      </fieldset>
      <label>
        הערה
        <input name="note" />
      </label>
    </form>,
  )
  chooseByDigit(document.querySelector('fieldset')!)
  await userEvent.keyboard('2')
  await expect.element(page.getByRole('radio', { name: 'לפעמים' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'לפעמים' })).toHaveFocus()
  await userEvent.keyboard('9')
  await userEvent.keyboard('{Control>}3{/Control}')
  await expect.element(page.getByRole('radio', { name: 'לפעמים' })).toBeChecked()
  await page.getByRole('textbox', { name: 'הערה' }).fill('')
  await userEvent.keyboard('1')
  await expect.element(page.getByRole('textbox', { name: 'הערה' })).toHaveValue('1')
  await expect.element(page.getByRole('radio', { name: 'לפעמים' })).toBeChecked()
})
