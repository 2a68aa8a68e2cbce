// The official client against a listening server: the life cycle of one account.
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const { app, tokens, lastMail } = await testKernel(db)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const visitor = (key = tokens.anonKey) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

test('the official client signs up, confirms, signs in, refreshes, changes data, recovers and signs out', async () => {
  const { auth } = visitor()
  const noa = { email: 'noa@example.com', password: 'a good password' }

  const signedUp = await auth.signUp({
    ...noa,
    options: { data: { name: 'נועה' }, emailRedirectTo: 'http://localhost:3000/crm' },
  })
  expect(signedUp).toMatchObject({ error: null, data: { session: null, user: { email: noa.email } } })
  const tooEarly = await auth.signInWithPassword(noa)
  expect(tooEarly.error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'email_not_confirmed' })

  const confirmation = await lastMail(noa.email)
  expect(confirmation.link.searchParams.get('redirect_to')).toBe('http://localhost:3000/crm')
  const confirmed = await auth.verifyOtp({ type: 'email', email: noa.email, token: confirmation.code })
  expect(confirmed).toMatchObject({ error: null, data: { user: { user_metadata: { name: 'נועה' } } } })

  const signedIn = await auth.signInWithPassword(noa)
  expect(signedIn.error).toBeNull()
  const first = signedIn.data.session!
  expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email: noa.email, phone: '' } })
  const { data: checked } = await auth.getClaims(first.access_token)
  expect(checked!.claims).toMatchObject({ sub: first.user.id, role: 'authenticated', aal: 'aal1', email: noa.email })

  const refreshed = await auth.refreshSession()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session!.refresh_token).not.toBe(first.refresh_token)
  expect((await auth.updateUser({ data: { city: 'חיפה' } })).data.user!.user_metadata).toMatchObject({
    name: 'נועה',
    city: 'חיפה',
  })
  expect((await auth.getUser()).data.user).toMatchObject({ email: noa.email })

  expect(await auth.resetPasswordForEmail(noa.email)).toEqual({ data: {}, error: null })
  const recovery = await lastMail(noa.email)
  const elsewhere = visitor(tokens.publishableKey)
  const recovered = await elsewhere.auth.verifyOtp({ type: 'recovery', token_hash: recovery.hash })
  expect(recovered.error).toBeNull()
  expect((await elsewhere.auth.updateUser({ password: 'abc' })).error).toMatchObject({
    name: 'AuthWeakPasswordError',
    reasons: ['length'],
  })
  expect((await elsewhere.auth.updateUser({ password: 'a newer password' })).error).toBeNull()

  expect((await auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await auth.signInWithPassword(noa)).error).toMatchObject({ code: 'invalid_credentials' })
  expect((await auth.signInWithPassword({ ...noa, password: 'a newer password' })).error).toBeNull()

  expect(await auth.signOut()).toEqual({ error: null })
  expect((await elsewhere.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
})
