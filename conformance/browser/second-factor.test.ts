import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { service } from '../clients.ts'
import { waitForEvent, openChromium, getServerUser, storedSession } from './chromium.ts'
import { password, newUser } from './accounts.ts'

const { window } = await openChromium()

const signIn = (page: Page, email: string) =>
  page.evaluate(
    async ([to, word]) => (await inPage.client.auth.signInWithPassword({ email: to!, password: word! })).error,
    [email, password],
  )

async function signedIn() {
  const noa = await newUser()
  const { tab } = await window()
  const page = await tab()
  await signIn(page, noa.email)
  return { noa, page, tab }
}

const enroll = (page: Page, friendlyName = 'the phone') =>
  page.evaluate(async (name) => {
    const { data, error } = await inPage.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
    return error ? { refused: error.code } : { id: data.id, secret: data.totp.secret, picture: data.totp.qr_code }
  }, friendlyName)

const codeOf = (secret: string) => new TOTP({ secret }).generate()

const show = (page: Page, factorId: string, code: string) =>
  page.evaluate(
    async ([id, typed]) => {
      const { error } = await inPage.client.auth.mfa.challengeAndVerify({ factorId: id!, code: typed! })
      return error && { status: error.status, code: error.code, message: error.message }
    },
    [factorId, code],
  )

const level = (page: Page) =>
  page.evaluate(async () => {
    const { data } = await inPage.client.auth.mfa.getAuthenticatorAssuranceLevel()
    return {
      now: data!.currentLevel,
      next: data!.nextLevel,
      methods: data!.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
    }
  })

/** A signed-in user with a verified factor. */
async function userWithFactor() {
  const { noa, page, tab } = await signedIn()
  const factor = await enroll(page)
  expect(await show(page, factor.id!, codeOf(factor.secret!))).toBeNull()
  return { noa, page, tab, id: factor.id!, secret: factor.secret! }
}

test('an authenticator app is enrolled by QR code, and its code raises the session to aal2', async () => {
  const { page } = await signedIn()
  expect(await level(page)).toEqual({ now: 'aal1', next: 'aal1', methods: ['password'] })
  const factor = await enroll(page)
  const drawn = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = source!
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, factor.picture)
  expect(drawn[0]).toBeGreaterThan(100)
  expect(drawn[0]).toBe(drawn[1])

  expect(await show(page, factor.id!, '000000')).toEqual({
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  })
  expect(await level(page)).toMatchObject({ now: 'aal1' })
  expect(await show(page, factor.id!, codeOf(factor.secret!))).toBeNull()
  await waitForEvent(page, 'MFA_CHALLENGE_VERIFIED')
  expect(await level(page)).toEqual({ now: 'aal2', next: 'aal2', methods: ['totp', 'password'] })
  const listed = await page.evaluate(async () => (await inPage.client.auth.mfa.listFactors()).data)
  expect(listed).toMatchObject({ totp: [{ id: factor.id, status: 'verified', friendly_name: 'the phone' }], phone: [] })
})

test('the raised session reaches the other tabs and survives a refresh', async () => {
  const { noa, page, tab } = await signedIn()
  const other = await tab()
  const factor = await enroll(page)
  await show(page, factor.id!, codeOf(factor.secret!))
  await waitForEvent(other, 'MFA_CHALLENGE_VERIFIED')
  // localStorage of the other process may be updated after the broadcast message.
  await expect.poll(() => level(other)).toMatchObject({ now: 'aal2' })
  const error = await other.evaluate(async () => (await inPage.client.auth.refreshSession()).error)
  expect(error).toBeNull()
  expect(await level(other)).toMatchObject({ now: 'aal2', next: 'aal2' })
  expect(await getServerUser(page)).toMatchObject({ id: noa.id })
})

test('the next sign-in requires the code: until then credentials cannot be changed', async () => {
  const { noa, id, secret } = await userWithFactor()
  const page = await (await window()).tab()
  expect(await signIn(page, noa.email)).toBeNull()
  expect(await level(page)).toEqual({ now: 'aal1', next: 'aal2', methods: ['password'] })
  expect(await enroll(page, 'another')).toEqual({ refused: 'insufficient_aal' })
  const unenroll = () =>
    page.evaluate(async (factorId) => (await inPage.client.auth.mfa.unenroll({ factorId })).error?.code, id)
  expect(await unenroll()).toBe('insufficient_aal')
  const changed = await page.evaluate(
    async () => (await inPage.client.auth.updateUser({ password: 'chosen by a thief' })).error?.code,
  )
  expect(changed).toBe('insufficient_aal')

  expect(await show(page, id, codeOf(secret))).toBeNull()
  expect(await level(page)).toMatchObject({ now: 'aal2' })
  expect(await unenroll()).toBeUndefined()
  const error = await page.evaluate(async () => (await inPage.client.auth.refreshSession()).error)
  expect(error).toBeNull()
  expect(await level(page)).toEqual({ now: 'aal1', next: 'aal1', methods: ['password'] })
})

test('verifying a factor ends the aal1 sessions of other browsers', async () => {
  const { noa, page, id, secret } = await userWithFactor()
  const [thief, laptop] = [await (await window()).tab(), await (await window()).tab()]
  for (const other of [thief, laptop]) await signIn(other, noa.email)
  await show(laptop, id, codeOf(secret))
  expect(await getServerUser(thief)).toEqual({ refused: 'AuthSessionMissingError' })
  expect(await storedSession(thief)).toBeUndefined()
  for (const other of [page, laptop]) expect(await getServerUser(other)).toMatchObject({ id: noa.id })
})

test('an administrator deletes a lost factor, and the password alone suffices again', async () => {
  const { noa, page, id } = await userWithFactor()
  const { admin } = service().auth
  const { data } = await admin.mfa.listFactors({ userId: noa.id })
  expect(data!.factors).toMatchObject([{ id, status: 'verified', factor_type: 'totp' }])
  expect(JSON.stringify(data)).not.toContain('secret')
  expect((await admin.mfa.deleteFactor({ userId: noa.id, id })).error).toBeNull()
  const error = await page.evaluate(async () => (await inPage.client.auth.refreshSession()).error)
  expect(error).toBeNull()
  expect(await level(page)).toMatchObject({ now: 'aal1', next: 'aal1' })
})
