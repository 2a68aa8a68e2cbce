import { expect, test } from 'vitest'
import { createGateways, sealedGatewayKeys } from '#features/gateways/open-gateways.server.ts'
import { createDocumentServices, sealedDocumentKeys } from '#features/tax-documents/document-services.server.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testSite } from '../../../../test/site-app.ts'

// A public site URL: no local stand-in processes payments or issues documents.
const sealFor = createSealing([makeSealingKey()])
const seal = sealFor(sealedGatewayKeys.purpose)
const { app, db } = await testSite({
  inside: {
    gateways: createGateways({ seal }),
    documentServices: createDocumentServices({ seal: sealFor(sealedDocumentKeys.purpose) }),
  },
})
const body = async (url: string) => (await app.inject({ url })).body

test('pages claim card payments and invoices only while a provider that accepts cards is selected', async () => {
  expect(await body('/faq')).toContain('על אמצעי התשלום מסכמים בשיחה')
  expect(await body('/faq')).not.toContain('חברת הסליקה')
  expect(await body('/pricing')).not.toContain('חשבונית')

  const keys = seal.close('cardcom', { apiName: 'name', apiPassword: 'password' })
  await db.sql('select gateway_secrets.keep_keys($1, $2)', ['cardcom', keys])
  await db.sql(`update gateway_settings set terminal = '1000', is_chosen = true where provider = 'cardcom'`)
  await expect.poll(() => body('/faq')).toContain('בעמוד מאובטח של חברת הסליקה')
  expect(await body('/faq')).not.toContain('על אמצעי התשלום מסכמים בשיחה')
  expect(await body('/pricing')).toContain('חשבונית מס/קבלה נשלחת בדוא״ל')

  // An exempt dealer issues receipts.
  await db.sql(`update tax_document_settings set tax_status = 'exempt'`)
  await expect.poll(() => body('/pricing')).not.toContain('חשבונית')
  await db.sql(`update tax_document_settings set tax_status = 'company'`)
  await expect.poll(() => body('/pricing')).toContain('חשבונית')

  // Payments that staff arrange manually.
  await db.sql(`update gateway_settings set is_chosen = false where provider = 'cardcom'`)
  await db.sql(`update gateway_settings set is_chosen = true where provider = 'manual'`)
  await expect.poll(() => body('/faq')).not.toContain('חברת הסליקה')
  await expect.poll(() => body('/pricing')).not.toContain('חשבונית')
})

test('pages claim online booking only while a host accepts appointments', async () => {
  expect(await body('/features')).toContain('קביעת פגישות ביומן')
  expect(await body('/faq')).toContain('קישור לניהול הפגישה')
  await db.sql('update booking_hosts set is_open = false')
  await expect.poll(() => body('/features')).not.toContain('קביעת פגישות ביומן')
  await expect.poll(() => body('/faq')).toContain('ונמצא מועד אחר')
})

test('pages claim online sessions only while one is published', async () => {
  const claim = 'שידור חי והקלטה לצפייה חוזרת'
  expect(await body('/features')).toContain(claim)
  await db.sql(`update webinars set status = 'draft'`)
  await expect.poll(() => body('/features')).not.toContain(claim)
})
