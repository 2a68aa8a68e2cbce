import { test } from '@playwright/test'
import { loginOf, startSession } from '../browser-helpers.ts'
import { compare, openPage } from './compare.ts'
import { clientScreens, ownerScreens, publicScreens } from './screens.ts'

test.describe('public pages', () => {
  for (const path of publicScreens)
    test(`${path} matches its screenshots`, async ({ context }) => {
      await compare(await openPage(context), path)
    })
})

// One session for all screens of a part: a sign-in per screen would take longer than its screenshots.
const half = Math.ceil(ownerScreens.length / 2)
for (const { name, role, screens } of [
  { name: 'the owner, first half', role: 'owner', screens: ownerScreens.slice(0, half) },
  { name: 'the owner, second half', role: 'owner', screens: ownerScreens.slice(half) },
  { name: 'a client', role: 'client', screens: clientScreens },
])
  test(`screens of ${name} match their screenshots`, async ({ context }) => {
    test.setTimeout(1_800_000)
    const page = await openPage(context)
    await startSession(page, loginOf(role))
    for (const path of screens) await test.step(path, () => compare(page, path))
  })
