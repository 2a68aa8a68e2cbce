import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../../../test/browser/render.tsx'
import { type Condition, filterEntries, filterOf } from '../contact-list.ts'
import { FilterBar } from './filter-bar.tsx'

type Groups = readonly (readonly Condition[])[]

function Bar({ first = [] }: { first?: Groups }) {
  const [groups, setGroups] = useState(first)
  const [typed, setTyped] = useState('')
  return (
    <>
      <FilterBar groups={groups} onGroups={(next) => setGroups(inAddress(next))} typed={typed} onTyped={setTyped} />
      <output>
        {JSON.stringify(groups.map((group) => group.map(({ field, op, values }) => `${field} ${op} ${values.join()}`)))}
      </output>
    </>
  )
}
/** The groups after a round trip through the URL. */
const inAddress = (groups: Groups) => filterOf(new URLSearchParams(filterEntries(groups))).groups
const groups = () => page.getByRole('status')
const chip = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}:`) })
const add = async (name: string, by = /^מסנן$/) => {
  await page.getByRole('button', { name: by }).first().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const lead: Condition = { field: 'lifecycle', op: 'is', values: ['lead'] }
const phone: Condition = { field: 'has', op: 'is', values: ['phone'] }

test('a new filter opens its editor, and applies only once it has a value', async () => {
  await renderApp(<Bar />, { as: 'owner' })
  await add('סוג')
  await expect.element(chip('סוג')).toMatchTextContent(/בחירה/)
  await expect.element(groups()).toHaveTextContent('[]')
  await page.getByRole('checkbox', { name: 'מתעניינים' }).click()
  await expect.element(groups()).toHaveTextContent('[["lifecycle is lead"]]')
  await page.getByRole('checkbox', { name: 'לקוחות' }).click()
  await page.getByLabelText('איך משווים').selectOptions('not')
  await expect.element(groups()).toHaveTextContent('[["lifecycle not lead,client"]]')
  await page.getByRole('checkbox', { name: 'מתעניינים' }).click()
  await page.getByRole('checkbox', { name: 'לקוחות' }).click()
  // An emptied condition stays open as a draft, so that another value can be selected.
  await expect.element(groups()).toHaveTextContent('[]')
  await page.getByRole('checkbox', { name: 'לקוחות' }).click()
  await expect.element(groups()).toHaveTextContent('[["lifecycle not client"]]')
})

test('a draft that is closed without a value is removed', async () => {
  await renderApp(<Bar />, { as: 'owner' })
  await add('תגית')
  await expect.element(chip('תגית')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(chip('תגית')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'ניקוי' })).not.toBeInTheDocument()
})

test('a period filter defaults to thirty days, requires a number, and can be switched to a date', async () => {
  await renderApp(<Bar />, { as: 'owner' })
  await add('נוספו')
  await expect.element(groups()).toHaveTextContent('[["created last 30"]]')
  const days = page.getByRole('spinbutton')
  await days.fill('7')
  await expect.element(groups()).toHaveTextContent('[["created last 7"]]')
  await expect.element(chip('נוספו')).toMatchTextContent(/ב־7 הימים האחרונים/)
  await page.getByLabelText('איך משווים').selectOptions('older')
  await expect.element(groups()).toHaveTextContent('[["created older 7"]]')
  await page.getByLabelText('איך משווים').selectOptions('from')
  await expect.element(groups()).toHaveTextContent('[]')
  await page.getByLabelText('נוספו: מיום').fill('5.1.2026')
  await expect.element(groups()).toHaveTextContent('[["created from 2026-01-05"]]')
  await page.getByLabelText('איך משווים').selectOptions('last')
  await expect.element(groups()).toHaveTextContent('[["created last 30"]]')
  await page.getByLabelText('איך משווים').selectOptions('from')
  await page.getByLabelText('נוספו: מיום').fill('5.1.2026')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByLabelText('נוספו: מיום')).not.toBeInTheDocument()
  await expect.element(chip('נוספו')).toMatchTextContent(/מ־5\.1\.2026/)
})

test('an alternative is a separate group, and removing its only filter removes the group', async () => {
  await renderApp(<Bar first={[[lead]]} />, { as: 'owner' })
  await add('יש להם', /^או$/)
  const second = page.getByRole('group', { name: 'מסננים, חלופה 2' })
  await expect.element(second).toBeVisible()
  await page.getByRole('checkbox', { name: 'טלפון' }).click()
  await expect.element(groups()).toHaveTextContent('[["lifecycle is lead"],["has is phone"]]')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'הסרת המסנן יש להם' }).click()
  await expect.element(second).not.toBeInTheDocument()
  await expect.element(groups()).toHaveTextContent('[["lifecycle is lead"]]')
})

test('removing a filter moves the focus to its neighbour, and clearing all focuses the search field', async () => {
  await renderApp(<Bar first={[[lead, phone]]} />, { as: 'owner' })
  await page.getByRole('button', { name: 'הסרת המסנן סוג' }).click()
  await expect.element(groups()).toHaveTextContent('[["has is phone"]]')
  await expect.poll(() => document.activeElement?.closest('.filter-chip')?.textContent).toMatch(/יש להם/)
  await page.getByRole('button', { name: 'ניקוי' }).click()
  await expect.element(groups()).toHaveTextContent('[]')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
})

test('a filter on a deleted field or value is shown as deleted', async () => {
  const deleted: Condition = { field: 'custom.nothing_like_it', op: 'contains', values: ['x'] }
  const noTag: Condition = { field: 'tag', op: 'is', values: [crypto.randomUUID()] }
  await renderApp(<Bar first={[[deleted, noTag]]} />, { as: 'owner' })
  await expect.element(chip('שדה שהוסר')).toMatchTextContent(/״x״/)
  await expect.element(chip('תגית')).toMatchTextContent(/כבר לא ברשימה/)
})
