import { expect, test } from 'vitest'
import { partsOf, renderHtml } from '../../../test/rendered-html.ts'
import { ResponsiveImage } from './responsive-image.tsx'

const picture = { id: '00000000-0000-4000-8000-000000000001', format: 'jpeg' as const, width: 1000, height: 500 }
const show = (changes: Partial<typeof picture> = {}, first = false) =>
  partsOf(
    renderHtml(<ResponsiveImage picture={{ ...picture, ...changes }} alt="שולחן" sizes="92vw" first={first} />).html,
  )
const widths = (width: number) =>
  show({ width })
    .attributes('source')[0]!
    ['srcSet']!.split(', ')
    .map((one) => one.split(' ')[1])

test('no width exceeds that of the image, and the largest width equals it', () => {
  expect(widths(1000)).toEqual(['480w', '800w', '1000w'])
  expect(widths(300)).toEqual(['300w'])
  expect(widths(800)).toEqual(['480w', '800w'])
  expect(widths(4000)).toEqual(['480w', '800w', '1200w', '1600w'])
})

test('modern formats are offered first, with the stored format as fallback', () => {
  const { attributes } = show()
  expect(attributes('source').map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(attributes('img')[0]!['src']).toContain('format=origin')
  expect(attributes('img')[0]).toMatchObject({ alt: 'שולחן', width: '1000', height: '500' })
})

test('only the first image of a page is loaded eagerly', () => {
  expect(show().attributes('img')[0]).toMatchObject({ loading: 'lazy' })
  const first = show({}, true).attributes('img')[0]!
  expect(first).not.toHaveProperty('loading')
  expect(first['fetchPriority'] ?? first['fetchpriority']).toBe('high')
})
