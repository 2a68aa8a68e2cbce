import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Reactions } from './reactions.tsx'

const reaction = (name: RegExp) => page.getByRole('button', { name })

test('own reactions of several kinds remain counted, and a refused one is reverted individually', async () => {
  let isRefused = false
  const call = <Answer,>() =>
    isRefused ? Promise.reject(new Error('webinar_too_fast')) : Promise.resolve({} as Answer)
  await render(<Reactions reactions={{ heart: 2 }} call={call} />)
  await reaction(/אהבתי/).click()
  await reaction(/כל הכבוד/).click()
  await expect.element(reaction(/כל הכבוד/)).toMatchTextContent('כל הכבוד1')
  await expect.element(reaction(/אהבתי/)).toMatchTextContent('אהבתי3')
  isRefused = true
  await reaction(/בדיוק כך/).click()
  await expect.element(reaction(/בדיוק כך/)).toMatchTextContent('בדיוק כך')
  await expect.element(reaction(/אהבתי/)).toMatchTextContent('אהבתי3')
  await expect.element(reaction(/כל הכבוד/)).toMatchTextContent('כל הכבוד1')
})
