import { expect, test } from 'vitest'
import { BrandColors, BusinessProfileEdit, isCompanyNumber, pictureKinds, uploadedText } from './business-profile.ts'

test('a company number is validated by its check digit', () => {
  expect(isCompanyNumber('516127057')).toBe(true)
  expect(isCompanyNumber('516127058')).toBe(false)
  expect(isCompanyNumber('000000000')).toBe(false)
  expect(isCompanyNumber('51612705')).toBe(false)
})

test('a colour is six hexadecimal digits', () => {
  expect(BrandColors.safeParse({ primary: '#0c5a55' }).success).toBe(true)
  for (const primary of ['red', '#fff', '#0c5a55;background:url(x)'])
    expect(BrandColors.safeParse({ primary }).success).toBe(false)
})

test('an edit accepts valid values only, and an emptied field becomes null', () => {
  expect(BusinessProfileEdit.parse({ business_name: ' בית  מרווח ', address: ' ' })).toEqual({
    business_name: 'בית מרווח',
    address: null,
  })
  const { error } = BusinessProfileEdit.safeParse({
    email: 'x',
    company_number: '1',
    login_url: 'javascript:alert(1)',
    socials: { facebook: 'javascript:alert(1)' },
  })
  expect([...new Set(error!.issues.map((issue) => issue.path[0]))]).toEqual([
    'company_number',
    'email',
    'login_url',
    'socials',
  ])
})

test('spec §7: logos and the profile image have separate buckets; a logo and a light logo also set the general logo', () => {
  expect(Object.entries(pictureKinds).map(([kind, { bucket, columns }]) => [kind, bucket, ...columns])).toEqual([
    ['logo', 'business-logos', 'logo_light_url', 'logo_url'],
    ['logo-light', 'business-logos', 'logo_light_url', 'logo_url'],
    ['logo-dark', 'business-logos', 'logo_dark_url'],
    ['profile', 'business-profiles', 'profile_image_url'],
  ])
})

test('spec §8: the upload message names the uploaded image', () => {
  expect((['logo-light', 'logo-dark', 'profile'] as const).map(uploadedText)).toEqual([
    'הלוגו הבהיר הועלה ועודכן בהצלחה',
    'הלוגו הכהה הועלה ועודכן בהצלחה',
    'תמונת הפרופיל הועלתה ועודכנה בהצלחה',
  ])
})
