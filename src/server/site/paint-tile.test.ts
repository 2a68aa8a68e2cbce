import { expect, test } from 'vitest'
import { paintTile } from './paint-tile.ts'

const colours = { ground: '#0c5a55', coin: '#f0a63a' }
const at = (pixels: Buffer, x: number, y: number) => [...pixels.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 4)]

test('the tile shows the letter and the coin of the logo mark in the brand colours', () => {
  const pixels = paintTile(64, colours, true)
  expect(at(pixels, 4, 32)).toEqual([12, 90, 85, 255])
  expect(at(pixels, 27, 30)).toEqual([240, 166, 58, 255])
  expect(at(pixels, 25, 42)).toEqual([255, 255, 255, 255])
})

test('the corners are transparent, except for a touch icon, whose device rounds them', () => {
  expect(at(paintTile(64, colours, true), 63, 0)[3]).toBe(0)
  expect(at(paintTile(64, colours, false), 63, 0)).toEqual([12, 90, 85, 255])
})
