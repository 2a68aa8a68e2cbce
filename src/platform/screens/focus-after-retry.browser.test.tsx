import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Loading } from '#ui/states/spinner.tsx'
import { renderApp } from '../../../test/browser/render.tsx'
import { FailedToLoad } from './failed-to-load.tsx'

const retry = page.getByRole('button', { name: 'ניסיון נוסף' })
const waiting = page.getByText('טוען...')
const failure = new TypeError('Failed to fetch')

/** A part of a screen whose responses are controlled by the test. */
function controlledPart() {
  let response = Promise.withResolvers<string>()
  function Part({ heading }: { heading: boolean }) {
    const { data, error, isPending, refetch } = useQuery({ queryKey: ['retried'], queryFn: () => response.promise })
    if (isPending) return <Loading />
    if (data === undefined) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
    return heading ? <h2>{data}</h2> : <p>{data}</p>
  }
  /** Presses the retry button, and returns once the request has begun. */
  async function press() {
    response = Promise.withResolvers<string>()
    await retry.click()
    await expect.element(waiting).toBeVisible()
  }
  return {
    Part,
    press,
    fail: () => response.reject(failure),
    succeed: () => response.resolve('הפגישות של נועה'),
  }
}

test('after a retry the focus is on the button of the next failure, and then on the heading of the content', async () => {
  const { Part, press, fail, succeed } = controlledPart()
  await renderApp(
    <main>
      <h1>פגישות</h1>
      <Part heading />
    </main>,
  )
  await expect.element(waiting).toBeVisible()
  fail()
  await press()
  fail()
  await expect.element(retry).toHaveFocus()
  await press()
  succeed()
  await expect.element(page.getByRole('heading', { name: 'הפגישות של נועה' })).toHaveFocus()
})

test('if the content has no heading, the focus is on the nearest heading above', async () => {
  const { Part, press, fail, succeed } = controlledPart()
  await renderApp(
    <main>
      <h1>פגישות</h1>
      <section>
        <h2>השבוע</h2>
        <Part heading={false} />
      </section>
    </main>,
  )
  await expect.element(waiting).toBeVisible()
  fail()
  await press()
  succeed()
  await expect.element(page.getByRole('heading', { name: 'השבוע' })).toHaveFocus()
})

test('focus that the user moved while loading is not taken back', async () => {
  const { Part, press, fail, succeed } = controlledPart()
  await renderApp(
    <main>
      <button type="button">חיפוש</button>
      <Part heading />
    </main>,
  )
  await expect.element(waiting).toBeVisible()
  fail()
  await press()
  const other = page.getByRole('button', { name: 'חיפוש' })
  other.element().focus()
  succeed()
  await expect.element(page.getByRole('heading', { name: 'הפגישות של נועה' })).toBeVisible()
  await expect.element(other).toHaveFocus()
})
