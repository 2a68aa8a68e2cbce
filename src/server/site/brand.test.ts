import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { mountBrand } from './brand.ts'

test('an icon is painted once for all requests, and again after a change of the colours', async () => {
  let colours: PublicBusinessProfile['brand_colors'] = null
  let reads = 0
  const business = {
    logo_url: null,
    get brand_colors() {
      reads++
      return colours
    },
  } as PublicBusinessProfile
  const app = fastify()
  mountBrand(app, () => Promise.resolve(business))
  /** The icon, and how often the colours were read: once for the version, and again to paint. */
  async function request() {
    reads = 0
    const { rawPayload, headers } = await app.inject('/app-icon-192.png')
    return { icon: rawPayload.toString('base64'), etag: headers['etag'], isPainted: reads > 1 }
  }

  const first = await request()
  expect(first.isPainted).toBe(true)
  expect(await request()).toEqual({ ...first, isPainted: false })
  colours = { primary: '#aa0000' }
  const changed = await request()
  expect(changed.isPainted).toBe(true)
  expect(changed.icon).not.toBe(first.icon)
  await app.close()
})
